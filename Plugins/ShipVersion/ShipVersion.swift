import PackagePlugin

/// The command `swift package ship-version 2.0.0 --release 2.3`. It records the release that a frozen version shipped
/// in.
@main
struct ShipVersion: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "ship", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ShipVersion: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("ship", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
