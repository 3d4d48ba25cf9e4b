import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Finds the version that a user names: by a store's file, a fixture's folder, or the version's name.
package enum VersionLookup {
    /// Finds out what a name means: a path where there is something, else a version, declared before frozen.
    ///
    /// - Parameter project: reads the project; called only for a version.
    /// - Returns: the version, called as it was named.
    /// - Throws: a `StoreError`, a ``ProjectError``, or what reading the project throws.
    package static func version(named name: String, in project: () throws -> Project) throws -> SchemaVersion {
        var isDirectory: ObjCBool = false
        // A version's name may also be a folder's, that of the fixture itself.
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

    /// How names end that mean a file or folder, rather than a version.
    private static let pathSuffixes = [".store", ".sqlite", ".json", ".xcdatamodeld"]

    private static func noFile(_ path: String) -> any Error {
        StoreError.unreadable(path: path, reason: "There is no such file or folder.")
    }

    private static func fixture(at path: String) throws -> SchemaVersion {
        let folder = URL(fileURLWithPath: path).standardizedFileURL
        guard let version = try? VersionName(folder.lastPathComponent) else {
            throw ProjectError.noFixture(path: path)
        }
        let fixture = Fixture(
            version: version, tree: folder.deletingLastPathComponent().path, folder: folder.lastPathComponent)
        var frozen = FixtureInspection(fixture).read().schemaVersion
        guard frozen.content != nil else { throw ProjectError.noFixture(path: path) }
        frozen.name = path
        frozen.origin = .fixture
        return frozen
    }

    private static func store(at path: String) throws -> SchemaVersion {
        let reader = try StoreReader(path: path)
        let metadata = try reader.metadata()
        var model = try reader.model()
        model.versionIdentifiers = metadata.versionIdentifiers
        return SchemaVersion(
            schema: nil, name: path, origin: .store, content: ModelContent(model, isArchived: true))
    }

    private static func version(_ name: String, in project: Project) throws -> SchemaVersion {
        do {
            let schema = try project.version(named: name).schema
            // Equal version hashes give models without a `VersionedSchema` the name of a frozen version; they may differ
            // from it in what no hash says.
            let declared = schema.schemaVersion(named: schema.isUnversioned ? name : nil)
            let own =
                try schema.isUnversioned
                ? frozen(name, in: project).map(\.version).first { $0.schema == schema.name } : nil
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
            let matches = try frozen(name, in: project)
            guard let match = matches.first else {
                let frozen = try VersionCatalog(project).entries.map(\.version).filter { !$0.isDeclared }.map(\.name)
                throw ProjectError.unknownVersion(name: name, declared: declared, frozen: frozen.unique)
            }
            guard matches.count == 1 else {
                throw ProjectError.ambiguousVersion(name: name, groups: matches.compactMap(\.group))
            }
            return match.version
        }
    }

    private static func frozen(_ name: String, in project: Project) throws -> [CatalogEntry] {
        let frozen = try VersionCatalog(project).entries.filter { !$0.version.isDeclared }
        let named = frozen.filter { $0.version.name == name }
        // Models without a `VersionedSchema` are one group, and its name means the models as they are declared.
        let isOfGroup = project.declarations.schemas.contains { $0.isUnversioned && $0.name == name }
        return named.isEmpty && !isOfGroup ? frozen.filter { $0.version.schema == name } : named
    }

    private static func isSame(_ frozen: SchemaVersion, _ declared: SchemaVersion) throws -> Bool {
        let (before, after) = try frozen.comparable(with: declared)
        return ModelDifference(from: before, to: after).isEmpty
    }
}
