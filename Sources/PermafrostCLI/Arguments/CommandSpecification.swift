/// What one command takes: the single source for parsing, help and suggestions.
struct CommandSpecification: Sendable {
    /// The command's name.
    let name: String
    /// What it takes beside options, for the usage line: `VERSION`.
    let operands: String
    /// How many operands it takes.
    let operandCount: ClosedRange<Int>
    /// What it does, in a line.
    let summary: String
    /// More on it, in paragraphs.
    let discussion: String
    /// Its own options.
    let options: [OptionSpecification]

    /// An option by its name with dashes, the common ones included.
    func option(_ name: String) -> OptionSpecification? {
        (options + OptionSpecification.common).first { $0.name == name || $0.shortName == name }
    }

    /// The command of a name.
    static func named(_ name: String) -> CommandSpecification? { all.first { $0.name == name } }

    /// Every command.
    static let all: [CommandSpecification] = [
        CommandSpecification(
            name: "freeze", operands: "VERSION", operandCount: 0...1,
            summary: "write a declared version as a fixture: a real store, its model and checksums",
            discussion: """
                Writes Fixtures/VERSION/: a SQLite store that Apple's framework would recognise, with sample rows; its \
                model in JSON; its DDL; checksums. A frozen version does not change: freezing it again is refused \
                without --force.
                """,
            options: [
                OptionSpecification(name: "--all", help: "freeze every version that is not frozen yet"),
                OptionSpecification(
                    name: "--rows", value: "N", help: "sample rows for each entity (default 8, 0 for none)"),
                OptionSpecification(name: "--force", help: "replace a version that is frozen, in one step"),
            ]),
        CommandSpecification(
            name: "check", operands: "", operandCount: 0...0,
            summary: "fail where a fixture is damaged or a frozen version's declaration has changed",
            discussion: """
                Compares every fixture with its checksums and with what the sources declare today, and names each \
                property that changed, its line, who is hit and what to do. Exit 0: nothing. 1: drift or damage. \
                2: could not run, or not fully.
                """,
            options: [
                OptionSpecification(name: "--require-frozen", help: "a declared version that is not frozen is an error")
            ]),
        CommandSpecification(
            name: "list", operands: "", operandCount: 0...0,
            summary: "list the versions: declared, frozen, drifted, and the stage to the next",
            discussion: "Shows every version of every group, with its place and how it stands.", options: []),
        CommandSpecification(
            name: "schema", operands: "VERSION", operandCount: 1...1,
            summary: "show the model that the sources declare for a version",
            discussion: "Shows entities, properties, constraints and version hashes, or all of it with --format json.",
            options: []),
        CommandSpecification(
            name: "scaffold", operands: "", operandCount: 0...0,
            summary: "write drift and migration tests for the frozen versions",
            discussion: """
                Writes a test for each frozen version, that it has not drifted, and one for the migration between each two \
                neighbours and from the oldest to the newest. The tests are yours: one that exists is never touched. \
                Exit 0: all is written or was there. 1: the test target lacks dependencies. 2: could not write all.
                """,
            options: [
                OptionSpecification(
                    name: "--tests", value: "DIR", help: "the test target's folder (default: the only one)"),
                OptionSpecification(
                    name: "--framework", value: "xctest|swift-testing",
                    help: "what the tests are written for (default: xctest)"),
            ]),
    ]
}

/// One option of a command.
struct OptionSpecification: Sendable {
    /// The name with its dashes.
    let name: String
    /// A one-letter form.
    var shortName: String?
    /// What its value is called; nil for a switch.
    var value: String?
    /// What it does, in a line.
    let help: String

    /// The options of every command.
    static let common: [OptionSpecification] = [
        OptionSpecification(name: "--project", value: "DIR", help: "the project's folder (default: this one)"),
        OptionSpecification(
            name: "--fixtures", value: "DIR", help: "the fixture tree (default: Fixtures or FreezeRay/Fixtures)"),
        OptionSpecification(name: "--plan", value: "NAME", help: "the group of this migration plan alone"),
        OptionSpecification(name: "--schema", value: "NAME", help: "the group of this schema alone"),
        OptionSpecification(
            name: "--models", value: "A,B", help: "the models of an app without a VersionedSchema"),
        OptionSpecification(name: "--include-tests", help: "read folders of tests too"),
        OptionSpecification(name: "--no-cache", help: "read every source anew"),
        OptionSpecification(name: "--format", value: "text|json", help: "how results are written (default: text)"),
        OptionSpecification(name: "--quiet", shortName: "-q", help: "results alone, without progress and hints"),
        OptionSpecification(name: "--help", shortName: "-h", help: "show this help"),
    ]
}
