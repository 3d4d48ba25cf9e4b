import Foundation
import PermafrostModel

/// A reader that adds Core Data models to the declarations in Swift sources. A bundle becomes a plan with the bundle's
/// name and versions, and mapping models become the plan's custom stages.
package struct CoreDataModelReader: Sendable {
    private let request: SourceRequest

    /// Creates a reader for the models that a request specifies.
    package init(request: SourceRequest) {
        self.request = request
    }

    /// Adds the models to the declarations. A file that can't be read becomes an issue. A model that doesn't exist, for
    /// example at an earlier commit, is ignored.
    package func read(into declarations: inout ProjectDeclarations) {
        let files = ModelFiles(directory: request.directory)
        let paths = request.coreDataModels.filter(files.isFolder)
        guard !paths.isEmpty else { return }
        let mappings = mappings(files, into: &declarations)
        var names = Set(declarations.schemas.map(\.name))
        for path in paths {
            let bundle = ModelBundle(path: path, directory: request.directory)
            let schemas = schemas(of: bundle, besides: names)
            names.formUnion(schemas.map(\.name))
            declarations.schemas += schemas
            declarations.coreDataStores += zip(bundle.versions, schemas).compactMap { version, schema in
                let synced = version.contents.synced
                guard synced.includesAll || !synced.names.isEmpty else { return nil }
                return CoreDataStoreDeclaration(
                    model: bundle.name, schema: schema.name, configurations: synced.names,
                    request: .init(databases: [.explicit], written: "usedWithCloudKit", location: schema.location),
                    location: schema.location)
            }
            declarations.plans.append(plan(of: bundle, schemas, mappings))
        }
    }

    /// Returns a bundle's versions.
    ///
    /// The ``DeclaredVersion/version`` of each is the model's identifier if no other version in the bundle has the same
    /// one. Otherwise, it is the name of the version's folder without the extension. It is nil if the version's file
    /// can't be parsed, because the identifier is then unknown.
    ///
    /// - Parameter names: the names of the versions that are already declared. If a version in the bundle has one of
    ///   these names, its name is qualified with the bundle's name, as in `App/App 2.xcdatamodel`.
    private func schemas(of bundle: ModelBundle, besides names: Set<String>) -> [DeclaredVersion] {
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
                name: names.contains(name) ? "\(bundle.name)/\(name)" : name,
                version: contents.isParsed ? own ?? version.name : nil,
                versionIdentifier: contents.versionIdentifier ?? version.name,
                places: SourcePlaces(location: location, version: location) { parts },
                model: contents.model.map { ModelContent($0) }, assumptions: contents.assumptions,
                issues: contents.issues)
        }
    }

    private func plan(
        of bundle: ModelBundle, _ schemas: [DeclaredVersion], _ mappings: [MappingModel]
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
            name: bundle.name, isModelFile: true, location: SourceLocation(file: bundle.path, line: 1, column: 1),
            schemas: schemas.map(\.name), currentSchema: bundle.currentVersion.flatMap { byVersion[$0] },
            stages: stages, issues: bundle.issues)
    }

    /// Returns the project's mapping models, sorted by path. Omits each mapping model that can't be read, and reports
    /// it.
    private func mappings(_ files: ModelFiles, into declarations: inout ProjectDeclarations) -> [MappingModel] {
        let list = try? SourceFileList(directory: request.directory)
        let paths = (list?.files ?? []).map(\.path).filter { $0.hasSuffix(".xcmappingmodel/xcmapping.xml") }
        var mappings: [MappingModel] = []
        for path in paths {
            do {
                mappings.append(try MappingModel(try files.bytes(path), file: path))
            } catch let error as XMLDocument.Unreadable {
                var issue = error.issue
                issue.severity = .warning
                declarations.issues.append(issue)
            } catch {
                let reason = (error as? ModelFiles.Unreadable)?.reason ?? "\(error)"
                declarations.issues.append(
                    SourceIssue(
                        .unreadableFile(reason), severity: .warning,
                        at: SourceLocation(file: path, line: 1, column: 1)))
            }
        }
        return mappings
    }
}
