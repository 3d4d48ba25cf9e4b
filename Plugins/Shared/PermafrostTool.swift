import Foundation
import PackagePlugin

/// `permafrost` as a plugin runs it: over one project, with its output shown by SwiftPM or Xcode.
///
/// Each plugin folder holds a symbolic link to this file, because plugins can't share a module.
struct PermafrostTool {
    /// Who calls the plugin, which decides how hints name further commands.
    private enum Caller: String {
        case swiftPackage = "swift-package"
        case xcode
    }

    /// The tool `permafrost`.
    private let executable: URL
    /// Where what was parsed is kept between runs; the one folder a plugin may always write to.
    private let cacheDirectory: URL
    private let caller: Caller
    /// What the package that the plugin runs in calls this one; nil in Xcode, whose projects name none.
    private let package: String?

    init(in context: PluginContext) throws {
        executable = try context.tool(named: "PermafrostPluginTool").url
        cacheDirectory = context.pluginWorkDirectoryURL
        caller = .swiftPackage
        package =
            context.package.dependencies.map(\.package).first { dependency in
                dependency.products.contains { $0.name == "PermafrostTesting" }
            }?.id
    }

    /// Runs one command over a project and shows what it prints.
    func run(_ command: String, arguments: [String], project: URL) throws {
        try run([command], arguments, project: project, environment: [:])
    }

    /// Runs the command that the arguments start with, unless it writes to the project. Without one it shows which there are.
    func runReading(_ arguments: [String], project: URL) throws {
        try run(
            arguments.isEmpty ? ["--help"] : Array(arguments.prefix(1)), Array(arguments.dropFirst()), project: project,
            environment: ["PERMAFROST_READS_ONLY": "1"])
    }

    /// Runs a command, and shows what it prints.
    ///
    /// Its results go straight to standard output, and the tool writes notes for people among them: SwiftPM drops the remarks of
    /// plugins. What it writes to standard error is collected and told as diagnostics, because a plugin's own standard error
    /// would come out among the results. Any exit but 0 becomes an error, with which SwiftPM exits 1: it knows no other code.
    /// The error says nothing of an order: where its output is piped, SwiftPM writes errors before results. Relative paths
    /// among the arguments start from the project.
    private func run(
        _ command: [String], _ arguments: [String], project: URL, environment: [String: String]
    ) throws {
        let namesProject = arguments.contains { $0 == "--project" || $0.hasPrefix("--project=") }
        let isOverview = command.allSatisfy { $0.hasPrefix("-") || $0 == "help" }
        let process = Process()
        let errors = Pipe()
        process.executableURL = executable
        process.arguments = command + (namesProject || isOverview ? [] : ["--project", project.path]) + arguments
        process.currentDirectoryURL = project
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.environment?["PERMAFROST_CACHE_DIR"] = cacheDirectory.path
        process.environment?["PERMAFROST_CALLER"] = caller.rawValue
        process.environment?["PERMAFROST_PACKAGE"] = package
        process.standardError = errors
        try process.run()
        let told = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()

        let text = String(decoding: told, as: UTF8.self).trimmingCharacters(in: .newlines)
        let name = (["permafrost"] + command).joined(separator: " ")
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0):
            warn(text)
        case (.exit, 1):
            warn(text)
            let differs = ["diff", "store-diff"].contains(command.first)
            Diagnostics.error("\(name) \(differs ? "found differences" : "has findings")")
        case (.exit, let status):
            // SwiftPM and Xcode put the word before the text once more.
            let error = text.hasPrefix("error: ") ? String(text.dropFirst("error: ".count)) : text
            Diagnostics.error(error.isEmpty ? "\(name) could not run (exit \(status))" : error)
        case (_, let signal):
            warn(text)
            Diagnostics.error("\(name) was ended by signal \(signal)")
        }
    }

    /// Notes beside results that programs read.
    private func warn(_ text: String) {
        if !text.isEmpty { Diagnostics.warning(text) }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    // Xcode projects. There is no Xcode on Linux: this part, and the plugins' conformances that call it, are compiled and
    // run on macOS alone.
    extension PermafrostTool {
        init(in context: XcodePluginContext) throws {
            executable = try context.tool(named: "PermafrostPluginTool").url
            cacheDirectory = context.pluginWorkDirectoryURL
            caller = .xcode
            package = nil
        }

        /// Runs one command over an Xcode project.
        func run(_ command: String, xcodeArguments: [String], project: XcodeProject) throws {
            try run(command, arguments: Self.arguments(xcodeArguments), project: project.directoryURL)
        }

        /// Runs the command that the arguments start with over an Xcode project, unless it writes to it.
        func runReading(xcodeArguments: [String], project: XcodeProject) throws {
            try runReading(Self.arguments(xcodeArguments), project: project.directoryURL)
        }

        /// Xcode adds a `--target` for each target that is ticked in its sheet. One alone says whose declarations are meant;
        /// of several none does.
        private static func arguments(_ given: [String]) -> [String] {
            var arguments = ArgumentExtractor(given)
            let targets = arguments.extractOption(named: "target")
            let rest = arguments.remainingArguments
            return targets.count == 1 ? rest + ["--target"] + targets : rest
        }
    }
#endif
