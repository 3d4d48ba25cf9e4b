/// A reference from rows of an entity to rows of another.
package struct Relationship: Sendable, Hashable {
    /// What happens to the destination when a row is deleted; raw values are Core Data's. Never part of a hash.
    package enum DeleteRule: Int, Sendable, Hashable, CaseIterable {
        case noAction = 0
        case nullify = 1
        case cascade = 2
        case deny = 3

        /// The name used in canonical JSON and in declarations.
        package var name: String {
            switch self {
            case .noAction: "noAction"
            case .nullify: "nullify"
            case .cascade: "cascade"
            case .deny: "deny"
            }
        }

        /// The rule of that ``name``.
        package init?(name: String) {
            guard let rule = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = rule
        }
    }

    /// The property's name.
    package var name: String
    /// The destination entity's name.
    package var destination: String
    /// The name of the relationship back, if there is one.
    package var inverse: String?
    /// Whether a row may lack a destination.
    package var isOptional: Bool
    /// The least number of destinations.
    package var minimumCount: Int
    /// The greatest number of destinations: 1 for to-one, 0 for no bound.
    package var maximumCount: Int
    /// Whether a to-many keeps an order (Core Data only).
    package var isOrdered: Bool
    /// What happens to the destination when a row is deleted.
    package var deleteRule: DeleteRule
    /// Whether the relationship is kept out of the store.
    package var isTransient: Bool
    /// Whether the history keeps the value of a deleted row.
    package var preservesValueOnDeletion: Bool
    /// The name under which an older model knew the property, where it differs from ``name``.
    package var renamingIdentifier: String?
    /// Text that moves the version hash and does nothing else.
    package var versionHashModifier: String?
    /// A Core Data model's user info, string entries only.
    package var userInfo: [String: String]

    /// A relationship; the defaults are SwiftData's for a to-one.
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

    /// Whether the relationship holds any number of destinations, as Core Data decides it: by its maximum.
    package var isToMany: Bool { maximumCount != 1 }
}
