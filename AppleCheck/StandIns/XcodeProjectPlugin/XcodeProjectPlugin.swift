// A stand-in for the module by which Xcode runs a package's plugins on a project of its own.
import Foundation
import PackagePlugin

/// What a plugin may know of the project that it runs on.
public struct XcodePluginContext {
    /// The project.
    public let xcodeProject: XcodeProject
    /// A folder for the plugin's files.
    public var pluginWorkDirectoryURL: URL { fatalError() }
    /// A tool that the plugin depends on.
    public func tool(named name: String) throws -> PluginContext.Tool { fatalError() }
}

/// An Xcode project.
public struct XcodeProject {
    /// Its identifier.
    public let id: String
    /// The name that Xcode shows.
    public let displayName: String
    /// Its folder.
    public var directoryURL: URL { fatalError() }
    /// Its targets.
    public let targets: [XcodeTarget]
    /// The files of no target.
    public let filePaths: PathList
}

/// Files.
public struct PathList: Sequence {
    public func makeIterator() -> Array<URL>.Iterator { [].makeIterator() }
}

/// A target of an Xcode project.
public struct XcodeTarget {
    /// Its identifier.
    public let id: String
    /// The name that Xcode shows.
    public let displayName: String
    /// What it makes; nil for a target that makes nothing.
    public let product: XcodeProduct?
    /// Its files.
    public let inputFiles: FileList
}

/// What a target of an Xcode project makes.
public struct XcodeProduct {
    /// Its name.
    public let name: String
}

/// A plugin of commands that Xcode runs on its projects, too.
public protocol XcodeCommandPlugin: CommandPlugin {
    /// Runs the command on a project.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws
}

/// A plugin of a target's build that Xcode runs for its projects, too.
public protocol XcodeBuildToolPlugin: BuildToolPlugin {
    /// The commands of a target's build.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command]
}
