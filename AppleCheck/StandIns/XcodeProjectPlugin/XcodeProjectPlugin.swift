// A stand-in for the module that Xcode uses to run a package's plugins on a project.
import Foundation
import PackagePlugin

/// The information about a project that a plugin runs on.
public struct XcodePluginContext {
    public let xcodeProject: XcodeProject
    /// A folder for the plugin's files.
    public var pluginWorkDirectoryURL: URL { fatalError() }
    /// Returns a tool that the plugin depends on.
    public func tool(named name: String) throws -> PluginContext.Tool { fatalError() }
}

/// An Xcode project.
public struct XcodeProject {
    /// The project's identifier.
    public let id: String
    /// The name that Xcode shows.
    public let displayName: String
    /// The project's folder.
    public var directoryURL: URL { fatalError() }
    /// The project's targets.
    public let targets: [XcodeTarget]
    /// The files that don't belong to a target.
    public let filePaths: PathList
}

/// A list of files.
public struct PathList: Sequence {
    public func makeIterator() -> Array<URL>.Iterator { [].makeIterator() }
}

/// A target of an Xcode project.
public struct XcodeTarget {
    /// The target's identifier.
    public let id: String
    /// The name that Xcode shows.
    public let displayName: String
    /// The product of the target; nil if it has none.
    public let product: XcodeProduct?
    /// The target's files.
    public let inputFiles: FileList
}

/// The product of a target in an Xcode project.
public struct XcodeProduct {
    /// The product's name.
    public let name: String
}

/// A command plugin that Xcode also runs on its projects.
public protocol XcodeCommandPlugin: CommandPlugin {
    /// Runs the command on a project.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

/// A build tool plugin that Xcode also runs for its projects.
public protocol XcodeBuildToolPlugin: BuildToolPlugin {
    /// Returns the build commands of a target.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}
