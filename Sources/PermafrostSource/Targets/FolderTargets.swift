import SwiftSyntax

/// The targets of the package and the Xcode projects in a folder on disk.
package struct FolderTargets: Sendable {
    /// A test target of an Xcode project.
    package struct XcodeTest: Sendable, Hashable {
        package let name: String
        /// The names of the package products that the target is linked with.
        package let products: Set<String>
        /// Whether Xcode adds each Swift file in the folder that was passed to
        /// ``FolderTargets/xcodeTests(synchronizing:)`` to the target.
        package let synchronizesFolder: Bool
    }

    private let files: DirectorySources
    private let paths: [String]

    /// Creates a value for a folder, and lists the folder's files.
    ///
    /// - Throws: ``UnreadableFile`` if the folder can't be read.
    package init(directory: String) throws {
        files = DirectorySources(directory: directory)
        paths = try files.listing().paths
    }

    /// Returns the names of the package targets that contain any of the given files, according to the folder's
    /// `Package.swift`. Returns an empty array if there isn't such a manifest, or if it computes its targets.
    package func packageTargets(of sources: Set<String>) -> [String] {
        lists().first { $0.path == "Package.swift" }?.targets
            .filter { !$0.files.isDisjoint(with: sources) }.map(\.name) ?? []
    }

    /// Returns the paths of the Swift files that import at least one of the given modules. Omits files that can't be
    /// read or parsed, because the project's findings already report them.
    package func sources(importing modules: Set<String>) -> Set<String> {
        Set(
            paths.filter { path in
                guard SourcePaths(includesTests: true).holdsSource(path) else { return false }
                do {
                    let bytes = try files.withBytes(of: path) { Array($0) }
                    let text = String(decoding: bytes, as: UTF8.self)
                    guard modules.contains(where: text.contains) else { return false }
                    let visitor = ImportVisitor(viewMode: .sourceAccurate)
                    visitor.walk(try bytes.withUnsafeBufferPointer { try BoundedParser.parse($0, of: path) })
                    return !visitor.modules.isDisjoint(with: modules)
                } catch { return false }
            })
    }

    /// Returns the test targets of the Xcode projects.
    ///
    /// - Parameter folder: the folder that determines ``XcodeTest/synchronizesFolder``, relative to the initializer's
    ///   `directory`.
    package func xcodeTests(synchronizing folder: String) -> [XcodeTest] {
        let path = folder + "/New.swift"
        return lists(with: [path]).filter { !$0.isManifest }.flatMap(\.targets).filter { $0.kind == .test }.map {
            XcodeTest(name: $0.name, products: $0.packageProducts, synchronizesFolder: $0.files.contains(path))
        }
    }

    /// Returns the folder of each test target of the Xcode projects, keyed by the target's name. It is the folder with the
    /// target's name that contains one of its files or, without such a folder, the innermost one that contains all of
    /// them. Omits a target without Swift files, and a target whose files have no folder in common.
    package func xcodeTestFolders() -> [String: String] {
        let targets = lists().filter { !$0.isManifest }.flatMap(\.targets).filter { $0.kind == .test }
        return targets.reduce(into: [:]) { folders, target in
            let paths = target.files.sorted().map { $0.split(separator: "/").dropLast().map(String.init) }
            guard let first = paths.first else { return }
            let named = paths.lazy.compactMap { path in
                path.lastIndex(of: target.name).map { Array(path[...$0]) }
            }.first
            let common = paths.reduce(first) { common, path in
                zip(common, path).prefix { $0 == $1 }.map(\.0)
            }
            let folder = named ?? common
            if !folder.isEmpty { folders[target.name] = folder.joined(separator: "/") }
        }
    }

    /// Returns the targets of the Xcode projects and packages, as if the added files also existed.
    private func lists(with added: [String] = []) -> [TargetList] {
        let sources = paths.filter(SourcePaths(includesTests: true).holdsSource)
        return TargetListReader(files, listing: paths, index: FileIndex(sources + added)).lists
    }
}

private final class ImportVisitor: SyntaxVisitor {
    private(set) var modules: Set<String> = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.plainText { modules.insert(module) }
        return .skipChildren
    }
}
