import PackagePlugin

/// Builds the source reader along with the target that starts it as a process.
///
/// An executable can't be a dependency of another executable target, but it can be one of a plugin that the target
/// applies: SwiftPM then builds it first, beside the other, under the name `PermafrostSourceReader-tool`. There is
/// nothing else for the plugin to do.
@main
struct BuildSourceReader: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) -> [Command] { [] }
}
