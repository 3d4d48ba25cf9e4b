import Foundation
import SwiftData

/// Adds the name of a post's author. It is optional, so old posts need no changes.
enum PostsSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Post.self]
    }

    @Model
    final class Post {
        @Attribute(.unique) var id: UUID
        var title: String
        var body: String
        var authorName: String?
        var createdAt: Date
        var tags: [String] = []

        init(title: String, body: String, authorName: String? = nil, createdAt: Date = .now, tags: [String] = []) {
            self.id = UUID()
            self.title = title
            self.body = body
            self.authorName = authorName
            self.createdAt = createdAt
            self.tags = tags
        }
    }
}
