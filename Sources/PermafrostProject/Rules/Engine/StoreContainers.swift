import PermafrostModel
import PermafrostSource

/// The containers of users' stores, with the entities that each stores.
struct StoreContainers {
    /// A container's use of a store.
    struct User {
        var container: ContainerDeclaration
        var store: ContainerDeclaration.Store
        var entities: [String: LintInput.StoredEntity]
        /// The position in the order of the sources.
        var position: Int

        /// The models that the store holds.
        var content: ContainerDeclaration.Content { store.content ?? container.content }

        /// Returns whether another container comes first in the sources.
        func isAfter(_ other: User) -> Bool { position > other.position }

        /// Returns the relation of two stores' locations.
        func relation(to other: User) -> StorePlace.Relation {
            container.relation(of: store, to: other.store, of: other.container)
        }
    }

    /// Containers that have a location, a process and their builds in common.
    private struct Key: Hashable {
        var place: StorePlace
        var processes: Set<String>
        var hasUnknownProcess: Bool
        var module: String?
        var builds: Set<String>?
    }

    /// The maximum number of different keys at a location that are compared.
    private static let limit = 64

    private(set) var all: [User] = []
    /// The users with the most entities for each key, by location.
    private var largest: [StorePlace: [Key: User]] = [:]

    /// Collects the containers that a release compiles and whose stores are on disk, at a known location.
    init(_ input: LintInput) {
        for container in input.containers
        where container.opensUsersStore && container.isReleased && [.container, .modifier].contains(container.form) {
            for store in container.stores where !store.isInMemory && store.place.isKnown {
                guard let entities = input.entities(of: store.content ?? container.content), !entities.isEmpty else {
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

    /// Returns the use of the same store with the most entities; nil if there is no other.
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
        // Of two uses with as many entities, the first one in the sources counts as richer.
        return richest.entities.count == user.entities.count && user.isAfter(richest) ? richest : nil
    }

    /// Returns the list of models for all containers of a store, as Swift code.
    func list(for user: User, _ richest: User) -> String {
        if case .schema(let name) = richest.content, user.entities.keys.allSatisfy({ richest.entities[$0] != nil }) {
            return "Schema(versionedSchema: \(name).self)"
        }
        let names = Set(Self.names(of: richest) + Self.names(of: user)).sorted()
        return "let models: [any PersistentModel.Type] = [\(names.map { $0 + ".self" }.joined(separator: ", "))]"
    }

    private static func names(of user: User) -> [String] {
        guard case .models(let listed, _) = user.content else { return user.entities.keys.sorted() }
        return listed.map(\.name)
    }
}
