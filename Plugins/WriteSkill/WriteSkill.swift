import PackagePlugin

/// The command `swift package write-skill --into .claude/skills`. It writes a skill that tells agents how to work with
/// frozen versions.
@main
struct WriteSkill: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try PermafrostTool(in: context, packageManager).run(
            "skill", arguments: arguments, project: context.package.directoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension WriteSkill: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try PermafrostTool(in: context).run("skill", xcodeArguments: arguments, project: context.xcodeProject)
        }
    }
#endif
