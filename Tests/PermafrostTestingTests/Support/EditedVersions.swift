import Foundation
import SwiftData

/// Frozen versions that were edited afterwards, each by a careless change of a version that shipped.
enum Edited {
    /// `PostsSchemaV1` with one property of another type, one removed and one added.
    enum Identity: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Post.self] }

        @Model final class Post {
            @Attribute(.unique) var id: UUID
            var title: String?
            var body: Data
            var created: Date
            var tags: [String] = []

            init() { (id, body, created) = (UUID(), Data(), .now) }
        }
    }

    /// `PostsSchemaV1` with another default.
    enum Silent: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Post.self] }

        @Model final class Post {
            @Attribute(.unique) var id: UUID
            var title: String
            var body: String
            var createdAt: Date
            var tags: [String] = ["new"]

            init() { (id, title, body, createdAt) = (UUID(), "", "", .now) }
        }
    }

    /// `PostsSchemaV1` with an index.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    enum Physical: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Post.self] }

        @Model final class Post {
            #Index<Post>([\.createdAt])
            @Attribute(.unique) var id: UUID
            var title: String
            var body: String
            var createdAt: Date
            var tags: [String] = []

            init() { (id, title, body, createdAt) = (UUID(), "", "", .now) }
        }
    }

    /// `PostsSchemaV1` with another version number.
    enum Renumbered: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 1)
        static var models: [any PersistentModel.Type] { [Post.self] }

        @Model final class Post {
            @Attribute(.unique) var id: UUID
            var title: String
            var body: String
            var createdAt: Date
            var tags: [String] = []

            init() { (id, title, body, createdAt) = (UUID(), "", "", .now) }
        }
    }
}
