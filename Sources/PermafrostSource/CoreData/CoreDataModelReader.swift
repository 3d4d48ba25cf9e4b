import Foundation
import PermafrostModel

/// A reader that adds Core Data models to the declarations in Swift sources. A bundle becomes a plan with the bundle's
/// name and versions, and mapping models become the plan's custom stages.
package struct CoreDataModelReader: Sendable {
    private let request: SourceRequest
    private let files: ModelFiles
    /// Whether the files are in a folder on disk. At a commit, a model that the request specifies may not exist.
    private let isOnDisk: Bool

    /// Creates a reader for the models among a project's files.
    ///
    /// - Parameter listed: the paths of all listed files.
    init(request: SourceRequest, _ files: any SourceFiles, listed: [String], isOnDisk: Bool) {
        self.request = request
        self.files = ModelFiles(files, listed: listed)
        self.isOnDisk = isOnDisk
    }

    /// Adds the models to the declarations: the models that the request specifies, or all models of the project. A file
    /// that can't be read becomes an issue.
    ///
    /// - Parameters:
    ///   - code: the paths of the Swift files with code that opens or migrates Core Data stores.
    ///   - classes: a lookup of the Swift files that may declare a class.
    func read(
        into declarations: inout ProjectDeclarations, code: [String] = [],
        classes: @escaping PolicyClasses.Lookup = { _ in [] }
    ) {
        let found = files.models(SourcePaths(includesTests: request.includesTests))
        let given = request.coreDataModels
        let paths =
            given.isEmpty ? found : given.compactMap { isOnDisk || files.contains($0) ? $0 : moved($0, in: found) }
        guard !paths.isEmpty else { return }
        // The choice of models doesn't change their groups' names.
        let groups = groupNames(of: paths.allSatisfy(found.contains) ? found : paths, besides: declarations)
        let mappings = mappings(into: &declarations)
        var names = Set(declarations.schemas.map(\.name))
        let migrations = OnDemand { [files, request] in ModelMigrationReader(files, code: code, request) }
        let policies = PolicyClasses(files, request, isComplete: isOnDisk, classes)
        let models = Set((found + paths).map(ModelBundle.name))
        for path in paths {
            let bundle = ModelBundle(path: path, files)
            let group = groups[path] ?? bundle.name
            let schemas = schemas(of: bundle, in: group, besides: names)
            names.formUnion(schemas.map(\.name))
            declarations.schemas += schemas
            let others = models.subtracting([bundle.name])
            let marked = zip(bundle.versions, schemas).compactMap { version, schema in
                let synced = version.contents.synced
                guard synced.includesAll || !synced.names.isEmpty else { return nil as CoreDataStoreDeclaration? }
                return CoreDataStoreDeclaration(
                    model: bundle.name, schema: schema.name, configurations: synced.names,
                    request: .init(databases: [.explicit], written: "usedWithCloudKit", location: schema.location),
                    location: schema.location)
            }
            if !marked.isEmpty, !migrations.get().opensOnlyLocally(bundle.name, among: others) {
                declarations.coreDataStores += marked
            }
            var plan = plan(of: bundle, named: group, schemas, mappings)
            // A store of a model with one version never migrates.
            if schemas.count > 1 {
                plan.migration = migrations.get().migration(of: bundle.name, among: others)
            }
            declarations.plans.append(plan)
            declarations.issues += policies.issues(in: mappings.filter { $0.maps(bundle) })
        }
    }

    /// Returns the path that a model has at a commit, if it was moved to another folder since. Nil if no model, or several
    /// models, have its file name.
    private func moved(_ path: String, in found: [String]) -> String? {
        let named = found.filter { $0.split(separator: "/").last == path.split(separator: "/").last }
        return named.count == 1 ? named[0] : nil
    }

    /// Returns the name of each model's group: the model's name. If several models have the same name, the names of
    /// folders precede it, as in `Kit_App`. If versions in Swift already form a group with the name, `Model` follows it.
    private func groupNames(of paths: [String], besides declarations: ProjectDeclarations) -> [String: String] {
        let taken = Set(
            declarations.plans.map { SchemaName.own($0.name) }
                + declarations.schemas.map { $0.isUnversioned ? $0.name : SchemaName.withoutVersion($0.name) })
        func name(_ path: String, _ count: Int) -> String {
            let folders = path.split(separator: "/").dropLast().suffix(count)
            return (folders.map(String.init) + [ModelBundle.name(at: path)]).joined(separator: "_")
        }
        return Dictionary(
            paths.map { path in
                let depth = path.split(separator: "/").count
                let count = (0..<depth).first { count in paths.count { name($0, count) == name(path, count) } == 1 }
                let unique = name(path, count ?? depth)
                return (path, taken.contains(unique) ? unique + "Model" : unique)
            }
        ) { first, _ in first }
    }

    /// Returns a bundle's versions.
    ///
    /// The ``DeclaredVersion/version`` of each is the model's identifier if no other version in the bundle has the same
    /// one. Otherwise, it is the name of the version's folder without the extension. It is nil if the version's file
    /// can't be parsed, because the identifier is then unknown.
    ///
    /// - Parameter names: the names of the versions that are already declared. If a version in the bundle has one of
    ///   these names, its name is qualified with the group's name, as in `App/App 2.xcdatamodel`.
    private func schemas(
        of bundle: ModelBundle, in group: String, besides names: Set<String>
    ) -> [DeclaredVersion] {
        let identifiers = bundle.versions.compactMap(\.contents.versionIdentifier)
        return bundle.versions.map { version in
            let contents = version.contents
            let own = contents.versionIdentifier.flatMap { given in
                identifiers.filter { $0 == given }.count == 1 ? given : nil
            }
            let name = version.name + ".xcdatamodel"
            let location = SourceLocation(file: version.file, line: 1, column: 1)
            let parts = contents.places
            return DeclaredVersion(
                name: names.contains(name) ? "\(group)/\(name)" : name,
                version: contents.isParsed ? own ?? version.name : nil,
                versionIdentifier: contents.versionIdentifier ?? version.name,
                places: SourcePlaces(location: location, version: location) { parts },
                model: contents.content, assumptions: contents.assumptions,
                issues: contents.issues)
        }
    }

    private func plan(
        of bundle: ModelBundle, named name: String, _ schemas: [DeclaredVersion], _ mappings: [MappingModel]
    ) -> PlanDeclaration {
        let byVersion = Dictionary(zip(bundle.versions.map(\.name), schemas.map(\.name))) { first, _ in first }
        let stages = mappings.compactMap { mapping -> DeclaredStage? in
            guard
                let from = MappingModel.version(of: mapping.source, in: bundle).flatMap({ byVersion[$0] }),
                let to = MappingModel.version(of: mapping.destination, in: bundle).flatMap({ byVersion[$0] }
                )
            else { return nil }
            return DeclaredStage(kind: .custom, from: from, to: to, location: mapping.location)
        }
        return PlanDeclaration(
            name: name, isModelFile: true, location: SourceLocation(file: bundle.path, line: 1, column: 1),
            schemas: schemas.map(\.name), currentSchema: bundle.currentVersion.flatMap { byVersion[$0] },
            stages: stages, issues: bundle.issues)
    }

    /// Returns the project's mapping models, sorted by path. Omits each mapping model that can't be read, and reports
    /// it.
    private func mappings(into declarations: inout ProjectDeclarations) -> [MappingModel] {
        var mappings: [MappingModel] = []
        for path in files.mappings {
            do {
                mappings.append(try MappingModel(try files.bytes(path), file: path))
            } catch let error as XMLDocument.Unreadable {
                var issue = error.issue
                issue.severity = .warning
                declarations.issues.append(issue)
            } catch {
                let reason = (error as? UnreadableFile)?.reason ?? "\(error)"
                declarations.issues.append(
                    SourceIssue(
                        .unreadableFile(reason), severity: .warning,
                        at: SourceLocation(file: path, line: 1, column: 1)))
            }
        }
        return mappings
    }
}
