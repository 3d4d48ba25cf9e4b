import PermafrostModel
import PermafrostSource

/// PF0125: A container opens another store than at the base of a change, or a new container opens a store of its own.
struct StoreMoved: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0125", name: "StoreMoved", severity: .error, gates: [.check],
        summary: "A container opens another file than at the base, or its store starts to sync.",
        failure: """
            The URL, name and app group of a ModelConfiguration determine the store's file. With another file, the app \
            starts with an empty store, and the users' data stays in the old file. The same is true for the file of a Core \
            Data store, such as one in an app group. A store that starts to sync uploads its rows to the user's iCloud \
            account. A new container without a configuration opens the default store, which is empty if the app's other \
            containers open another file. check finds this with --base.
            """,
        fix: """
            Restore the configuration, or move the old file before the container opens the new one: the store with its -wal \
            and -shm files. To keep a store local, pass cloudKitDatabase: .none.
            """,
        reads: ["the store that the container opens", "the store that it opens at the base"],
        source: .contract("a container keeps opening the store of the last release"),
        assumption: """
            The finding is a warning if code may move the old file, if a new container has an address of its own, if an \
            address at the base can't be read, or if the store starts to sync. These may be intended. For Core Data, it is a \
            warning that assumes that no other code determines the file.
            """)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        guard let earlier = facts.settings.earlier else { return [] }
        let moves = StoreMoves(from: earlier.project, to: facts.project).all
        return moves.map { move -> Finding in
            let title = move.container.title
            let reference = earlier.reference
            func message(_ now: String, _ old: StorePlace, _ advice: String) -> Finding.Message {
                .init(
                    what: "\(title) opens \(now), but at \(reference) it opens \(Self.name(of: old))",
                    affected:
                        "users with a store from \(reference). The app starts without their data, which stays in the old "
                        + "file",
                    fix: "Restore the configuration from \(reference)\(advice)")
            }
            switch move.kind {
            case .file(let old, let new):
                let mayMove = StoreFileCode.exists(in: facts.project)
                return finding(
                    message(
                        Self.name(of: new), old,
                        mayMove
                            ? ". If code moves the old file first, this is intended"
                            : ", or move the old file before the container opens the new one"),
                    severity: mayMove ? .warning : .error, at: move.container.location)
            case .memory(let old): return finding(message("a store in memory", old, ""), at: move.container.location)
            case .added(let new, let old):
                // A container with an address of its own is probably meant to be another one.
                let mayBeIntended = !new.isDefault || StoreFileCode.exists(in: facts.project)
                return finding(
                    .init(
                        what: "\(title) opens \(Self.name(of: new)), which no container at \(reference) opens. There, "
                            + "the same models are in \(Self.name(of: old))",
                        affected:
                            "users with a store from \(reference), if the app uses this container instead. The app "
                            + "starts without their data",
                        fix: "Use the configuration of the container that opens \(Self.name(of: old))"
                            + (mayBeIntended ? ". If this is a store of its own, nothing needs to be done" : "")),
                    severity: mayBeIntended ? .warning : .error, at: move.container.location)
            case .unread(let new):
                return finding(
                    .init(
                        what: "\(title) opens \(Self.name(of: new)). It wasn't compared with the store at "
                            + "\(reference), because the store's address there can't be read",
                        affected: "users with a store from \(reference), if it is another file. The app starts without "
                            + "their data",
                        fix: "If the store had an address of its own, restore the configuration from \(reference)"),
                    severity: .warning, at: move.container.location)
            case .sync:
                return finding(
                    .init(
                        what: "The store of \(title) syncs with CloudKit, and at \(reference) it doesn't",
                        affected:
                            "users with a store from \(reference). Their rows are uploaded to their iCloud account",
                        fix: "If this isn't intended, pass cloudKitDatabase: .none to its ModelConfiguration"),
                    severity: .warning, at: move.container.location)
            }
        } + [coreDataMove(since: earlier)].compactMap(\.self)
    }

    /// Returns the finding about a project whose only Core Data store has another file than at the base.
    private func coreDataMove(since earlier: EarlierProject) -> Finding? {
        let old = Set(earlier.project.declarations.coreDataPlaces.map(\.path))
        let now = facts.project.declarations.coreDataPlaces
        guard old.count == 1, let before = old.first, Set(now.map(\.path)).count == 1, let place = now.first,
            place.path != before, !StoreFileCode.moves(in: facts.project)
        else { return nil }
        return finding(
            .init(
                what: "The Core Data store is \(place.path), but at \(earlier.reference) it is \(before)",
                affected:
                    "users with a store from \(earlier.reference). The app starts without their data, which stays in the old "
                    + "file. This assumes that no other code determines the file",
                fix:
                    "Restore the file from \(earlier.reference), or move the old store with replacePersistentStore before "
                    + "the new one is loaded"),
            severity: .warning, at: place.location)
    }

    /// Returns a store's name, with its folder unless it is the default one.
    private static func name(of place: StorePlace) -> String {
        guard !place.isDefault, place.path.count > 1 else { return place.title }
        let folder = place.path.dropLast().joined(separator: "/")
        return folder == StorePlace.named(nil).path.dropLast().joined(separator: "/")
            ? place.title : "\(place.title) (\(folder))"
    }
}
