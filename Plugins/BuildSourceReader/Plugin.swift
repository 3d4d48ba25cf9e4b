import PackagePlugin
@main struct BuildSourceReader: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] { [] }
}
