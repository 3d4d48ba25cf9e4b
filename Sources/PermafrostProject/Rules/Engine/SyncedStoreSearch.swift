import PermafrostModel
import PermafrostSource

/// A search for the stores that sync with CloudKit, based on the containers' configurations and on the entitlements.
struct SyncedStoreSearch {
    let code: AppCode

    /// Returns the stores that sync with CloudKit, and the stores that may sync.
    ///
    /// - Parameter assumesSync: whether to assume that a store syncs unless its configuration says that it doesn't.
    func stores(assumesSync: Bool) -> [SyncedStore] {
        let uses = code.containers.filter { $0.opensUsersStore && $0.form != .document }.flatMap(uses) + coreDataUses
        let found = uses.compactMap(\.store)
        guard assumesSync else { return found }
        return found + code.groups.compactMap { assumed($0, uses) }
    }

    /// Returns a store that is assumed to sync, with the group's entities. Leaves out the entities that are only in
    /// stores whose configuration prevents syncing. Returns nil if this leaves no entities.
    private func assumed(_ group: LintGroup, _ uses: [StoreUse]) -> SyncedStore? {
        let uses = uses.filter { $0.group.name == group.name }
        let all = Set(group.newest?.model?.entities.map(\.name) ?? [])
        func entities(_ uses: [StoreUse]) -> Set<String> {
            uses.reduce(into: []) { $0.formUnion($1.entities ?? all) }
        }
        let local = entities(uses.filter(\.isLocal)).subtracting(entities(uses.filter { !$0.isLocal }))
        guard local.isEmpty || local != all else { return nil }
        return SyncedStore(
            group: group.name, entities: local.isEmpty ? nil : all.subtracting(local), evidence: .assumed)
    }

    // MARK: SwiftData

    private func uses(of container: ContainerDeclaration) -> [StoreUse] {
        let stores = container.stores.isEmpty ? [nil] : container.stores.map(Optional.some)
        return stores.flatMap { store -> [StoreUse] in
            guard store?.isInMemory != true else { return [] }
            let request = store?.cloudKit ?? CloudKitRequest()
            let subject =
                request.location.map { "The ModelConfiguration at \($0)" }
                ?? "\(container.title) at \(container.location)"
            return contents(of: container, store?.content ?? container.content).map { group, entities, isCertain in
                let sync = SyncJudgement(
                    request, container.entitlements, subject: subject,
                    local: request.location == nil
                        ? "make the container with a ModelConfiguration that has cloudKitDatabase: .none"
                        : "pass cloudKitDatabase: .none to the ModelConfiguration")
                return StoreUse(
                    group: group, entities: entities, isLocal: request.databases == [.none],
                    store: sync.store(
                        of: group.name, entities, isCertain: isCertain,
                        at: request.location ?? container.location))
            }
        }
    }

    /// Returns the groups whose models a store contains, each with the names of its entities in the store. The names
    /// are nil if the store contains all of the group's entities. If neither the models nor the plan can be read, and
    /// only one group is declared in Swift, returns that group with `isCertain` set to false.
    private func contents(
        of container: ContainerDeclaration, _ content: ContainerDeclaration.Content
    ) -> [(LintGroup, Set<String>?, isCertain: Bool)] {
        let own = code.group(of: container.plan)
        switch content {
        case .schema(let name):
            let found = own ?? code.groups.first { group in group.schemas.contains { $0.name == name } }
            return found.map { [($0, nil, true)] } ?? []
        case .models(let listed, _):
            let places = code.classes(of: content) ?? []
            let names = Set(listed.map { $0.name.split(separator: ".").last.map(String.init) ?? $0.name })
            return (own.map { [$0] } ?? code.groups).compactMap { group in
                let classes = group.newest?.classes ?? [:]
                var entities = Set(classes.filter { places.contains($0.value) }.keys)
                if own != nil { entities.formUnion(names.intersection(classes.keys)) }
                return entities.isEmpty ? nil : (group, entities.count == classes.count ? nil : entities, true)
            }
        case .unknown:
            if let own { return [(own, nil, true)] }
            let declared = code.groups.filter { $0.plan?.isModelFile != true }
            return declared.count == 1 ? [(declared[0], nil, false)] : []
        }
    }

    // MARK: Core Data

    private var coreDataUses: [StoreUse] {
        let files = code.groups.filter { $0.plan?.isModelFile == true }
        // Code that opens the model and the entitlements decide, and otherwise the mark in the model's file.
        let containers = code.coreDataStores.filter { $0.schema == nil }
        return code.coreDataStores.flatMap { declared -> [StoreUse] in
            files.filter { group in
                let own = containers.filter { $0.model.map { $0 == group.name } ?? (files.count == 1) }
                let isDecided = own.contains {
                    !$0.request.databases.contains(.automatic)
                        || $0.entitlements.signings.contains { $0.file != nil } && $0.entitlements.unknown.isEmpty
                }
                guard declared.schema == nil || !isDecided else { return false }
                if let schema = declared.schema { return group.newest?.schema == schema }
                return declared.model.map { $0 == group.name } ?? (files.count == 1)
            }.map { group in
                let subject =
                    declared.schema.map { "\($0) is marked as used with CloudKit" }
                    ?? "NSPersistentCloudKitContainer at \(declared.location)"
                let sync = SyncJudgement(
                    declared.request, declared.entitlements, subject: subject,
                    local: "set cloudKitContainerOptions of the store's description to nil")
                let configurations = group.newest?.model?.configurations ?? [:]
                let members = declared.configurations.flatMap { configurations[$0] ?? [] }
                let entities = declared.configurations.isEmpty ? nil : Set(members)
                return StoreUse(
                    group: group, entities: entities, isLocal: declared.request.databases == [.none],
                    store: sync.store(of: group.name, entities, isCertain: true, at: declared.location))
            }
        }
    }
}

/// A store with a group's models, and the result of judging whether it syncs.
private struct StoreUse {
    let group: LintGroup
    /// The entities in the store, or nil for all.
    let entities: Set<String>?
    /// Whether the configuration explicitly prevents the store from syncing.
    let isLocal: Bool
    /// The store if it syncs or may sync. Otherwise, nil.
    let store: SyncedStore?
}
