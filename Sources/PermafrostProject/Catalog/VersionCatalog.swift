import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// All versions that a project declares or has frozen. A user can refer to a version by any of its names.
package struct VersionCatalog: Sendable {
    /// The versions that have a model. Declared versions come first, then frozen versions. Each variant of a declared
    /// version is a separate element.
    package private(set) var versions: [SchemaVersion] = []
    /// The findings about sources that couldn't be read, and about fixtures without a model.
    package private(set) var findings: [Finding]
    /// The staging of each group's migration plan, keyed by the group's name.
    private let stagings: [String: Staging]
    /// The migration plans.
    let plans: [VersionGroup]

    /// Collects the versions.
    ///
    /// - Parameter matcher: the project's matched versions, or nil to match them.
    /// - Throws: a `FileError` if the tree can't be listed, or a ``ProjectError`` if a declared model can't be decoded,
    ///   or if all sources were read but no version is declared.
    package init(_ project: Project, _ matcher: VersionMatcher? = nil) throws {
        findings = project.sourceFindings
        plans = project.groups.filter { $0.plan?.isModelFile == false }
        stagings = Dictionary(project.groups.map { ($0.name, $0.staging) }) { first, _ in first }
        // If nothing is declared, the fixtures aren't enough to explain a store.
        if project.declarations.schemas.isEmpty, findings.isEmpty { throw project.noSchema }
        for group in project.groups {
            for declared in group.schemas { try addDeclared(declared) }
        }
        for pair in try (matcher ?? VersionMatcher(project)).pairs { addFrozen(pair, project) }
        guard !versions.isEmpty || !findings.isEmpty else { throw project.noSchema }
    }

    /// Whether versions may be missing from the list.
    package var isIncomplete: Bool { findings.contains { $0.severity == .error } }

    /// Returns the staging of the migration plan of a version's group.
    func staging(of version: SchemaVersion) -> Staging { version.group.flatMap { stagings[$0] } ?? .noPlan }

    private mutating func addDeclared(_ declared: DeclaredVersion) throws(ProjectError) {
        for variant in [nil] + declared.variants.map(Optional.some) {
            let version = declared.schemaVersion(named: nil, under: variant)
            guard version.content != nil else { continue }
            _ = try version.evaluated()
            versions.append(version)
        }
    }

    private mutating func addFrozen(_ pair: VersionPair, _ project: Project) {
        if case .leftOut = pair.match { return }
        guard let frozen = pair.frozen, let version = pair.frozenVersion else { return }
        guard version.content != nil else {
            findings += DamagedFixture.findings(of: frozen, in: project)
            return
        }
        versions.append(version)
    }
}

