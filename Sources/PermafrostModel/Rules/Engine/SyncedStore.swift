/// A store that contains models of a group, and that syncs with CloudKit or may sync.
package struct SyncedStore: Sendable, Hashable {
    /// The reason to treat a store as synced.
    package enum Evidence: Sendable, Hashable {
        /// The store is assumed to sync because of the `--cloudkit` option.
        case assumed
        /// The app's configuration makes the store sync. The string is a sentence that names the configuration.
        case configured(String)
        /// It isn't known whether the store syncs, or which models it contains. The string is the reason.
        case unknown(String)
    }

    package let group: String
    /// The names of the entities in the store, or nil for all entities of the group.
    package let entities: Set<String>?
    package let evidence: Evidence
    /// The users whose store syncs, such as `all users`.
    package let users: String
    /// Whether only debug builds sync.
    package let isForDevelopment: Bool
    /// A fix that changes the container or its configuration instead of the models, for example if the store isn't
    /// meant to sync. Nil if the store is only assumed to sync, or if its models are known and its configuration
    /// specifies a CloudKit database.
    package let alternative: String?
    /// The location of the configuration or container, or nil if the store is only assumed to sync.
    package let location: SourceLocation?

    package init(
        group: String, entities: Set<String>? = nil, evidence: Evidence, users: String = "all users",
        isForDevelopment: Bool = false, alternative: String? = nil, location: SourceLocation? = nil
    ) {
        self.group = group
        self.entities = entities
        self.evidence = evidence
        self.users = users
        self.isForDevelopment = isForDevelopment
        self.alternative = alternative
        self.location = location
    }

    /// Returns whether the store contains the rows of an entity.
    package func contains(_ entity: String) -> Bool { entities?.contains(entity) ?? true }

    /// Whether the store is configured or assumed to sync, and its models are known.
    package var isCertain: Bool { if case .unknown = evidence { false } else { true } }

    /// The sentence that names the configuration, or nil if the evidence isn't ``Evidence/configured(_:)``.
    package var reason: String? { if case .configured(let reason) = evidence { reason } else { nil } }
}

extension RuleContext {
    /// Returns a store that syncs an entity's rows, or nil if no such store is known. Ignores stores that aren't known
    /// to sync.
    ///
    /// If several stores match, a store that the app configures to sync comes first. A store that is assumed to sync
    /// because of the `--cloudkit` option comes second. A store that syncs only in debug builds comes last.
    package func syncedStore(of entity: String, in group: RuleGroup) -> SyncedStore? {
        syncedStores.filter { $0.group == group.name && $0.isCertain && $0.contains(entity) }
            .min {
                ($0.isForDevelopment ? 2 : $0.reason == nil ? 1 : 0)
                    < ($1.isForDevelopment ? 2 : $1.reason == nil ? 1 : 0)
            }
    }
}
