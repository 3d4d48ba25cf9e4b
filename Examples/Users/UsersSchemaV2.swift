import Foundation
import SwiftData

/// Adds an email address.
enum UsersSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)

    static var models: [any PersistentModel.Type] {
        [User.self]
    }

    @Model
    final class User {
        var name: String?
        var email: String?
        var createdAt: Date?

        init(name: String? = nil, email: String? = nil, createdAt: Date? = nil) {
            self.name = name
            self.email = email
            self.createdAt = createdAt
        }
    }
}
