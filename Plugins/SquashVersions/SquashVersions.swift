import PackagePlugin

/// The command `swift package squash-versions`. It removes code that nothing uses from the model classes of old versions.
@main
struct SquashVersions: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "squash", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension SquashVersions: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("squash", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
