/// An option as a command declares it, once: parsing, help and completions take its specification, and the command its value.
///
/// ```swift
/// static let force = Flag("--force", "replace the fixture of a version that no release tag has")
/// …
/// if context.invocation[Self.force] { … }
/// ```
protocol DeclaredOption: Sendable {
    var specification: CommandSpecification.Option { get }
}

/// A switch: `true` if it is given.
struct Flag: DeclaredOption {
    let specification: CommandSpecification.Option

    init(_ name: String, short: String? = nil, _ help: String) {
        specification = CommandSpecification.Option(name: name, shortName: short, help: help)
    }

    /// The option of every command that can show what it would write.
    static let dryRunName = "--dry-run"
    /// The switch of every command that writes sources or fixtures and can show them instead.
    static func dryRun(_ help: String) -> Flag { Flag(dryRunName, help) }
}

/// An option with one value, the last one that is given.
struct TextOption: DeclaredOption {
    let specification: CommandSpecification.Option

    init(_ name: String, short: String? = nil, value: String, _ help: String) {
        specification = CommandSpecification.Option(name: name, shortName: short, value: value, help: help)
    }
}

/// An option whose value is a list, with commas, and which may be repeated.
struct ListOption: DeclaredOption {
    let specification: CommandSpecification.Option

    init(_ name: String, value: String, _ help: String) {
        specification = CommandSpecification.Option(name: name, value: value, help: help)
    }
}

/// The options that every command accepts, or every command over a project.
enum CommonOptions {
    static let project = TextOption("--project", value: "DIR", "the project's folder (default: this one)")
    static let fixtures = TextOption(
        "--fixtures", value: "DIR", "the fixture tree (default: Fixtures or FreezeRay/Fixtures)")
    static let plan = TextOption("--plan", value: "NAME", "the group of this migration plan alone")
    static let schema = TextOption("--schema", value: "NAME", "the group of this schema alone")
    static let models = ListOption("--models", value: "A,B", "the models of an app without a VersionedSchema")
    static let model = ListOption(
        "--model", value: "FILE", "a Core Data model of the project: App.xcdatamodeld (may be repeated)")
    static let target = TextOption(
        "--target", value: "NAME", "the files of this target of an Xcode project or package alone")
    static let includeTests = Flag("--include-tests", "read folders of tests too")
    static let noCache = Flag("--no-cache", "read every source anew")
    static let format = TextOption("--format", value: "text|json", "how results are written (default: text)")
    static let quiet = Flag("--quiet", short: "-q", "results alone, without progress and hints")
    static let help = Flag("--help", short: "-h", "show this help")

    /// In the order of the help.
    static var all: [CommandSpecification.Option] {
        let declared: [any DeclaredOption] = [
            project, fixtures, plan, schema, models, model, target, includeTests, noCache, format, quiet, help,
        ]
        return declared.map(\.specification)
    }
}
