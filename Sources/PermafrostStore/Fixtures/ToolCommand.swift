import Foundation

/// The tool's commands as whoever runs it enters them: hints name commands that the reader has.
package enum ToolCommand {
    /// What runs the tool.
    package enum Caller: String, Sendable {
        /// A shell, with the command `permafrost`.
        case shell
        /// SwiftPM, with the verbs of this package's plugins.
        case swiftPackage = "swift-package"
        /// Xcode, with the plugins in a project's menu.
        case xcode
    }

    /// The variable by which plugins say what runs them.
    package static let callerVariable = "PERMAFROST_CALLER"
    /// The variable by which the plugin without a permission to write says so.
    package static let readsOnlyVariable = "PERMAFROST_READS_ONLY"

    /// The variable by which plugins say what the package that they run in calls this one.
    package static let packageVariable = "PERMAFROST_PACKAGE"

    /// This package's name in a manifest: SwiftPM goes by the last part of the address or folder that it comes from.
    package static let package =
        ProcessInfo.processInfo.environment[packageVariable].flatMap { $0.isEmpty ? nil : $0 } ?? "permafrost"

    /// What runs this process; a shell where nothing says otherwise.
    package static let caller = caller(in: ProcessInfo.processInfo.environment)

    /// What runs the tool by a process's environment.
    package static func caller(in environment: [String: String]) -> Caller {
        environment[callerVariable].flatMap(Caller.init) ?? .shell
    }

    /// The commands that write to a project, with the verbs of the plugins that ask for the permission.
    package static let writing = [
        "adopt": "adopt", "freeze": "freeze", "init": "init-schemas", "new-version": "new-version",
        "scaffold": "scaffold-tests",
    ]

    /// A command, to be followed by its arguments: `permafrost freeze`, `swift package freeze`.
    package static func line(_ command: String, by caller: Caller = caller) -> String {
        switch caller {
        case .shell: "permafrost \(command)"
        case .swiftPackage:
            switch command {
            case "check": "swift package check-schemas"
            default: "swift package \(writing[command] ?? "permafrost \(command)")"
            }
        case .xcode:
            "the plugin \(writing[command] ?? (command == "check" ? "check-schemas" : "permafrost \(command)"))"
        }
    }
}
