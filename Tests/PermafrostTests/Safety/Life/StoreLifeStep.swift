#if os(Linux)
    import PermafrostTestSupport

    /// A step in the life of a store: something that an app, its user, another process or the system does.
    struct StoreLifeStep: CustomStringConvertible {
        /// The version of the app that opens the store.
        enum App: CaseIterable { case old, new }

        /// The moment of a launch at which another process saves a note.
        enum Moment: CaseIterable { case beforeMigration, afterMigration }

        /// The part of a migration that throws.
        enum Failure: CaseIterable { case preMigration, stage, postMigration }

        /// A call that a kill interrupts.
        enum Call {
            case launch, failingLaunch, progressiveLaunch, setAside
            case restore(Int)
        }

        /// Numbers select one of the items that exist at that time.
        enum Action {
            /// The app saves a note. If it dies, the note is only in the `-wal`.
            case write(App, hasValue: Bool, dies: Bool)
            case edit(Int)
            case deleteNote(Int)
            case launch(neighbour: Moment?)
            case launchWithoutSpace
            case progressiveLaunch
            case fail(Failure, neighbour: Moment?)
            case restore(Int)
            case setAside
            case removeKept(Int)
            /// The app deletes the store's files, or the folder at their path.
            case deleteStore
            /// The app creates an empty folder at the path, if nothing is there.
            case makeFolder
            /// A bit of a backup changes.
            case damageBackup(Int)
            /// The user removes the journal of an unfinished migration or restore.
            case removeJournal
            /// Another process opens the store, saves a note and closes the store.
            case visit
            /// Another process has the store open during a launch whose hook fails, and then saves a note.
            case stay
            /// The process ends before the given file operation of a call.
            case kill(Call, before: Int)
        }

        /// The index of the store.
        let store: Int
        let action: Action
        /// Whether the clock jumps months ahead and back during the step.
        let clockJumps: Bool

        var description: String { "store \(store): \(action)" + (clockJumps ? ", the clock jumps" : "") }

        /// Returns random steps.
        ///
        /// - Parameter waits: whether another process may have the store open during a rollback, which then waits for a
        ///   second.
        static func random(_ count: Int, waits: Bool, _ random: inout SeededGenerator) -> [StoreLifeStep] {
            (0..<count).map { _ in
                StoreLifeStep(
                    store: Int.random(in: 0..<4, using: &random) / 3, action: action(waits, &random),
                    clockJumps: Int.random(in: 0..<8, using: &random) == 0)
            }
        }

        private static func action(_ waits: Bool, _ random: inout SeededGenerator) -> Action {
            func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
            func moment() -> Moment? { chance(2) ? Moment.allCases.randomElement(using: &random) : nil }
            let number = Int.random(in: 0..<100, using: &random)
            switch Int.random(in: 0..<40, using: &random) {
            case 0..<6:
                return .write(
                    App.allCases.randomElement(using: &random) ?? .old, hasValue: chance(4), dies: chance(3))
            case 6: return .edit(number)
            case 7: return .deleteNote(number)
            case 8: return .launch(neighbour: moment())
            case 9: return .launchWithoutSpace
            case 10: return .progressiveLaunch
            case 11..<20:
                return .fail(
                    chance(2) ? .postMigration : Failure.allCases.randomElement(using: &random) ?? .stage,
                    neighbour: moment())
            case 20..<24: return .restore(number)
            case 24: return .setAside
            case 25: return .removeKept(number)
            case 26: return .deleteStore
            case 27: return .makeFolder
            case 28: return .damageBackup(number)
            case 29: return .removeJournal
            case 30..<32: return waits && chance(3) ? .stay : .visit
            default:
                let calls: [Call] = [
                    .launch, .failingLaunch, .failingLaunch, .progressiveLaunch, .setAside, .restore(number),
                    .restore(number),
                ]
                let call = calls.randomElement(using: &random) ?? .launch
                return .kill(call, before: Int.random(in: 0..<70, using: &random))
            }
        }
    }
#endif
