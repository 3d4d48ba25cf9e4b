import PackagePlugin

/// The command `swift package scaffold-tests`. It writes drift and migration tests for the package's frozen schema
/// versions.
@main
struct ScaffoldTests: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "scaffold", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ScaffoldTests: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("scaffold", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
