/// What differs around an operation from the usual: a store that is reached at its own path, read by all, with its temporary
/// files on another volume and write-ahead logging, of one configuration, which nobody else uses, with hooks that throw what
/// they are thrown, and a clock that goes as clocks do.
public struct VaultSetting: Sendable, Hashable, CustomStringConvertible {
    /// What can differ, each for itself.
    public enum Factor: Sendable, CaseIterable {
        case path, readers, temporaryFolder, journal, configurations, neighbour, hooks, clock

        /// The ways in which it differs from the usual.
        public var differences: [Difference] { Difference.allCases.filter { $0.factor == self } }
    }

    /// A way in which a factor differs.
    public enum Difference: String, Sendable, CaseIterable {
        /// The store is reached through a symbolic link from another folder.
        case linked
        /// No other user may read the store.
        case ownersAlone = "owners-alone"
        /// Temporary files go to the volume that the store is on.
        case sameVolume = "same-volume"
        /// The store does not use write-ahead logging, but a rollback journal (`DELETE`).
        case inJournal = "in-journal"
        /// A second configuration holds the same models.
        case overlapping
        /// Another process uses the store meanwhile, again and again: reads it all; saves notes; opens and closes it; saves notes
        /// until it is killed.
        case reads, writes, opens
        case killed
        /// What saves in a stage or a hook catches the error, and goes on.
        case catching
        /// The clock goes months ahead and back.
        case jumpingClock = "jumping-clock"

        var factor: Factor {
            switch self {
            case .linked: .path
            case .ownersAlone: .readers
            case .sameVolume: .temporaryFolder
            case .inJournal: .journal
            case .overlapping: .configurations
            case .reads, .writes, .opens, .killed: .neighbour
            case .catching: .hooks
            case .jumpingClock: .clock
            }
        }
    }

    public static let plain = VaultSetting([])

    private let differences: [Difference]

    public init(_ differences: [Difference]) {
        self.differences = Difference.allCases.filter { differences.contains($0) }
    }

    /// The setting of a name; nil if there is none.
    public init?(name: String) {
        guard name != Self.plain.description else {
            self = .plain
            return
        }
        var differences: [Difference] = []
        for part in name.split(separator: "+") {
            guard let difference = Difference(rawValue: String(part)) else { return nil }
            differences.append(difference)
        }
        self.init(differences)
    }

    public func has(_ difference: Difference) -> Bool { differences.contains(difference) }

    /// How a factor differs; nil if it is as usual.
    public func difference(of factor: Factor) -> Difference? { differences.first { $0.factor == factor } }

    /// What another process does meanwhile; nil if there is none.
    public var neighbour: Difference? { difference(of: .neighbour) }

    /// Its name: `linked+reads`, say.
    public var description: String {
        differences.isEmpty ? "plain" : differences.map(\.rawValue).joined(separator: "+")
    }
}

extension VaultOperation {
    /// Why a factor cannot differ for the operation; nil if it can.
    public func reason(against factor: VaultSetting.Factor) -> String? {
        let isFreeze = self == .freezing || self == .refreezing
        switch factor {
        case .temporaryFolder, .clock: return nil
        case .path where isFreeze: return "A fixture is made in a folder of its own, and then moved to its place."
        case .path: return nil
        case .readers where isFreeze || self == .creation:
            return "There is no store yet that others may not read."
        case .readers: return nil
        case .journal where isFreeze || self == .creation:
            return "SwiftData makes a store with write-ahead logging; a fixture never has any."
        case .journal: return nil
        case .configurations:
            return self == .creation || self == .saves
                ? nil
                : "What opens a store safely leaves to other configurations what their schemas name; the rest knows one store."
        case .neighbour: return isFreeze ? "Nobody knows the store of a fixture until it is at its place." : nil
        case .hooks:
            return [.migration, .rollback, .recovery, .progressive].contains(self)
                ? nil : "It runs no stage and no hook that saves."
        }
    }
}

/// Where a stage and a hook of the vault's plans save.
public enum VaultHooks {
    /// Called when something is caught; nil if nothing is to be.
    @TaskLocal public static var caught: (@Sendable () -> Void)?

    static func run(_ body: () throws -> Void) throws {
        do { try body() } catch {
            guard let caught else { throw error }
            caught()
        }
    }
}
