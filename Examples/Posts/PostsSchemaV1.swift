import Foundation
import SwiftData

/// The first release: only posts.
enum PostsSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Post.self]
    }

    @Model
    final class Post {
        @Attribute(.unique) var id: UUID
        var title: String
        var body: String
        var createdAt: Date
        var tags: [String] = []

        init(title: String, body: String, createdAt: Date = .now, tags: [String] = []) {
            self.id = UUID()
            self.title = title
            self.body = body
            self.createdAt = createdAt
            self.tags = tags
        }
    }
}
