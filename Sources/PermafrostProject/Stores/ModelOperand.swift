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
                self = try Self.version(name, in: try project())
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

    private init(_ name: String, frozen version: KnownVersion) {
        self.name = name
        (sort, schema, model) = (.frozen, version.schema, version.model)
    }

    private init(_ name: String, declared schema: DeclaredSchema) throws {
        guard let model = try schema.model?.decoded() else {
            throw ProjectError.notEvaluable(version: name, schema: schema.name)
        }
        self.name = name
        sort = .declared
        self.schema = schema.name
        self.model = ComparedModel(model, of: schema)
    }

    private static func version(_ name: String, in project: Project) throws -> ModelOperand {
        do {
            let schema = try project.version(named: name).schema
            // Equal version hashes give models without a `VersionedSchema` the name of a frozen version; they may differ
            // from it in what no hash tells.
            let own = try schema.isUnversioned ? frozen(name, in: project).first { $0.schema == schema.name } : nil
            guard let own else { return try ModelOperand(name, declared: schema) }
            if let declared = try? ModelOperand(name, declared: schema), declared.isSame(as: own) { return declared }
            return ModelOperand(name, frozen: own)
        } catch let error as ProjectError {
            let declared: [String]
            switch error {
            case .unknownVersion(_, let known, _): declared = known
            case .declaredOtherwise: declared = []
            default: throw error
            }
            let matches = try frozen(name, in: project)
            guard let match = matches.first else {
                let frozen = try KnownVersions(project).versions.filter { !$0.isDeclared }.map(\.version)
                throw ProjectError.unknownVersion(name: name, declared: declared, frozen: frozen.unique)
            }
            guard matches.count == 1 else {
                throw ProjectError.ambiguousVersion(name: name, groups: matches.compactMap(\.group))
            }
            return ModelOperand(name, frozen: match)
        }
    }

    private static func frozen(_ name: String, in project: Project) throws -> [KnownVersion] {
        try KnownVersions(project).versions.filter { !$0.isDeclared && $0.version == name }
    }

    private func isSame(as frozen: KnownVersion) -> Bool {
        let (before, after) = ComparedModel.comparable(frozen.model, model)
        return ModelDifference(from: before, to: after).isEmpty
    }

    private static func model(ofStore path: String) throws -> ComparedModel {
        let reader = try StoreReader(path: path)
        let metadata = try reader.metadata()
        var model = try reader.model()
        model.versionIdentifiers = metadata.versionIdentifiers
        return ComparedModel(model, isArchived: true)
    }
}
