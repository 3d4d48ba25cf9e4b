import PackagePlugin

/// The command `swift package permafrost`, as in `swift package permafrost lint`. It runs any command that doesn't
/// write to the package. Commands that write have their own verbs, which request permission.
@main
struct PermafrostReading: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).runReading(arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension PermafrostReading: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).runReading(xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
