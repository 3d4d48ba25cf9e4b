import Foundation
import SwiftData

/// Requires a publication date and a slug, and removes the author names that 3.0.0 still had.
enum PostsSchemaV4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Post.self, Author.self]
    }

    @Model
    final class Post {
        @Attribute(.unique) var id: UUID
        var title: String
        // The slug isn't `.unique`: every old row starts with the same default, so a constraint would fail before the
        // migration could set the slugs. The app keeps slugs unique.
        var slug: String = ""
        var content: String
        var createdAt: Date
        var publishedAt: Date = Date.distantPast
        var tags: [String] = []
        var author: Author?

        /// Whether readers see the post.
        var isPublished: Bool { publishedAt <= .now }

        init(
            title: String, slug: String, content: String, author: Author? = nil, publishedAt: Date, tags: [String] = []
        ) {
            self.id = UUID()
            self.title = title
            self.slug = slug
            self.content = content
            self.author = author
            self.createdAt = .now
            self.publishedAt = publishedAt
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
