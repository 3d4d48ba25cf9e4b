import Foundation
import PackagePlugin

/// The `permafrost` tool, run by a plugin for one project. SwiftPM or Xcode shows its output.
///
/// Every plugin folder contains a symbolic link to this file because plugins can't share a module.
struct PermafrostTool {
    /// The caller of the plugin. It determines the form of commands in hints.
    private enum Caller: String {
        case swiftPackage = "swift-package"
        case xcode
    }

    /// The path of the tool.
    private let executable: URL
    /// The plugin's work folder, which contains the tool's cache. A plugin may always write to this folder.
    private let cacheDirectory: URL
    private let caller: Caller
    /// The name of Permafrost's package in the dependencies of the package that the plugin runs in. Nil if that package
    /// doesn't depend on Permafrost. Also nil in Xcode, whose projects don't provide the names of their packages.
    private let package: String?
    /// The name of the package with prebuilt tools, if the package that the plugin runs in depends on that package and
    /// also on Permafrost. Both then provide plugins with the same verbs, so `swift package` needs `--package`. Nil
    /// otherwise.
    private var selectedPackage: String?

    init(in context: PluginContext, _ packageManager: PackageManager) throws {
        executable = try Self.executable(in: context, packageManager)
        cacheDirectory = context.pluginWorkDirectoryURL
        caller = .swiftPackage
        package = Self.permafrost(in: context)?.id
        let prebuilt = context.package.dependencies.map(\.package.id).first { $0 == "permafrost-plugins" }
        selectedPackage = package == nil ? nil : prebuilt
    }

    /// Returns the Permafrost package that a package depends on, or nil if it doesn't.
    private static func permafrost(in context: PluginContext) -> Package? {
        context.package.dependencies.map(\.package).first { dependency in
            dependency.products.contains { $0.name == "PermafrostTesting" }
        }
    }

    /// Returns the path of the tool. If the plugin doesn't depend on a tool, builds the command of the package, and says
    /// so before the first build. SwiftPM would build a dependency before it runs the plugin.
    private static func executable(in context: PluginContext, _ packageManager: PackageManager) throws -> URL {
        if let tool = try? context.tool(named: "PermafrostPluginTool") { return tool.url }
        // The package and the tool are recorded in the work folder of the plugin that built them.
        let record = "built-package"
        let folder = context.pluginWorkDirectoryURL
        let origin = permafrost(in: context).map { "\($0.origin)" } ?? "root"
        let plugins = folder.deletingLastPathComponent().deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: plugins.path)) ?? []
        let isBuilt = names.contains { name in
            let file = plugins.appending(path: name).appending(path: folder.lastPathComponent).appending(path: record)
            let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
            return lines.first == origin && FileManager.default.fileExists(atPath: lines.last ?? "")
        }
        if !isBuilt {
            Diagnostics.progress(
                "Building permafrost, which takes a few minutes. This happens once for each checkout and each version of "
                    + "Permafrost. To avoid it, install the command permafrost, or depend on permafrost-plugins, the package "
                    + "with prebuilt tools")
        }
        var parameters = PackageManager.BuildParameters(configuration: .debug, logging: .concise)
        // The log goes to standard error.
        parameters.echoLogs = !isBuilt
        let product = "permafrost-cli"
        let result = try packageManager.build(.product(product), parameters: parameters)
        let built = result.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == product }
        guard result.succeeded, let built else { throw BuildFailure(log: isBuilt ? result.logText : "") }
        try Data("\(origin)\n\(built.url.path)".utf8).write(to: folder.appending(path: record))
        return built.url
    }

    /// The error that is thrown if the tool can't be built.
    private struct BuildFailure: Error, CustomStringConvertible {
        /// The build's log, if it wasn't shown.
        let log: String

        var description: String { (log.isEmpty ? "" : log + "\n") + "permafrost can't be built" }
    }

    /// Runs a command for a project and shows its output.
    func run(_ command: String, arguments: [String], project: URL) throws {
        try run([command], arguments, project: project, environment: [:])
    }

    /// Runs the command that the arguments start with, unless the command writes to the project. Without arguments,
    /// lists the commands.
    func runReading(_ arguments: [String], project: URL) throws {
        try run(
            arguments.isEmpty ? ["--help"] : Array(arguments.prefix(1)), Array(arguments.dropFirst()), project: project,
            environment: ["PERMAFROST_READS_ONLY": "1"])
    }

    /// Runs a command and shows its output.
    ///
    /// The results are written directly to standard output, together with notes for people, because SwiftPM drops the
    /// remarks of plugins. Standard error is collected and reported as diagnostics: a plugin's own standard error would
    /// be mixed with the results. Any exit code except 0 becomes an error. SwiftPM then exits with 1, the only code
    /// that it supports. The error's text doesn't say that the findings are above or below it, because SwiftPM writes
    /// errors before results if the output is piped. Relative paths in the arguments start at the project.
    private func run(
        _ command: [String], _ arguments: [String], project: URL, environment: [String: String]
    ) throws {
        let namesProject = arguments.contains { $0 == "--project" || $0.hasPrefix("--project=") }
        // These commands are about the tool, so they accept no project.
        let isOfTool = command.allSatisfy {
            $0.hasPrefix("-") || ["completions", "explain", "help", "manual"].contains($0)
        }
        let process = Process()
        let errors = Pipe()
        process.executableURL = executable
        process.arguments = command + (namesProject || isOfTool ? [] : ["--project", project.path]) + arguments
        process.currentDirectoryURL = project
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.environment?["PERMAFROST_CACHE_DIR"] = cacheDirectory.path
        process.environment?["PERMAFROST_CALLER"] = caller.rawValue
        process.environment?["PERMAFROST_PACKAGE"] = package
        process.environment?["PERMAFROST_SELECTED_PACKAGE"] = selectedPackage
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
            // SwiftPM and Xcode add this prefix themselves.
            let error = text.hasPrefix("error: ") ? String(text.dropFirst("error: ".count)) : text
            Diagnostics.error(error.isEmpty ? "\(name) couldn't run (exit code \(status))" : error)
        case (_, let signal):
            warn(text)
            Diagnostics.error("\(name) was terminated by signal \(signal)")
        }
    }

    /// Reports notes as warnings, so that programs can read the results.
    private func warn(_ text: String) {
        if !text.isEmpty { Diagnostics.warning(text) }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    // Support for Xcode projects. There is no Xcode on Linux, so this part, and the plugins' conformances that use it,
    // are compiled and run only on macOS.
    extension PermafrostTool {
        init(in context: XcodePluginContext) throws {
            executable = try context.tool(named: "PermafrostPluginTool").url
            cacheDirectory = context.pluginWorkDirectoryURL
            caller = .xcode
            package = nil
        }

        /// Runs a command for an Xcode project.
        func run(_ command: String, xcodeArguments: [String], project: XcodeProject) throws {
            try run(command, arguments: Self.arguments(xcodeArguments), project: project.directoryURL)
        }

        /// Runs the command that the arguments start with for an Xcode project, unless it writes to the project.
        func runReading(xcodeArguments: [String], project: XcodeProject) throws {
            try runReading(Self.arguments(xcodeArguments), project: project.directoryURL)
        }

        /// Returns the arguments without ambiguous targets. Xcode adds a `--target` for every target that is selected
        /// in its sheet. A single target selects its declarations; several are ignored.
        private static func arguments(_ given: [String]) -> [String] {
            var arguments = ArgumentExtractor(given)
            let targets = arguments.extractOption(named: "target")
            let rest = arguments.remainingArguments
            return targets.count == 1 ? rest + ["--target"] + targets : rest
        }
    }
#endif
