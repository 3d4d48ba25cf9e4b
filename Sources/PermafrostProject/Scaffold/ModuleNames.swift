import Foundation
import PermafrostModel
import PermafrostSource

/// The modules of source files. They are determined from the package's manifest, from XcodeGen's file, from the imports of
/// existing tests, or from the project's folders.
struct ModuleNames: Sendable {
    private let targets: [PackageTarget]
    /// The name of the Xcode project, or nil if there is a manifest or no Xcode project. Files at the top of the
    /// project's folder belong to the module with this name.
    private let xcodeProject: String?
    /// The module that the existing tests of a project without a manifest import as testable. Xcode's build settings may
    /// give a target's module another name than its folder. Nil if there are no such tests, or if they import several.
    private let testedModule: String?
    private let directory: String

    /// Prepares to find the modules of the files in a project.
    ///
    /// - Parameter targets: the targets in the manifest, or nil if there is no manifest.
    init(targets: [PackageTarget]?, directory: String) {
        self.targets = targets ?? XcodeGenSpec(directory: directory)?.targets ?? []
        self.directory = directory
        testedModule = targets == nil ? Self.testedModule(in: directory) : nil
        xcodeProject =
            targets != nil
            ? nil
            : (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted()
                .first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
    }

    /// Returns the target whose folder contains a file, or nil if no target's folder does. If there are several,
    /// returns the target with the innermost folder.
    func target(of file: String) -> PackageTarget? {
        targets.compactMap { target -> (target: PackageTarget, folder: String)? in
            target.folders.first { $0 == "." || $0.isEmpty || file.hasPrefix($0 + "/") }.map { (target, $0) }
        }.max { $0.folder.count < $1.folder.count }?.target
    }

    /// Returns the module of the declaration at a location, or nil if it can't be determined.
    ///
    /// - Parameter folder: the module's name according to the file's path (`Sources/<module>`), or nil if the path
    ///   doesn't contain one. It is used if no target's folder contains the file.
    func module(of location: SourceLocation, folder: String?) -> String? {
        if let target = target(of: location.file) { return target.module }
        if let testedModule, !isInPackage(location.file) { return testedModule }
        if let folder { return PackageTarget.module(named: folder) }
        guard let xcodeProject else { return nil }
        let components = location.file.split(separator: "/")
        return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
    }

    /// Returns whether a file is in a package below the project's folder.
    private func isInPackage(_ file: String) -> Bool {
        var folder = (file as NSString).deletingLastPathComponent
        while !folder.isEmpty, folder != "/" {
            if FileManager.default.fileExists(atPath: "\(directory)/\(folder)/Package.swift") { return true }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return false
    }

    private static func testedModule(in directory: String) -> String? {
        let sources = DirectorySources(directory: directory)
        // Ignore folders and files that can't be read.
        let paths = (try? SourceFileList(directory: directory))?.files.map(\.path) ?? []
        let tests = paths.filter { path in path.split(separator: "/").dropLast().contains { $0.hasSuffix("Tests") } }
        let modules = tests.flatMap { path in
            (try? sources.withBytes(of: path) { ExistingTest(Array($0)).testedModules }) ?? []
        }.unique
        return modules.count == 1 ? modules[0] : nil
    }
}
