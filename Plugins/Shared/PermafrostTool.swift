import Foundation
import PackagePlugin

/// `permafrost` as a plugin runs it: over one project, with its output shown by SwiftPM or Xcode.
///
/// Each plugin folder holds a symbolic link to this file, because plugins can't share a module.
struct PermafrostTool {
    /// The tool `permafrost`.
    let executable: URL
    /// What it starts to parse Swift.
    let sourceReader: URL
    /// Where what was parsed is kept between runs; the one folder a plugin may always write to.
    let cacheDirectory: URL

    init(in context: PluginContext) throws {
        executable = try context.tool(named: "PermafrostPluginTool").url
        sourceReader = try context.tool(named: "PermafrostSourceReader").url
        cacheDirectory = context.pluginWorkDirectoryURL
    }

    /// Runs one command over a project and shows what it prints.
    ///
    /// Its results go straight to standard output. Its progress and errors are collected and told as diagnostics, because
    /// what a plugin writes to standard error would come out among the results. Any exit but 0 becomes an error, with
    /// which SwiftPM exits 1: it knows no other code. Relative paths among the arguments start from the project.
    func run(_ command: String, arguments: [String], project: URL) throws {
        let namesProject = arguments.contains { $0 == "--project" || $0.hasPrefix("--project=") }
        let process = Process()
        let errors = Pipe()
        process.executableURL = executable
        process.arguments = [command] + (namesProject ? [] : ["--project", project.path]) + arguments
        process.currentDirectoryURL = project
        process.environment = ProcessInfo.processInfo.environment
        process.environment?["PERMAFROST_CACHE_DIR"] = cacheDirectory.path
        process.environment?["PERMAFROST_SOURCE_READER"] = sourceReader.path
        process.standardError = errors
        try process.run()
        let told = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()

        let text = String(decoding: told, as: UTF8.self).trimmingCharacters(in: .newlines)
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0):
            remark(text)
        case (.exit, 1):
            remark(text)
            Diagnostics.error("permafrost \(command) has findings: see above")
        case (.exit, let status):
            // SwiftPM and Xcode put the word before the text once more.
            let error = text.hasPrefix("error: ") ? String(text.dropFirst("error: ".count)) : text
            Diagnostics.error(error.isEmpty ? "permafrost \(command) could not run (exit \(status))" : error)
        case (_, let signal):
            remark(text)
            Diagnostics.error("permafrost \(command) was ended by signal \(signal)")
        }
    }

    private func remark(_ text: String) {
        if !text.isEmpty { Diagnostics.remark(text) }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    // Xcode projects. There is no Xcode on Linux: this part, and the plugins' conformances that call it, are compiled and
    // run on macOS alone.
    extension PermafrostTool {
        init(in context: XcodePluginContext) throws {
            executable = try context.tool(named: "PermafrostPluginTool").url
            sourceReader = try context.tool(named: "PermafrostSourceReader").url
            cacheDirectory = context.pluginWorkDirectoryURL
        }

        /// Runs one command over an Xcode project.
        ///
        /// Xcode adds a `--target` for each target that is ticked in its sheet; declarations are read from the whole
        /// project, so these are dropped.
        func run(_ command: String, xcodeArguments: [String], project: XcodeProject) throws {
            var arguments = ArgumentExtractor(xcodeArguments)
            _ = arguments.extractOption(named: "target")
            try run(command, arguments: arguments.remainingArguments, project: project.directoryURL)
        }
    }
#endif
