import Foundation
import PermafrostStore

/// The tool's commands, in the form that the user must type, which depends on whether a shell, SwiftPM or Xcode runs
/// the tool. Hints mention only commands that the user can run.
package enum ToolCommand {
    /// The environment that runs the tool.
    package enum Caller: String, Sendable {
        /// A shell that runs the `permafrost` command.
        case shell
        /// SwiftPM, which runs this package's plugins as `swift package` commands.
        case swiftPackage = "swift-package"
        /// Xcode, which runs this package's plugins from the project's menu.
        case xcode
    }

    /// The environment variable that plugins set to identify the caller.
    package static let callerVariable = "PERMAFROST_CALLER"
    /// The environment variable that the plugin without write permission sets. If it is set, commands that write to the
    /// project fail.
    package static let readsOnlyVariable = "PERMAFROST_READS_ONLY"

    /// The environment variable that plugins set to this package's name. See ``pluginPackage``.
    package static let packageVariable = "PERMAFROST_PACKAGE"

    /// The environment variable that contains the name of the package with prebuilt tools. A plugin sets it if the
    /// package that it runs in depends on both that package and this one. Both provide plugins with the same verbs, so
    /// `swift package` needs `--package`.
    package static let selectedPackageVariable = "PERMAFROST_SELECTED_PACKAGE"

    /// The option that selects the package whose plugins run, such as `--package permafrost-plugins`, followed by a
    /// space. Empty if ``selectedPackageVariable`` isn't set.
    private static let selection =
        ProcessInfo.processInfo.environment[selectedPackageVariable].flatMap { $0.isEmpty ? nil : "--package \($0) " }
        ?? ""

    /// This package's name in the dependencies of the package that a plugin runs in. Nil if no plugin runs the tool, or
    /// if the plugin didn't set ``packageVariable``.
    package static let pluginPackage =
        ProcessInfo.processInfo.environment[packageVariable].flatMap { $0.isEmpty ? nil : $0 }

    /// The name that other packages' manifests use for this package, such as in `.product(name:package:)`. SwiftPM uses
    /// the last component of the package's URL or path.
    package static let package = pluginPackage ?? "permafrost"

    /// The caller of this process. It is a shell by default.
    package static let caller = caller(in: ProcessInfo.processInfo.environment)

    /// Returns the caller that a process's environment variables identify, or a shell if they don't identify one.
    package static func caller(in environment: [String: String]) -> Caller {
        environment[callerVariable].flatMap(Caller.init) ?? .shell
    }

    /// The plugin commands with write permission, keyed by the subcommand that each one runs.
    package static let writing = [
        "adopt": "adopt", "freeze": "freeze", "init": "init-schemas", "new-version": "new-version",
        "scaffold": "scaffold-tests", "ship": "ship-version", "skill": "write-skill",
    ]

    /// The option that allows a plugin to write to the package without asking the user.
    private static let permission = "--allow-writing-to-package-directory"

    /// Returns a subcommand in the caller's form, such as `permafrost freeze` or `swift package check-schemas`. Returns
    /// a phrase with the plugin's name for Xcode. For SwiftPM, the result includes the option for write permission if
    /// the command writes.
    package static func line(_ command: String, by caller: Caller = caller) -> String {
        switch caller {
        case .shell: "permafrost \(command)"
        case .swiftPackage:
            switch (command, writing[command]) {
            case (_, let verb?): "swift package \(selection)\(permission) \(verb)"
            case ("check", nil): "swift package \(selection)check-schemas"
            default: "swift package \(selection)permafrost \(command)"
            }
        case .xcode:
            "the plugin \(writing[command] ?? (command == "check" ? "check-schemas" : "permafrost \(command)"))"
        }
    }

    /// Returns the command line that writes a baseline. It always runs the installed `permafrost` command, because the
    /// plugin that runs `lint` can't write.
    ///
    /// - Parameters:
    ///   - option: the option of `lint` that writes the baseline.
    ///   - file: the path of the baseline, or nil for the default file.
    ///   - place: the options that specify the project, with their values.
    package static func baselineLine(_ option: String, file: String? = nil, place: [String] = []) -> String {
        let words = place + (file.map { ["--baseline", $0] } ?? [])
        return (["permafrost lint", option] + words.map(\.asShellWord)).joined(separator: " ")
    }
}
