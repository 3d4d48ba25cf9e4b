import PermafrostModel

/// The containers of users' stores, grouped by the store that they open.
///
/// If it isn't known whether two locations are the same, the containers are in one group only if their stores have
/// models in common. A correct app doesn't open one store with unrelated models.
struct StoreGroups {
    /// The containers of one store.
    struct Group {
        /// The name of the store's group of versions.
        var name: String
        /// The store's location, from the first container that determines it. If none does, this is the first location
        /// with a file name, or ``StorePlace/unknown``.
        var place: StorePlace
        /// The containers that open the store, each with its description of the store.
        var members: [Member]
    }

    /// A container with one of its stores.
    struct Member {
        var container: ContainerEvaluator.Evaluated
        var store: ContainerEvaluator.EvaluatedStore
        /// The source locations of the store's classes, including classes that are reachable from the listed ones.
        var classes: Set<SourceLocation>
    }

    /// The maximum number of stores whose locations are compared with each other.
    private static let limit = 256

    private(set) var groups: [Group] = []

    /// Groups containers by the store that they open.
    ///
    /// - Parameter containers: all containers, including previews and containers in memory, which aren't grouped.
    init(_ containers: [ContainerEvaluator.Evaluated]) {
        let members = Self.members(of: containers)
        var buckets: [(key: Key, members: [Member])] = []
        var indices: [Key: Int] = [:]
        for member in members {
            let key = Key(member)
            if let index = indices[key] {
                buckets[index].members.append(member)
            } else {
                indices[key] = buckets.count
                buckets.append((key, [member]))
            }
        }
        var parents = Array(buckets.indices)
        func root(of index: Int) -> Int {
            var index = index
            while parents[index] != index { index = parents[index] }
            return index
        }
        for left in buckets.indices.prefix(Self.limit) {
            for right in buckets.indices.prefix(left)
            where Self.areTogether(buckets[left].members, buckets[right].members) {
                let (first, second) = (root(of: left), root(of: right))
                parents[max(first, second)] = min(first, second)
            }
        }
        let joined = Dictionary(grouping: buckets.indices, by: root).sorted { $0.key < $1.key }.map { $0.value }
        add(joined.map { $0.flatMap { buckets[$0].members } })
    }

    private struct Key: Hashable {
        var place: StorePlace
        var processes: Set<String>
        var hasUnknownProcess: Bool
        var module: String?
        var classes: Set<SourceLocation>?

        init(_ member: Member) {
            place = member.store.store.place
            processes = member.container.declaration.processes
            hasUnknownProcess = member.container.declaration.hasUnknownProcess
            module = member.container.declaration.module
            classes = place.isKnown ? nil : member.classes
        }
    }

    private static func members(of containers: [ContainerEvaluator.Evaluated]) -> [Member] {
        containers.filter { !$0.declaration.isPreview }.flatMap { container in
            container.stores.filter { !$0.store.isInMemory }.compactMap { store in
                guard case .models(_, let closure) = store.content else { return nil }
                return Member(container: container, store: store, classes: Set(closure.map(\.location)))
            }
        }
    }

    private static func areTogether(_ left: [Member], _ right: [Member]) -> Bool {
        left.contains { first in
            right.contains { second in
                let relation = first.container.declaration.relation(
                    of: first.store.store, to: second.store.store, of: second.container.declaration)
                switch relation {
                case .same: return true
                case .different: return false
                case .unknown: return !first.classes.isDisjoint(with: second.classes)
                }
            }
        }
    }

    /// Adds a group for each list of members, with a unique name.
    private mutating func add(_ joined: [[Member]]) {
        var names: Set<String> = []
        for members in joined {
            let places = members.map(\.store.store.place)
            let place = places.first(where: \.isKnown) ?? places.first { $0.fileName != nil } ?? StorePlace.unknown
            var name = place.groupName ?? DeclaredVersion.unversionedName
            if names.contains(name), place.groupName == nil,
                case .models(let listed, _)? = members.first?.store.content,
                let first = listed.first
            {
                name = first.entity + DeclaredVersion.unversionedName
            }
            let base = name
            var number = 2
            while !names.insert(name).inserted {
                name = "\(base)\(number)"
                number += 1
            }
            groups.append(Group(name: name, place: place, members: members))
        }
    }
}
