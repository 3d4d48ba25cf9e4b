import Foundation
import PermafrostModel
import PermafrostSource

/// The containers that open another store than at the base of a change, although they have the same models, and the new
/// containers that open a store besides the base's.
struct StoreMoves {
    /// A container's store that differs from the one at the base.
    struct Move {
        enum Kind {
            /// The container opens another file.
            case file(from: StorePlace, to: StorePlace)
            /// The container opens a store in memory.
            case memory(from: StorePlace)
            /// The container is new, and no container of the base opens its file. Containers of the base that open other
            /// files still do.
            case added(StorePlace, besides: StorePlace)
            /// The container opens the default store. At the base, the address of the store can't be read.
            case unread(now: StorePlace)
            /// The store is the same, but it syncs with CloudKit now.
            case sync
        }

        let kind: Kind
        let container: ContainerDeclaration
    }

    /// A container's use of a store, with the names of the store's entities.
    private struct Use {
        let container: ContainerDeclaration
        let store: ContainerDeclaration.Store
        let entities: Set<String>

        /// Whether the sources show which file the container opens. A constant that can't be evaluated doesn't show it.
        var hasReadAddress: Bool {
            if case .constant = store.place.root { return false }
            return !store.isInMemory && store.place.isKnown
        }

        func sharesModels(with other: Use) -> Bool { !entities.isDisjoint(with: other.entities) }
    }

    private(set) var all: [Move] = []

    init(from earlier: Project, to project: Project) {
        let (before, now) = (Self.uses(of: earlier), Self.uses(of: project))
        var seen: Set<SourceLocation> = []
        var moved: Set<StorePlace> = []
        for old in before where old.store.place.isKnown && old.store.isKnown && !old.store.isInMemory {
            let candidates = now.filter { !$0.entities.isDisjoint(with: old.entities) }
            let relations = candidates.map { Self.relation(of: old, to: $0) }
            // A store that a container also opens at the base doesn't replace another one.
            let isKnown = candidates.contains { new in before.contains { Self.isSame($0, new) } }
            if let index = relations.firstIndex(of: .same) {
                let new = candidates[index]
                if Self.startsToSync(old, new), seen.insert(new.container.location).inserted {
                    all.append(Move(kind: .sync, container: new.container))
                }
            } else if !isKnown, let new = candidates.first, relations.allSatisfy({ $0 == .different }),
                seen.insert(new.container.location).inserted
            {
                let kind: Move.Kind =
                    new.store.isInMemory
                    ? .memory(from: old.store.place) : .file(from: old.store.place, to: new.store.place)
                all.append(Move(kind: kind, container: new.container))
                moved.insert(old.store.place)
            }
        }
        for new in now
        where new.store.isKnown && new.hasReadAddress && !before.contains(where: { Self.isSame($0, new) }) {
            // The finding about a store that moved names one of its containers.
            let others = before.filter { !moved.contains($0.store.place) }
            guard let kind = Self.addition(of: new, among: now, to: others) else { continue }
            if seen.insert(new.container.location).inserted { all.append(Move(kind: kind, container: new.container)) }
        }
    }

    /// Returns the finding's kind for a container whose file no container of the base is known to open. Returns nil if the
    /// base has no container of the same models in the same program, or if the container may be intended.
    private static func addition(of new: Use, among now: [Use], to before: [Use]) -> Move.Kind? {
        let old = before.filter { use in
            !use.store.isInMemory && use.sharesModels(with: new) && use.container.mayRun(with: new.container)
        }
        if let other = old.first, old.allSatisfy({ $0.hasReadAddress && relation(of: $0, to: new) == .different }) {
            // Code that opens both stores may copy the rows.
            let opensBoth = now.contains { use in
                use.container.location.file == new.container.location.file && isSame(other, use)
            }
            return opensBoth ? nil : .added(new.store.place, besides: other.store.place)
        }
        guard new.store.place.isDefault, old.contains(where: { !$0.hasReadAddress }),
            !now.contains(where: { !$0.hasReadAddress && !$0.store.isInMemory && $0.sharesModels(with: new) })
        else { return nil }
        return .unread(now: new.store.place)
    }

