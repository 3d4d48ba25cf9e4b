import Foundation
import PermafrostModel
import PermafrostSource

/// The modules of source files. They are determined from the package's manifest, from XcodeGen's file or from the project's
/// folders.
struct ModuleNames: Sendable {
    private let targets: [PackageTarget]
    /// The name of the Xcode project, or nil if there is a manifest or no Xcode project. Files at the top of the
    /// project's folder belong to the module with this name.
    private let xcodeProject: String?

    /// Prepares to find the modules of the files in a project.
    ///
    /// - Parameter targets: the targets in the manifest, or nil if there is no manifest.
    init(targets: [PackageTarget]?, directory: String) {
        self.targets = targets ?? XcodeGenSpec(directory: directory)?.targets ?? []
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
        if let folder { return PackageTarget.module(named: folder) }
        guard let xcodeProject else { return nil }
        let components = location.file.split(separator: "/")
        return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
    }
}
