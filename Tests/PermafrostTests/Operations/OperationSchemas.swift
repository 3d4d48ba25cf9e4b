import Foundation
import SwiftData

/// The first version of the operations' tests: notes with tags and a folder.
enum NotesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Note.self, Tag.self, Folder.self, Draft.self] }

    @Model final class Note {
        var title: String = ""
        var body: String = ""
        var author: String = ""
        var weight: Double = 0.0
        var mood: Mood = Mood(level: 0)
        var folder: Folder?
        var tags: [Tag] = []

        init(title: String, body: String, author: String, weight: Double = 0, mood: Mood = Mood(level: 0)) {
            self.title = title
            self.body = body
            self.author = author
            self.weight = weight
            self.mood = mood
        }
    }

    /// A value that is stored encoded.
    struct Mood: Codable, Equatable {
        var level: Int
    }

    @Model final class Tag {
        var name: String?
        @Relationship(inverse: \Note.tags) var notes: [Note] = []

        init(name: String?) { self.name = name }
    }

    @Model final class Folder {
        var first: String = ""
        var last: String = ""
        @Relationship(inverse: \Note.folder) var notes: [Note] = []

        init(first: String, last: String) {
            self.first = first
            self.last = last
        }
    }

    /// A model that refers to a tag without an inverse.
    @Model final class Draft {
        var text: String
        var tag: Tag?

        init(text: String, tag: Tag? = nil) {
            self.text = text
            self.tag = tag
        }
    }
}

/// The second version. Everything has another name or another form.
enum NotesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Note.self, Tag.self, Folder.self, Draft.self, Labelling.self]
    }

    @Model final class Note {
        @Attribute(originalName: "title") var headline: String
        var content: String = ""
        var slug: String = ""
        var firstName: String = ""
        var lastName: String?
        var grams: Int = -1
        var level: Int?
        var remark: String?
        var token: UUID = UUID()
        var folders: [Folder] = []
        var mainTag: Tag?
        var labels: [Tag] = []

        init(headline: String) { self.headline = headline }
    }

    @Model final class Tag {
        var name: String?
        @Relationship(inverse: \Note.labels) var labelled: [Note] = []
        @Relationship(inverse: \Note.mainTag) var mainOf: [Note] = []
        @Relationship(inverse: \Labelling.tag) var labellings: [Labelling] = []

        init(name: String?) { self.name = name }
    }

    @Model final class Folder {
        var fullName: String = ""
        @Relationship(inverse: \Note.folders) var notes: [Note] = []

        init(fullName: String) { self.fullName = fullName }
    }

    @Model final class Draft {
        var text: String
        var tag: Tag?

        init(text: String) { self.text = text }
    }

    @Model final class Labelling {
        var note: Note?
        var tag: Tag?

        init(note: Note, tag: Tag) {
            self.note = note
            self.tag = tag
        }
    }
}
