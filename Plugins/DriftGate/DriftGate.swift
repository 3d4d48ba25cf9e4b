import Foundation
import PackagePlugin

/// A build tool that checks the frozen schema versions whenever a target is built. Drift is a compile error at the line
/// that changed.
///
/// The check runs again only if a Swift file of the package or a file of the fixture tree changed since the check last
/// passed. All Swift files count because any of them may declare the type of a property.
@main
struct DriftGate: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let sources = context.package.targets.compactMap { $0 as? SourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift").map(\.url) }
        return [
            try Self.check(
                tool: context.tool(named: "PermafrostPluginTool").url, project: context.package.directoryURL,
                inputs: GateInputs(packageSources: sources), workDirectory: context.pluginWorkDirectoryURL,
                caller: "swift-package")
        ]
    }

    /// Returns the command that checks a project. If the check finds no errors, the command writes an empty Swift file
    /// as a stamp; any other kind of file would become a resource of the target and give it a bundle.
    private static func check(
        tool: URL, project: URL, inputs: GateInputs, workDirectory: URL, caller: String
    ) throws -> Command {
        #if canImport(XcodeProjectPlugin)
            if !tool.path.contains(".artifactbundle/") {
                // Since version 26.4, Xcode builds this tool for the platform of the app.
                Diagnostics.remark(
                    "DriftGate runs \(tool.path), which Xcode builds from source. If Xcode can't find or run it, replace "
                        + "DriftGate with PrebuiltDriftGate from permafrost-plugins, or with a Run Script phase: permafrost "
                        + "check --format xcode")
            }
        #endif
        let stamp = workDirectory.appending(path: "PermafrostDriftGate.swift")
        return .buildCommand(
            displayName: "Checking frozen schema versions",
            executable: tool,
            arguments: [
                "check", "--project", project.path, "--format", "xcode", "--quiet", "--stamp", stamp.path,
            ],
            environment: ["PERMAFROST_CACHE_DIR": workDirectory.path, "PERMAFROST_CALLER": caller],
            inputFiles: inputs.sources + fixtureFiles(of: project),
            outputFiles: [stamp])
    }

    /// Returns every file of the fixture trees, at all locations where the tool looks for one.
    private static func fixtureFiles(of project: URL) -> [URL] {
        ["Fixtures", "FreezeRay/Fixtures"].flatMap { path -> [URL] in
            let tree = project.appending(path: path)
            let files = FileManager.default.enumerator(at: tree, includingPropertiesForKeys: [.isRegularFileKey])
            let found = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
            }
            return found.sorted { $0.path < $1.path }
        }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    // Support for Xcode projects. There is no Xcode on Linux, so this part is compiled and run only on macOS.
    extension DriftGate: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let inputs = GateInputs(
                projectTargets: context.xcodeProject.targets.map { $0.inputFiles.map(\.url) },
                folder: context.xcodeProject.directoryURL)
            return [
                try Self.check(
                    tool: context.tool(named: "PermafrostPluginTool").url,
                    project: context.xcodeProject.directoryURL, inputs: inputs,
                    workDirectory: context.pluginWorkDirectoryURL, caller: "xcode")
            ]
        }
    }
#endif
