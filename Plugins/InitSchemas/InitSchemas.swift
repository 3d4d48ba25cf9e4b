import PackagePlugin

/// The command `swift package init-schemas`. It freezes the shipped versions, and adds checks for them. It isn't named
/// `init`, because SwiftPM has its own command with that name.
@main
struct InitSchemas: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "init", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension InitSchemas: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("init", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
