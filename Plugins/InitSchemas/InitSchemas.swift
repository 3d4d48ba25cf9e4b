import PackagePlugin

/// `swift package init-schemas`: freezes what shipped, and adds what guards it. SwiftPM has a verb `init` of its own.
@main
struct InitSchemas: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context).run("init", arguments: arguments, project: context.package.directoryURL)
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
