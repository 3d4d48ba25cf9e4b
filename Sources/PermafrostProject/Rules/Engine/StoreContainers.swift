import PermafrostModel
import PermafrostSource

/// The containers that open users' stores, with the entities in each store.
struct StoreContainers {
    /// A container's use of a store.
    struct User {
        var container: ContainerDeclaration
        var store: ContainerDeclaration.Store
        var entities: [String: StoredEntity]
        /// The index of this use in ``StoreContainers/all``, which follows the order of the sources.
        var position: Int

        /// The models that the store's configuration specifies. If it specifies none, the container's models.
        var content: ContainerDeclaration.Content { store.content ?? container.content }

        /// The models that ``content`` lists individually. Empty if it specifies a version instead.
        var listed: [ContainerDeclaration.Model] {
            if case .models(let listed, _) = content { listed } else { [] }
        }

        /// Returns whether this use comes after the other use in the sources.
        func isAfter(_ other: User) -> Bool { position > other.position }

        /// Returns whether the two stores have the same location, have different locations, or can't be compared.
        func relation(to other: User) -> StorePlace.Relation {
            container.relation(of: store, to: other.store, of: other.container)
        }
    }

    /// The location of a store, and the processes, module and builds of the container that opens it. Only the largest
    /// of several uses with the same key is compared with other uses.
    private struct Key: Hashable {
        var place: StorePlace
        var processes: Set<String>
        var hasUnknownProcess: Bool
        var module: String?
        var builds: Set<String>?
    }

    /// The maximum number of uses of one location that ``richest(besides:)`` compares.
    private static let limit = 64

    private(set) var all: [User] = []
    /// The use with the most entities for each key, grouped by the store's location.
    private var largest: [StorePlace: [Key: User]] = [:]

    /// Collects the uses of users' stores on disk by containers in release builds. Leaves out stores whose location or
    /// models aren't known, and the containers that `DocumentGroup` or `SafeModelContainer` creates.
    init(_ code: AppCode) {
        for container in code.containers
        where container.opensUsersStore && container.isReleased && [.container, .modifier].contains(container.form) {
            for store in container.stores where !store.isInMemory && store.place.isKnown {
                guard let entities = code.entities(of: store.content ?? container.content), !entities.isEmpty else {
                    continue
                }
                let user = User(container: container, store: store, entities: entities, position: all.count)
                all.append(user)
                let key = Key(
                    place: store.place, processes: container.processes,
                    hasUnknownProcess: container.hasUnknownProcess, module: container.module, builds: container.builds)
                if largest[store.place, default: [:]][key].map({ $0.entities.count < entities.count }) ?? true {
                    largest[store.place, default: [:]][key] = user
                }
            }
        }
    }

    /// Returns the use with the most entities by another container that opens the same store. Returns nil if there is
    /// no such container, if the given use has more entities, or if it has equally many and comes first in the sources.
    func richest(besides user: User) -> User? {
        let candidates = (largest[user.store.place] ?? [:]).values.sorted { $0.position < $1.position }.prefix(
            Self.limit
        )
        .filter { other in
            other.position != user.position && other.relation(to: user) == .same
                && other.container.location != user.container.location
                && other.container.canBeCompiled(with: user.container)
        }
        let most = candidates.map(\.entities.count).max()
        guard let richest = candidates.first(where: { $0.entities.count == most }) else { return nil }
        if richest.entities.count > user.entities.count { return richest }
        // If both uses have equally many entities, the first one in the sources counts as richer.
        return richest.entities.count == user.entities.count && user.isAfter(richest) ? richest : nil
    }

    /// Returns Swift code that both containers can use to open a store with the models of both, such as
    /// `Schema(versionedSchema: AppSchemaV2.self)`.
    static func list(for user: User, _ richest: User) -> String {
        let schemas = [richest, user].compactMap { one -> (name: String, entities: [String: StoredEntity])? in
            if case .schema(let name) = one.content { (name, one.entities) } else { nil }
        }
        if let only = schemas.first, user.entities.keys.allSatisfy({ only.entities[$0] != nil }),
            richest.entities.keys.allSatisfy({ only.entities[$0] != nil })
        {
            return "Schema(versionedSchema: \(only.name).self)"
        }
        let models = (richest.listed + user.listed)
            .filter { model in !schemas.contains { $0.entities[model.entity] != nil } }.map(\.name)
        let listed = Set(models).sorted().map { $0 + ".self" }.joined(separator: ", ")
        let parts = schemas.map { $0.name + ".models" }.unique + (listed.isEmpty ? [] : ["[\(listed)]"])
        return "let models: [any PersistentModel.Type] = \(parts.joined(separator: " + "))"
    }
}
