import Foundation

/// An experiment with SwiftData: how it reads a declaration, or how it behaves.
struct Probe: Sendable {
    /// The subject of a probe.
    enum Theme: String, Codable, CaseIterable, Sendable {
        case kit = "The kit itself"
        case examples = "The examples"
        case shapes = "Shapes of a declaration"
        case layout = "What a store holds"
        case migration = "What a lightweight migration can do"
        case plans = "Plans and their stages"
        case containers = "Containers and contexts"
        case platform = "The platform's files"
    }

    /// A part of a probe that runs in its own process.
    struct Step: Sendable {
        /// A description of the step. It is also the name of the fact with its outcome: `done`, `refused with …`.
        let name: String
        /// The time limit of the process, in seconds.
        var timeLimit = 60.0
        let run: @Sendable (ProbeFolder) throws -> [Fact]

        init(_ name: String, timeLimit: Double = 60, run: @escaping @Sendable (ProbeFolder) throws -> [Fact]) {
            self.name = name
            self.timeLimit = timeLimit
            self.run = run
        }
    }

    /// A store that a probe creates. It is compared with Permafrost's expectation for the declaration.
    struct Store: Sendable {
        /// The store's name in the probe's folder.
        var name = ProbeFolder.storeName
        /// The type name of the version that the store belongs to, in the kit or in an example.
        let schema: String
        /// The models whose rows are compared.
        var rows: [String] = []
        /// The compared parts of the store's tables. The columns of a migrated store may have a different order.
        var layout = Layout.tablesAndIndexes
    }

    /// The compared parts of a store's tables.
    enum Layout: Sendable {
        case tablesAndIndexes, indexes, nothing
    }

    /// The sample rows of a fixture. The probe expects all of them.
    struct Sample: Sendable {
        /// The type name of the fixture's version.
        let schema: String
        /// The models whose rows are counted.
        let models: [String]
    }

    /// The name on the command line, such as `stages-out-of-order`.
    let name: String
    let theme: Theme
    /// A short description of the experiment.
    let title: String
    /// The rule of Permafrost that the result confirms or refutes, and the code that relies on it.
    let rule: String
    /// The facts that the rule predicts, in addition to the computed ones. Steps that aren't listed must end with
    /// `done`.
    var expected: [Fact] = []
    /// Two versions whose difference predicts how the step `opening` ends.
    var change: (from: String, to: String)?
    /// The fixture whose rows are expected, as facts named `rows of MODEL`.
    var sample: Sample?
    var stores: [Store] = []
    /// Whether SwiftData for Linux predicts the facts that the steps return.
    var recordsFacts = false
    var onLinux: [LinuxDifference] = []
    let steps: [Step]

    /// Whether some of the expectations are computed.
    var hasPredictions: Bool { !stores.isEmpty || change != nil || sample != nil || recordsFacts }
}

extension Probe {
    /// Returns a probe of one declaration: it creates a store, and compares it with Permafrost's reading of the source.
    static func shape(
        _ name: String, _ title: String, rule: String, schema: String, rows: [String] = [], expected: [Fact] = [],
        onLinux: [LinuxDifference] = [], make: @escaping @Sendable (ProbeFolder) throws -> Void
    ) -> Probe {
        Probe(
            name: name, theme: .shapes, title: title, rule: rule, expected: expected,
            stores: [Store(schema: schema, rows: rows)], onLinux: onLinux,
            steps: [
                Step("making") { folder in
                    try make(folder)
                    return []
                }
            ])
    }

    /// Returns a probe that opens a store of one version as another version. Each step has its own process.
    static func opening(
        _ name: String, _ title: String, theme: Theme = .migration, rule: String,
        change: (from: String, to: String)? = nil, expected: [Fact] = [], onLinux: [LinuxDifference] = [],
        make: @escaping @Sendable (ProbeFolder) throws -> Void,
        open: @escaping @Sendable (ProbeFolder) throws -> [Fact]
    ) -> Probe {
        Probe(
            name: name, theme: theme, title: title, rule: rule, expected: expected, change: change, onLinux: onLinux,
            steps: [
                Step("making") { folder in
                    try make(folder)
                    return []
                },
                Step("opening", run: open),
            ])
    }

    /// Returns the probe with an additional step.
    func followed(by name: String, run: @escaping @Sendable (ProbeFolder) throws -> [Fact]) -> Probe {
        Probe(
            name: self.name, theme: theme, title: title, rule: rule, expected: expected, change: change, sample: sample,
            stores: stores, onLinux: onLinux, steps: steps + [Step(name, run: run)])
    }
}

/// The error that a step throws if it needs a newer system.
struct NeedsNewerSystem: Error {
    /// The minimum system, such as `macOS 15`.
    let system: String
}
