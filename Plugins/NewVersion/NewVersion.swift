import PackagePlugin

/// The command `swift package new-version`. It writes the next version of the package's schema, and reverts the newest
/// version to what shipped.
@main
struct NewVersion: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "new-version", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension NewVersion: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("new-version", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
