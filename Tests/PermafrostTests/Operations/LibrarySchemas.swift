import Foundation
import SwiftData

/// The first version of a library: numbered books with every kind of link.
enum LibraryV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Book.self, Shelf.self, Label.self, Note.self, Member.self, Loan.self]
    }

    @Model final class Book {
        @Attribute(.unique) var number: Int
        var title: String
        var shelf: Shelf?
        var labels: [Label] = []
        @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
        var series: Book?
        @Relationship(inverse: \LibraryV1.Book.series) var volumes: [Book] = []

        init(number: Int, title: String) { (self.number, self.title) = (number, title) }
    }

    @Model final class Shelf {
        var name: String
        @Relationship(inverse: \Book.shelf) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var name: String
        @Relationship(inverse: \Book.labels) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model final class Note {
        var text: String
        var book: Book?

        init(text: String) { self.text = text }
    }

    @Model final class Member {
        @Attribute(.unique) var number: Int
        @Relationship(deleteRule: .cascade, inverse: \Loan.member) var loans: [Loan] = []

        init(number: Int) { self.number = number }
    }

    /// A model that requires a member.
    @Model final class Loan {
        var text: String
        var member: Member

        init(text: String, member: Member) { (self.text, self.member) = (text, member) }
    }
}

/// The second version. Books have a number of pages, and members have a name.
enum LibraryV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Book.self, Shelf.self, Label.self, Note.self, Member.self, Loan.self]
    }

    @Model final class Book {
        @Attribute(.unique) var number: Int
        var title: String
        var pages: Int = 0
        var shelf: Shelf?
        var labels: [Label] = []
        @Relationship(deleteRule: .cascade, inverse: \Note.book) var notes: [Note] = []
        var series: Book?
        @Relationship(inverse: \LibraryV2.Book.series) var volumes: [Book] = []

        init(number: Int, title: String) { (self.number, self.title) = (number, title) }
    }

    @Model final class Shelf {
        var name: String
        @Relationship(inverse: \Book.shelf) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model final class Label {
        var name: String
        @Relationship(inverse: \Book.labels) var books: [Book] = []

        init(name: String) { self.name = name }
    }

    @Model final class Note {
        var text: String
        var book: Book?

        init(text: String) { self.text = text }
    }

    @Model final class Member {
        @Attribute(.unique) var number: Int
        var name: String = ""
        @Relationship(deleteRule: .cascade, inverse: \Loan.member) var loans: [Loan] = []

        init(number: Int) { self.number = number }
    }

    @Model final class Loan {
        var text: String
        var member: Member

        init(text: String, member: Member) { (self.text, self.member) = (text, member) }
    }
}
