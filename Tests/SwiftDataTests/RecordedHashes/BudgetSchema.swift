import Foundation
import SwiftData

/// A placeholder for AppKit's class, which Linux lacks. An attribute with a value transformer is the same for every
/// class.
final class NSColor: Codable {}

/// A value transformer, an ephemeral attribute, and a to-many whose `@Relationship` names no inverse.
enum BudgetSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [
            EntityCategory.self, EntityRubric.self, EntitySchedule.self, EntityPreference.self,
            EntitySousOperation.self, EntityAccount.self,
        ]
    }

    @Model final class EntityCategory {
        var name: String = ""
        var objectif: Double = 0
        @Attribute(.unique) var uuid: UUID = UUID()
        @Relationship(inverse: \EntitySchedule.category) var echeancier: [EntitySchedule]?
        @Relationship(inverse: \EntityPreference.category) var preference: EntityPreference?
        var rubric: EntityRubric?
        @Relationship(inverse: \EntitySousOperation.category) var sousOperations: [EntitySousOperation]?

        init() {}
    }

    @Model final class EntityRubric {
        var name: String = ""
        @Attribute(.transformable(by: "ColorTransformer")) var color: NSColor = NSColor()
        @Attribute(.ephemeral) var total: Double = 0
        @Relationship(deleteRule: .cascade) var categorie: [EntityCategory] = []
        @Attribute(.unique) var uuid: UUID = UUID()
        @Relationship var account: EntityAccount

        init(account: EntityAccount) {
            self.account = account
        }
    }

    @Model final class EntitySchedule {
        var category: EntityCategory?

        init() {}
    }

    @Model final class EntityPreference {
        var category: EntityCategory?

        init() {}
    }

    @Model final class EntitySousOperation {
        var category: EntityCategory?

        init() {}
    }

    @Model final class EntityAccount {
        @Relationship(inverse: \EntityRubric.account) var rubric: [EntityRubric] = []

        init() {}
    }
}