extension VersionCatalog {
    /// Returns the version that a user specifies, which is a path or a name.
    ///
    /// The path of a store or fixture selects the version of that store or fixture. A version name or type name selects
    /// the declared version. If no declared version has the name, or if models without a `VersionedSchema` have changed
    /// since they were frozen with this name, it selects the frozen version.
    ///
    /// - Parameter project: a closure that reads the project. It is called only if the name isn't a path.
    /// - Returns: the version. If it is read from a path, the path is its name.
    /// - Throws: a `StoreError`, a ``ProjectError``, or an error that is thrown when the project is read.
    package static func version(named name: String, in project: () throws -> Project) throws -> SchemaVersion {
        var isDirectory: ObjCBool = false
        // The name may also be the name of a fixture's folder in the current directory.
        if FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory) {
            return isDirectory.boolValue ? try fixture(at: name) : try store(at: name)
        } else if name.contains("/") {
            throw noFile(name)
        } else {
            do {
                return try version(name, in: try project())
            } catch let error as ProjectError {
                switch error {
                case .unknownVersion, .noSchema:
                    throw pathSuffixes.contains(where: name.hasSuffix) ? noFile(name) : error
                default: throw error
                }
            }
        }
    }

    /// The suffixes of names that a user probably meant as a path. If no version has such a name, the error reports a
    /// missing file.
    private static let pathSuffixes = [".store", ".sqlite", ".json", ".xcdatamodeld"]

    private static func noFile(_ path: String) -> any Error {
        StoreError.unreadable(path: path, reason: "there is no such file or folder")
    }

    private static func fixture(at path: String) throws -> SchemaVersion {
        let folder = URL(fileURLWithPath: path).standardizedFileURL
        guard let version = try? VersionName(folder.lastPathComponent) else {
            throw ProjectError.noFixture(path: path)
        }
        let fixture = FixtureFolder(
            version: version, tree: folder.deletingLastPathComponent().path, folder: folder.lastPathComponent)
        var frozen = FrozenVersion(fixture).schemaVersion
        guard frozen.content != nil else { throw ProjectError.noFixture(path: path) }
        frozen.name = path
        frozen.origin = .fixture
        return frozen
    }

    /// Returns a version that was read from a store, completed with the known version that has the store's hashes.
    /// Returns any other version unchanged.
    ///
    /// - Throws: a `StoreError`, or a ``ProjectError`` if a version's model can't be read.
    package func completing(_ version: SchemaVersion) throws -> SchemaVersion {
        version.origin == .store ? try Self.store(at: version.name, among: versions) : version
    }

    private static func store(at path: String, among versions: [SchemaVersion] = []) throws -> SchemaVersion {
        let reader = try StoreReader(path: path)
        let metadata = try reader.metadata()
        let hashes = metadata.versionHashes
        let known = try versions.first { try $0.evaluated().matches(hashes) }
        var model = try reader.model().describingStore(withHashes: hashes, version: known?.evaluated())
        model.versionIdentifiers = metadata.versionIdentifiers
        return SchemaVersion(
            schema: known?.schema, name: path, origin: .store, content: ModelContent(model, isArchived: true))
    }

    private static func version(_ name: String, in project: Project) throws -> SchemaVersion {
        do {
            let schema = try project.version(named: name).schema
            // Models without a `VersionedSchema` get the name of the frozen version with equal version hashes. They may
            // still differ in ways that don't affect the hashes.
            let declared = schema.schemaVersion(named: schema.isUnversioned ? name : nil)
            let own =
                try schema.isUnversioned
                ? VersionCatalog(project).frozen(name, in: project).first { $0.schema == schema.name } : nil
            guard let own else {
                _ = try declared.evaluated()
                return declared
            }
            guard declared.content != nil, try isSame(own, declared) else { return own }
            return declared
        } catch let error as ProjectError {
            let declared: [String]
            switch error {
            case .unknownVersion(_, let known, _): declared = known
            case .declaredOtherwise: declared = []
            default: throw error
            }
            let catalog = try VersionCatalog(project)
            let matches = catalog.frozen(name, in: project)
            guard let match = matches.first else {
                throw ProjectError.unknownVersion(
                    name: name, declared: declared, frozen: catalog.frozen.map(\.name).unique)
            }
            guard matches.count == 1 else {
                throw ProjectError.ambiguousVersion(name: name, groups: matches.compactMap(\.group))
            }
            return match
        }
    }

    private var frozen: [SchemaVersion] { versions.filter { !$0.isDeclared } }

    /// Returns the frozen versions with the given version name. If there are none, returns the frozen versions of the
    /// type with the given name, or with the same number, such as `1.0.0` for `1.0`. Returns an empty array if the name refers to the current models without a
    /// `VersionedSchema`, and isn't the version name of a fixture.
    private func frozen(_ name: String, in project: Project) -> [SchemaVersion] {
        let named = frozen.filter { $0.name == name }
        // Models without a `VersionedSchema` form one group. The group's name refers to their current declarations.
        let isOfGroup = project.declarations.schemas.contains { $0.isUnversioned && $0.name == name }
        guard named.isEmpty, !isOfGroup else { return named }
        let ofType = frozen.filter { $0.schema == name }
        guard ofType.isEmpty, let only = VersionNumbers.only(name, among: frozen.map(\.name)) else { return ofType }
        return frozen.filter { $0.name == only }
    }

    private static func isSame(_ frozen: SchemaVersion, _ declared: SchemaVersion) throws -> Bool {
        let (before, after) = try frozen.comparable(with: declared)
        return ModelDifference(from: before, to: after).isEmpty
    }
}
