import PackagePlugin

/// The command `swift package freeze 2.0.0`. It freezes version 2.0.0 of the package's schema as a fixture.
@main
struct Freeze: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "freeze", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension Freeze: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("freeze", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
