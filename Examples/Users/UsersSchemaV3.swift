import Foundation
import SwiftData

/// Adds the posts of users.
enum UsersSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)

    static var models: [any PersistentModel.Type] {
        [User.self, Post.self]
    }

    @Model
    final class User {
        var name: String?
        var email: String?
        var createdAt: Date?
        @Relationship(deleteRule: .cascade, inverse: \Post.user) var posts: [Post] = []

        init(name: String? = nil, email: String? = nil, createdAt: Date? = nil) {
            self.name = name
            self.email = email
            self.createdAt = createdAt
        }
    }

    @Model
    final class Post {
        var title: String
        var text: String
        var createdAt: Date
        var user: User?

        init(title: String, text: String, createdAt: Date = .now, user: User? = nil) {
            self.title = title
            self.text = text
            self.createdAt = createdAt
            self.user = user
        }
    }
}
