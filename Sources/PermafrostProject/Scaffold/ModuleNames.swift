import Foundation
import PermafrostModel
import PermafrostSource

/// Which module a source file belongs to, as the package's manifest or the project's folders say.
struct ModuleNames: Sendable {
    private let targets: [PackageTarget]
    /// In an Xcode project, whose targets are folders by convention: its name. Nil for anything else.
    private let xcodeProject: String?

    /// - Parameter targets: those of the manifest; nil if there is none.
    init(targets: [PackageTarget]?, directory: String) {
        self.targets = targets ?? []
        xcodeProject =
            targets != nil
            ? nil
            : (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted()
                .first { $0.hasSuffix(".xcodeproj") }.map { String($0.dropLast(".xcodeproj".count)) }
    }

    /// The target whose folder holds a file: the innermost, where one lies in another.
    func target(of file: String) -> PackageTarget? {
        targets.compactMap { target -> (target: PackageTarget, folder: String)? in
            target.folders.first { $0 == "." || $0.isEmpty || file.hasPrefix($0 + "/") }.map { (target, $0) }
        }.max { $0.folder.count < $1.folder.count }?.target
    }

    /// The module that declares what stands at a place.
    ///
    /// - Parameter folder: the module that the folders say by themselves: `Sources/<module>`.
    func module(of location: SourceLocation, folder: String?) -> String? {
        if let target = target(of: location.file) { return target.module }
        if let folder { return PackageTarget.module(named: folder) }
        guard let xcodeProject else { return nil }
        let components = location.file.split(separator: "/")
        return PackageTarget.module(named: components.count > 1 ? String(components[0]) : xcodeProject)
    }
}
