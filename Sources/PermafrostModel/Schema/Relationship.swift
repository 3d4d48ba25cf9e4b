/// A reference from an entity's rows to rows of the same or another entity.
package struct Relationship: Sendable, Hashable {
    /// The rule that applies to a row's destinations when the row is deleted. The raw values are Core Data's. A rule is
    /// never part of a hash.
    package enum DeleteRule: Int, Sendable, Hashable, CaseIterable {
        case noAction = 0
        case nullify = 1
        case cascade = 2
        case deny = 3

        /// The name in canonical JSON and in declarations.
        package var name: String {
            switch self {
            case .noAction: "noAction"
            case .nullify: "nullify"
            case .cascade: "cascade"
            case .deny: "deny"
            }
        }

        /// Creates the rule with the given ``name``. Returns nil if no rule has this name.
        package init?(name: String) {
            guard let rule = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = rule
        }
    }

    package var name: String
    /// The name of the destination entity.
    package var destination: String
    /// The name of the inverse relationship in the destination entity, or nil if the relationship has no inverse.
    package var inverse: String?
    /// Whether the relationship can have no destination.
    package var isOptional: Bool
    /// The minimum number of destinations.
    package var minimumCount: Int
    /// The maximum number of destinations. It is 1 for a to-one relationship, and 0 if there is no limit.
    package var maximumCount: Int
    /// Whether a to-many relationship is ordered (Core Data only).
    package var isOrdered: Bool
    /// The rule that applies to a row's destinations when the row is deleted.
    package var deleteRule: DeleteRule
    /// Whether the relationship isn't saved to the store.
    package var isTransient: Bool
    /// Whether the store's persistent history preserves the value when a row is deleted.
    package var preservesValueOnDeletion: Bool
    /// The property's name in an older model, or nil if the property isn't renamed.
    package var renamingIdentifier: String?
    /// A string that changes the version hash and has no other effect. Nil if the declaration has no modifier.
    package var versionHashModifier: String?
    /// The string entries of the user info in a Core Data model.
    package var userInfo: [String: String]

    /// Creates a relationship. The default arguments are SwiftData's defaults for a to-one relationship.
    package init(
        name: String, destination: String, inverse: String? = nil, isOptional: Bool = false, minimumCount: Int = 0,
        maximumCount: Int = 1, isOrdered: Bool = false, deleteRule: DeleteRule = .nullify, isTransient: Bool = false,
        preservesValueOnDeletion: Bool = false, renamingIdentifier: String? = nil,
        versionHashModifier: String? = nil, userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.destination = destination
        self.inverse = inverse
        self.isOptional = isOptional
        self.minimumCount = minimumCount
        self.maximumCount = maximumCount
        self.isOrdered = isOrdered
        self.deleteRule = deleteRule
        self.isTransient = isTransient
        self.preservesValueOnDeletion = preservesValueOnDeletion
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.userInfo = userInfo
    }

    /// Whether the relationship is to-many. As in Core Data, this means that its maximum count isn't 1.
    package var isToMany: Bool { maximumCount != 1 }
}
