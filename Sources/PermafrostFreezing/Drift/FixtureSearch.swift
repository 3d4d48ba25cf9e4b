import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostModel

/// A search for fixtures in a given fixture tree, or in the trees that belong to a test.
///
/// For a test, the search looks only in the folder that the `PERMAFROST_FIXTURES` environment variable specifies. If
/// the variable isn't set, the search looks for `Fixtures` and `FreezeRay/Fixtures` next to the test's source file, and
/// in each parent folder up to the repository's root. Then it looks in the resources of the loaded bundles, for a test
/// that runs on a device. The first tree that contains a matching fixture is used, so an unrelated folder called
/// `Fixtures` does no harm.
package struct FixtureSearch {
    /// The name of the environment variable that contains a fixture tree's path.
    package static let variable = "PERMAFROST_FIXTURES"

    /// The path of the source file where the search starts. Not used if ``tree`` isn't nil.
    private let file: String
    /// The only tree to search. If nil, ``environment`` and ``file`` determine the trees.
    private let tree: FixtureTree?
    /// The environment variables, which may include ``variable``.
    package var environment = ProcessInfo.processInfo.environment

    /// Creates a search that starts at a source file.
    package init(file: String) {
        self.file = file
        tree = nil
    }

    /// Creates a search that is limited to the tree at the given path.
    package init(tree: String) {
        file = tree
        self.tree = FixtureTree(directory: tree)
    }

    /// Returns the fixture of the version with the given name. The fixture's files may be damaged.
    ///
    /// - Parameters:
    ///   - group: the group that contains the version. If it is nil and several fixtures match, the fixture outside any
    ///     group's folder is returned, if there is exactly one.
    ///   - schema: the name of the type that declares the version. If several fixtures have the version's name, and one
    ///     of them was frozen from this type, the fixtures of other types don't match.
    /// - Throws: ``FixtureError`` if the version's name is unsafe, if there is no tree, if no fixture matches, or if
    ///   several fixtures match in the first tree with a match.
    package func fixture(_ version: String, group: String?, schema: String? = nil) throws(FixtureError) -> FrozenVersion
    {
        let name: VersionName
        do { name = try VersionName(version) } catch { throw .unsafeVersion(version) }
        var trees: [String] = []
        var known: Set<String> = []
        for tree in candidates where tree.exists {
            guard let contents = try? tree.contents() else { continue }
            trees.append(tree.directory)
            known.formUnion(contents.fixtures.map(\.folder))
            var found = contents.fixtures.filter { $0.version == name }.map { FrozenVersion($0) }
            if let group { found = found.filter { $0.group == group || $0.fixture.folder == "\(group)/\(version)" } }
            if found.count > 1, let schema {
                let declared = found.filter { $0.schema == schema }
                if !declared.isEmpty { found = declared }
            }
            // A test that passes no group may be older than the tree's groups. Prefer the fixture outside any group's
            // folder.
            let flat = found.filter { !$0.fixture.folder.contains("/") }
            if group == nil, found.count > 1, flat.count == 1 { found = flat }
            if found.count > 1 {
                throw .ambiguous(version: version, groups: found.map { $0.group ?? $0.fixture.folder }.sorted())
            }
            if let found = found.first { return found }
        }
        if trees.isEmpty { throw .noTree(searched: candidates.map(\.directory)) }
        throw .missing(version: version, group: group, trees: trees, known: known.sorted())
    }

    /// Returns every fixture of a group, oldest version first, from the first tree that contains the group.
    ///
    /// - Throws: ``FixtureError`` if no tree contains the group.
    package func versions(ofGroup group: String) throws(FixtureError) -> [FrozenVersion] {
        var trees: [String] = []
        var known: Set<String> = []
        for tree in candidates where tree.exists {
            guard let contents = try? tree.contents() else { continue }
            trees.append(tree.directory)
            let versions = contents.fixtures.map { FrozenVersion($0) }.sorted { $0.version < $1.version }
            let found = versions.filter { $0.group == group }
            if !found.isEmpty { return found }
            for (name, versions) in Dictionary(grouping: versions, by: { $0.group ?? "no group" }) {
                known.insert("\(name): \(versions.map(\.version.description).joined(separator: ", "))")
            }
        }
        if trees.isEmpty { throw .noTree(searched: candidates.map(\.directory)) }
        throw .missingGroup(group, trees: trees, known: known.sorted())
    }

    /// Returns the first frozen model with the given version hashes, in search order; nil if no fixture matches.
    package func frozenModel(withHashes hashes: [String: [UInt8]]) -> SchemaModel? {
        candidates.lazy.filter(\.exists).flatMap { (try? $0.contents())?.fixtures ?? [] }
            .compactMap { FrozenVersion($0).model }
            .first { $0.model(matching: hashes) != nil }
    }

    /// The trees to search, in order. The list can contain trees that don't exist.
    private var candidates: [FixtureTree] {
        if let tree { return [tree] }
        if let given = environment[Self.variable], !given.isEmpty { return [FixtureTree(directory: given)] }
        return (sourceFolders + bundleFolders).flatMap { folder in
            ["Fixtures", "FreezeRay/Fixtures"].map { FixtureTree(directory: folder + "/" + $0) }
        }
    }

    private var sourceFolders: [String] {
        var folders: [String] = []
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        while folder.path != "/", folders.count < 64 {
            folders.append(folder.path)
            if FileManager.default.fileExists(atPath: folder.path + "/.git") { break }
            folder.deleteLastPathComponent()
        }
        return folders
    }

    /// The folders that can contain the fixtures of a test that runs without its sources. These are every loaded
    /// bundle, its resource folder, and the resource bundles that SwiftPM puts next to the test's executable.
    private var bundleFolders: [String] {
        let loaded = (Bundle.allBundles + [Bundle.main]).flatMap { bundle in
            [bundle.resourcePath, bundle.bundlePath].compactMap { $0 }
        }
        let beside = Bundle.main.bundleURL.path
        let resources = ((try? FileManager.default.contentsOfDirectory(atPath: beside)) ?? [])
            .filter { $0.hasSuffix(".resources") || $0.hasSuffix(".bundle") }.sorted().map { beside + "/" + $0 }
        var seen: Set<String> = []
        return (loaded + resources).filter { seen.insert($0).inserted }
    }
}