    /// Returns the uses of stores by containers in release builds whose models are known.
    private static func uses(of project: Project) -> [Use] {
        project.declarations.containers.filter {
            !$0.isPreview && $0.isReleased && [.container, .modifier].contains($0.form)
        }.flatMap { container in
            container.stores.compactMap { store in
                let entities = entities(of: store.content ?? container.content, in: project)
                return entities.isEmpty ? nil : Use(container: container, store: store, entities: entities)
            }
        }
    }

    private static func entities(of content: ContainerDeclaration.Content, in project: Project) -> Set<String> {
        switch content {
        case .schema(let name):
            Set(project.declarations.schemas.first { $0.name == name }?.places.parts.entities.keys.map(\.self) ?? [])
        case .models(_, let closure): Set(closure.map(\.entity))
        case .unknown: []
        }
    }

    /// Returns the relation of a store at the base to a current one. A container for tests or previews may be another
    /// one at the base, so a store in memory is only different if its container has a file at the base.
    private static func relation(of old: Use, to new: Use) -> StorePlace.Relation {
        guard new.store.isKnown else { return .unknown }
        if new.store.isInMemory {
            return old.container.location.file == new.container.location.file ? .different : .unknown
        }
        guard new.store.place.isKnown else { return .unknown }
        if old.store.place == new.store.place { return .same }
        // SwiftData copies the store of a configuration without a URL to the container of the app's first group.
        if old.store.place.root == .home, case .group = new.store.place.root,
            old.store.place.path == new.store.place.path
        {
            return .unknown
        }
        let isFixed = [old.store.place.root, new.store.place.root].allSatisfy { root in
            switch root {
            case .home, .group, .fileSystem: true
            case .automatic, .constant, .unknown: false
            }
        }
        return isFixed || old.store.place.root == new.store.place.root && old.store.place.root == .automatic
            ? .different : .unknown
    }

    private static func isSame(_ old: Use, _ new: Use) -> Bool {
        guard !old.store.isInMemory else {
            return new.store.isInMemory && old.container.location.file == new.container.location.file
        }
        return relation(of: old, to: new) == .same
    }

    /// Returns whether a store certainly syncs now, and certainly didn't at the base.
    private static func startsToSync(_ old: Use, _ new: Use) -> Bool {
        syncs(new) == true && syncs(old) == false
    }

    /// Returns whether a store syncs, or nil if that isn't known.
    private static func syncs(_ use: Use) -> Bool? {
        let entitlements = use.container.entitlements
        switch use.store.cloudKit.databases {
        case [.none]: return false
        case [.explicit]: return true
        case [.automatic]:
            guard entitlements.unknown.isEmpty else { return nil }
            return entitlements.hasCloudKit
        default: return nil
        }
    }
}

extension ContainerDeclaration {
    /// Returns whether a process may create this container and the other one. Another program has another store, also if
    /// it is new.
    fileprivate func mayRun(with other: ContainerDeclaration) -> Bool { sharesProcess(with: other) != false }
}

/// Code that may move or open the file of a store, found by its words.
struct StoreFileCode {
    /// The names of functions that move, copy or replace files.
    private static let moving = [
        "moveItem", "copyItem", "linkItem", "replaceItem", "migratePersistentStore", "replacePersistentStore",
    ]
    /// The names of functions and types that open stores with Core Data.
    private static let opening = ["addPersistentStore", "NSPersistentContainer", "NSPersistentCloudKitContainer"]

    /// Returns whether the project's code, besides tests, has one of these words, or a container whose models aren't
    /// known. Returns true if the files can't be listed, because one of them may have such code.
    static func exists(in project: Project) -> Bool {
        guard !project.declarations.containers.contains(where: { $0.content == .unknown && !$0.isPreview }) else {
            return true
        }
        return mentions(moving + opening, in: project)
    }

    /// Returns whether the project's code, besides tests, may move or copy a file.
    static func moves(in project: Project) -> Bool { mentions(moving, in: project) }

    private static func mentions(_ words: [String], in project: Project) -> Bool {
        let (options, paths) = (project.options, SourcePaths(includesTests: false))
        let contents = SourceContents(of: options)
        guard let files = try? SourceFileList(directory: options.directory).files else { return true }
        let needles = words.map { Data($0.utf8) }
        return files.contains { file in
            guard paths.holdsSource(file.path) else { return false }
            let text = contents.contents(of: file.path)
            return needles.contains { text.range(of: $0) != nil }
        }
    }
}
