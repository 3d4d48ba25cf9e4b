import PackagePlugin

/// The command `swift package adopt`. It freezes and declares every schema that the package's app has shipped.
@main
struct Adopt: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "adopt", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension Adopt: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("adopt", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
