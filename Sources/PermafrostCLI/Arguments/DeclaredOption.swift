/// An option of a command. Parsing, help and completions use the option's specification. The command reads the option's
/// value from the invocation.
///
/// ```swift
/// static let force = Flag("--force", "replace a version's fixture if no release tag contains it")
/// …
/// if context.invocation[Self.force] { … }
/// ```
protocol DeclaredOption: Sendable {
    var specification: CommandOption { get }
}

/// An option without a value, such as `--quiet`.
struct Flag: DeclaredOption {
    let specification: CommandOption

    init(_ name: String, short: String? = nil, _ help: String, hasSideEffect: Bool = false) {
        specification = CommandOption(
            name: name, shortName: short, help: help, hasSideEffect: hasSideEffect)
    }

    /// The name of the dry-run option, which is the same for every command.
    static let dryRunName = "--dry-run"
    /// Returns the `--dry-run` flag with a command's help text.
    static func dryRun(_ help: String) -> Flag { Flag(dryRunName, help) }
    /// Returns the `--verbose` flag with a command's help text.
    static func verbose(_ help: String) -> Flag { Flag("--verbose", help) }
}

/// An option with a value. If the option is given several times, the last value is used.
struct TextOption: DeclaredOption {
    let specification: CommandOption

    init(_ name: String, short: String? = nil, value: String, _ help: String, hasSideEffect: Bool = false) {
        specification = CommandOption(
            name: name, shortName: short, value: value, help: help, hasSideEffect: hasSideEffect)
    }
}

/// An option with a comma-separated list of values. The option can be given several times.
struct ListOption: DeclaredOption {
    let specification: CommandOption

    init(_ name: String, value: String, _ help: String) {
        specification = CommandOption(name: name, value: value, help: help, isList: true)
    }
}

/// The options that commands share. Commands that don't work on a project accept only `--format`, `--quiet` and
/// `--help`.
enum CommonOptions {
    static let project = TextOption("--project", value: "DIR", "the project's folder (default: the current one)")
    static let fixtures = TextOption(
        "--fixtures", value: "DIR", "the fixture tree (default: Fixtures or FreezeRay/Fixtures)")
    static let plan = TextOption("--plan", value: "NAME", "only this migration plan")
    static let schema = TextOption("--schema", value: "NAME", "only the group that contains this schema")
    static let models = ListOption("--models", value: "A,B", "the models of an app without a VersionedSchema")
    static let model = ListOption(
        "--model", value: "FILE", "only this Core Data model: App.xcdatamodeld (may be repeated)")
    static let target = TextOption(
        "--target", value: "NAME", "read only the files of this target of an Xcode project or package")
    static let platform = TextOption(
        "--platform", value: "NAME", "the platform whose stores are frozen (default: iOS, if the app is built for iOS)")
    static let includeTests = Flag("--include-tests", "also read test folders")
    static let noCache = Flag("--no-cache", "ignore the cache")
    static let format = TextOption("--format", value: "text|json", "the format of results (default: text)")
    static let quiet = Flag("--quiet", short: "-q", "print results only")
    static let help = Flag("--help", short: "-h", "show this help")

    /// The common options, in the order that the help lists them.
    static var all: [CommandOption] {
        let declared: [any DeclaredOption] = [
            project, fixtures, plan, schema, models, model, target, platform, includeTests, noCache, format, quiet,
            help,
        ]
        return declared.map(\.specification)
    }
}
