import PackagePlugin

/// `swift package permafrost lint`: every command that reads, and writes nothing to the package. Those that write have verbs of
/// their own, which ask for the permission to.
@main
struct PermafrostReading: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context).runReading(arguments, project: context.package.directoryURL)
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
