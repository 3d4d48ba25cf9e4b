extension MigrationError.Cause {
    /// Why the version of the store is not one that can be migrated.
    public enum Version: Sendable, Hashable {
        /// The store is of another app: none of its entities is the plan's.
        case foreign(entities: [String])
        /// The store is of no version of the plan; the version that is most similar to it.
        case unknown(nearest: String?)
        /// The store is of a later version than the one that it is opened with.
        case newer(store: String, wanted: String)
    }
}

extension MigrationError.Cause.Version: CauseWords {
    var what: String {
        switch self {
        case .foreign(let entities):
            "the store is of another app: it holds \(entities.joined(separator: ", ")), none of them in the plan."
        case .unknown(let nearest):
            "the store is of no version of the plan." + (nearest.map { " The most similar version is \($0)." } ?? "")
        case .newer(let store, let wanted):
            "the store is of version \(store), newer than \(wanted)."
        }
    }

    var next: String? {
        switch self {
        case .foreign: "Open it with the app that made it. Nothing was changed."
        case .unknown:
            "Add the version that it is of to the plan: `permafrost drift` says what differs. Nothing was changed."
        case .newer: "Open it with the newer app. Nothing was changed."
        }
    }
}
