import Foundation
import SwiftData

/// Renames `body` to `content` and adds a model for authors.
enum PostsSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Post.self, Author.self]
    }

    @Model
    final class Post {
        @Attribute(.unique) var id: UUID
        var title: String
        @Attribute(originalName: "body") var content: String
        /// The author's name from 2.0.0, until the migration has created an author.
        @Attribute(originalName: "authorName") var legacyAuthorName: String?
        var createdAt: Date
        var tags: [String] = []
        var author: Author?

        init(title: String, content: String, author: Author? = nil, createdAt: Date = .now, tags: [String] = []) {
            self.id = UUID()
            self.title = title
            self.content = content
            self.author = author
            self.createdAt = createdAt
            self.tags = tags
        }
    }

    @Model
    final class Author {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .nullify, inverse: \Post.author) var posts: [Post] = []

        init(name: String) {
            self.name = name
        }
    }
}
