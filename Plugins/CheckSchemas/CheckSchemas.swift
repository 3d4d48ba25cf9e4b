import PackagePlugin

/// The command `swift package check-schemas`. It fails if a frozen schema version of the package has drifted, or if a
/// fixture is damaged or missing.
@main
struct CheckSchemas: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "check", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension CheckSchemas: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("check", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
