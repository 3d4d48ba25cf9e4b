import Foundation
import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// One side of a comparison, as the user names it: a store's file, a fixture's folder, or a version.
package struct ModelOperand: Sendable {
    /// What the name turned out to be.
    package enum Sort: String, Sendable, Hashable {
        case store
        case fixture
        case declared
        case frozen
    }

    /// The name as given.
    package let name: String
    /// What it is.
    package let sort: Sort
    /// The type that declares the version, where one does.
    package let schema: String?
    /// The model.
    package let model: ComparedModel

    /// Finds out what a name means: a path where there is something, else a version, declared before frozen.
    ///
    /// - Parameter project: reads the project; called only for a version.
    /// - Throws: a `StoreError`, a ``ProjectError``, or what reading the project throws.
    package init(_ name: String, project: () throws -> Project) throws {
        var isDirectory: ObjCBool = false
        // A version's name may also be a folder's, that of the fixture itself.
        if FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory) {
            try self.init(path: name, isFolder: isDirectory.boolValue)
        } else if name.contains("/") {
            throw Self.noFile(name)
        } else {
            do {
                try self.init(version: name, in: try project())
            } catch let error as ProjectError {
                switch error {
                case .unknownVersion, .noSchema:
                    throw Self.pathSuffixes.contains(where: name.hasSuffix) ? Self.noFile(name) : error
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

    private init(path: String, isFolder: Bool) throws {
        name = path
        guard isFolder else {
            sort = .store
            schema = nil
            model = try Self.model(ofStore: path)
            return
        }
        let folder = URL(fileURLWithPath: path).standardizedFileURL
        guard let version = try? VersionName(folder.lastPathComponent) else {
            throw ProjectError.noFixture(path: path)
        }
        let fixture = Fixture(
            version: version, tree: folder.deletingLastPathComponent().path, folder: folder.lastPathComponent)
        let frozen = FixtureInspection(fixture).read()
        guard let model = frozen.model else { throw ProjectError.noFixture(path: path) }
        sort = .fixture
        schema = frozen.schema
        self.model = ComparedModel(model, isArchived: frozen.isOfStore)
    }

    private init(version name: String, in project: Project) throws {
        self.name = name
        let declared: (group: VersionGroup, schema: DeclaredSchema)
        do {
            declared = try project.version(named: name)
        } catch let error as ProjectError {
            guard case .unknownVersion(_, let known) = error else { throw error }
            let frozen = try KnownVersions(project).versions.filter { !$0.isDeclared }
            let matches = frozen.filter { $0.version == name }
            guard let match = matches.first else {
                throw ProjectError.unknownVersion(name: name, known: (known + frozen.map(\.version)).unique)
            }
            guard matches.count == 1 else {
                throw ProjectError.ambiguousVersion(name: name, groups: matches.compactMap(\.group))
            }
            (sort, schema, model) = (.frozen, match.schema, match.model)
            return
        }
        guard let model = try declared.schema.model?.decoded() else {
            throw ProjectError.notEvaluable(version: name, schema: declared.schema.name)
        }
        sort = .declared
        schema = declared.schema.name
        self.model = ComparedModel(model, of: declared.schema)
    }

    private static func model(ofStore path: String) throws -> ComparedModel {
        let reader = try StoreReader(path: path)
        let metadata = try reader.metadata()
        var model = try reader.model()
        model.versionIdentifiers = metadata.versionIdentifiers
        return ComparedModel(model, isArchived: true)
    }
}
