import PackagePlugin

/// The command `swift package retire-version 1.0.0 --because TEXT`. It takes a version that the app no longer supports
/// out of the sources.
@main
struct RetireVersion: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "retire", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension RetireVersion: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("retire", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
