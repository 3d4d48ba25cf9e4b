/// The circumstances of an operation that differ from the usual ones. Usually, the store is opened at its own path,
/// every user may read the store, and temporary files are on another volume. The store uses write-ahead logging and has
/// one configuration, and no other process uses the store. Hooks rethrow errors, and the clock runs normally.
public struct VaultSetting: Sendable, Hashable, CustomStringConvertible {
    /// An aspect of the circumstances that can differ independently of the other factors.
    public enum Factor: Sendable, CaseIterable {
        case path, readers, temporaryFolder, journal, configurations, neighbour, hooks, clock

        /// The factor's possible differences from the usual circumstances.
        public var differences: [Difference] { Difference.allCases.filter { $0.factor == self } }
    }

    /// A difference of one factor from the usual circumstances.
    public enum Difference: String, Sendable, CaseIterable {
        /// The store is reached through a symbolic link from another folder.
        case linked
        /// No other user may read the store.
        case ownersAlone = "owners-alone"
        /// Temporary files go to the volume that the store is on.
        case sameVolume = "same-volume"
        /// The store uses a rollback journal (`DELETE`), not write-ahead logging.
        case inJournal = "in-journal"
        /// A second configuration has the same models.
        case overlapping
        /// Another process uses the store meanwhile, repeatedly. It reads everything; saves notes; opens and closes the
        /// store; or saves notes until it is killed.
        case reads, writes, opens
        case killed
        /// A stage or a hook that saves catches the error and continues.
        case catching
        /// The clock jumps months ahead and back.
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

    /// Creates the setting with the given name, such as `linked+reads`. Returns nil if a part of the name isn't a
    /// difference.
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

    /// Returns the difference of a factor, or nil if the factor is as usual.
    public func difference(of factor: Factor) -> Difference? { differences.first { $0.factor == factor } }

    /// The behavior of the other process, or nil if no other process uses the store.
    public var neighbour: Difference? { difference(of: .neighbour) }

    /// The setting's name, such as `linked+reads`.
    public var description: String {
        differences.isEmpty ? "plain" : differences.map(\.rawValue).joined(separator: "+")
    }
}

extension VaultOperation {
    /// Returns the reason that a factor can't differ for the operation, or nil if the factor can differ.
    public func reason(against factor: VaultSetting.Factor) -> String? {
        let isFreeze = self == .freezing || self == .refreezing
        switch factor {
        case .temporaryFolder, .clock: return nil
        case .path where isFreeze: return "Permafrost creates a fixture in a temporary folder, and then moves it."
        case .path: return nil
        case .readers where isFreeze || self == .creation:
            return "There is no store yet, so it can't be unreadable for others."
        case .readers: return nil
        case .journal where isFreeze || self == .creation:
            return "SwiftData always creates stores with a write-ahead log, and fixtures never have one."
        case .journal: return nil
        case .configurations:
            return self == .creation || self == .saves
                ? nil
                : "A safe opening leaves other configurations' models to them. Other operations use only one store."
        case .neighbour: return isFreeze ? "No other process can know a fixture's store before it is moved." : nil
        case .hooks:
            return [.migration, .rollback, .recovery, .progressive].contains(self)
                ? nil : "The operation runs no stage and no hook that saves."
        }
    }
}

/// A function that runs the saves of the stages and hooks in the vault's plans, and can catch their errors.
public enum VaultHooks {
    /// Called when an error is caught; nil if errors aren't caught.
    @TaskLocal public static var caught: (@Sendable () -> Void)?

    static func run(_ body: () throws -> Void) throws {
        do { try body() } catch {
            guard let caught else { throw error }
            caught()
        }
    }
}
