import Foundation

/// One question to SwiftData: what it makes of a declaration, or what it does.
struct Probe: Sendable {
    /// What a probe asks about.
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

    /// A part of a probe that runs in a process of its own.
    struct Step: Sendable {
        /// What the step does; also the name of the fact that says how it ended: `done`, `refused with …`.
        let name: String
        /// How long the process may take, in seconds.
        var timeLimit = 60.0
        let run: @Sendable (ProbeFolder) throws -> [Fact]

        init(_ name: String, timeLimit: Double = 60, run: @escaping @Sendable (ProbeFolder) throws -> [Fact]) {
            self.name = name
            self.timeLimit = timeLimit
            self.run = run
        }
    }

    /// A store that a probe leaves behind, to be compared with what Permafrost makes of the declaration.
    struct Store: Sendable {
        /// The store's name in the probe's folder.
        var name = ProbeFolder.storeName
        /// The `VersionedSchema` of the kit, or the fixture of an example, that the store is of.
        let schema: String
        /// The models whose rows are compared.
        var rows: [String] = []
        /// What of the store's tables is compared. Those of a migrated store may have their columns in another order.
        var layout = Layout.tablesAndIndexes
    }

    /// What of a store's tables is compared.
    enum Layout: Sendable {
        case tablesAndIndexes, indexes, nothing
    }

    /// The sample rows of a fixture, all of which are expected.
    struct Sample: Sendable {
        /// The `VersionedSchema` that the fixture is of.
        let schema: String
        /// The models whose rows are counted.
        let models: [String]
    }

    /// A name for the command line: `stages-out-of-order`.
    let name: String
    let theme: Theme
    /// The question, in a few words.
    let title: String
    /// The rule of Permafrost that the answer proves or refutes, and where it is relied on.
    let rule: String
    /// What the rule expects, beside what is computed. A step that is not mentioned is expected to end with `done`.
    var expected: [Fact] = []
    /// Two versions whose difference says how the step `opening` ends.
    var change: (from: String, to: String)?
    /// The fixture whose rows are expected: the facts `rows of MODEL`.
    var sample: Sample?
    var stores: [Store] = []
    var onLinux: [LinuxDifference] = []
    let steps: [Step]

    /// Whether some of what to expect is computed.
    var hasPredictions: Bool { !stores.isEmpty || change != nil || sample != nil }
}

extension Probe {
    /// A probe of one declaration: a store is made, and compared with what Permafrost reads in the source.
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

    /// A probe of what becomes of a store of one version that is opened as another one, each in a process of its own.
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

    /// The probe with one step more.
    func followed(by name: String, run: @escaping @Sendable (ProbeFolder) throws -> [Fact]) -> Probe {
        Probe(
            name: self.name, theme: theme, title: title, rule: rule, expected: expected, change: change, sample: sample,
            stores: stores, onLinux: onLinux, steps: steps + [Step(name, run: run)])
    }
}

/// What a step asks about is newer than the system.
struct NeedsNewerSystem: Error {
    /// The least system: `macOS 15`.
    let system: String
}
