import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A writer for an unversioned app's first versions and their migration plan.
///
/// Each declaration is written to a new file, next to a file that contains one of the app's classes. If the new files
/// wouldn't belong to that file's targets, all declarations are appended to that file instead.
///
/// A version that differs from the app's current classes contains copies of the classes as they shipped. A version that
/// matches the current classes only lists them. A container that the request allows to edit opens its store with the plan.
package struct AdoptionWriter {
    private let request: AdoptionRequest
    private let sources: SourceSet
    private let targets: NewFileTargets
    private var parts: [Part] = []
    private var isPublic = false
    private var containerEdits: [String: TextEdits] = [:]
    private var containerPlaces: [String: [SourceLocation]] = [:]
    private var suggestions: [ContainerSuggestion] = []
    private var suggestedEdits: [String: TextEdits] = [:]

    /// A declaration to write, with the imports that it needs and the change that the draft reports for its file.
    private struct Part {
        let type: String
        let imports: Set<FileImport>
        let text: String
        let change: DraftChange
    }

    /// Returns the files that declare an app's first versions and their plan.
    ///
    /// - Throws: ``NextVersionProblem`` if the versions can't be declared, or `UnreadableFile` if a file can't be
    ///   read or parsed.
    package static func draft(_ request: AdoptionRequest) throws -> NextVersionDraft {
        let files = DirectorySources(directory: request.directory)
        var writer = AdoptionWriter(
            request: request, sources: try SourceSet(files), targets: try NewFileTargets(files))
        return try writer.draft()
    }

    private init(request: AdoptionRequest, sources: SourceSet, targets: NewFileTargets) {
        self.request = request
        self.sources = sources
        self.targets = targets
    }

    private mutating func draft() throws -> NextVersionDraft {
        for type in request.versions.map(\.type) + [request.plan] { try assertFree(type) }
        var availability: [String] = []
        for version in request.versions {
            let shippedSources = try version.sources.map { try SourceSet(InMemorySources($0)) }
            let classes = try classes(of: version, in: shippedSources ?? sources)
            for found in classes { availability += Self.availability(of: found.node, in: found.file) }
            isPublic = isPublic || classes.contains { $0.node.modifiers.contains { $0.name.text == "public" } }
        }
        let attributes = Array(Set(availability)).sorted()
        for version in request.versions {
            if let texts = version.sources {
                try addFrozen(version, in: SourceSet(InMemorySources(texts)), attributes)
            } else {
                try addLive(version, attributes)
            }
        }
        addPlan(attributes)
        for container in request.containers { try add(container) }
        return NextVersionDraft(
            files: try files(), added: [], testReferences: [], suggestions: suggestions,
            suggestedFiles: try files(with: suggestedEdits))
    }

    // MARK: Versions

    private typealias Found = (node: ClassDeclSyntax, file: SwiftFile)

    private func classes(of version: AdoptionRequest.Version, in sources: SourceSet) throws -> [Found] {
        try version.classes.sorted { ($0.value.file, $0.value.line) < ($1.value.file, $1.value.line) }.map {
            entity, place in
            let file = try sources.file(place.file)
            if let conflict = file.conflict { throw NextVersionProblem.conflict(conflict) }
            guard let node = file.declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw NextVersionProblem.moved(entity, place)
            }
            return (node, file)
        }
    }

    private mutating func addFrozen(
        _ version: AdoptionRequest.Version, in shippedSources: SourceSet, _ attributes: [String]
    ) throws {
        let names = Set(version.classes.keys)
        let extensions = try StageCode.extensions(of: names, in: [], shippedSources)
        let classes = try classes(of: version, in: shippedSources).map { node, file in
            FrozenClass(
                node, in: file, among: names, for: StageCode(of: nil),
                extensions: extensions[node.name.text] ?? [])
        }
        var typeNames = try TypeNames(in: shippedSources)
        typeNames.namespaces = Set(classes.map(\.enclosingTypes)).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
        let values = try CarriedValueTypes(
            of: classes, in: nil, besides: Set(request.versions.map(\.type)), typeNames, in: shippedSources,
            today: sources)
        let frozen = try FrozenSources.make(
            classes, values.all, of: version.type, for: path(of: version.type), replacing: [:], typeNames,
            attributes: attributes, in: shippedSources)
        let comment = [
            "// Frozen by permafrost adopt: the models as they shipped in \(version.releases).",
            "// Users have stores with these models. permafrost check fails if a stored property changes.",
        ]
        let opening = attributes + head(of: version, classes.map(\.name)) + [""]
        add(
            version.type, importing: frozen.imports, comment + [String(frozen.text(opening: opening).dropLast())],
            .frozen(classes.map(\.name)))
    }

    private mutating func addLive(_ version: AdoptionRequest.Version, _ attributes: [String]) throws {
        let names = try classes(of: version, in: sources).map {
            ($0.node.enclosingPath + [$0.node.name.text]).joined(separator: ".")
        }
        add(version.type, attributes + head(of: version, names) + ["}"], .version(names))
    }

    private func head(of version: AdoptionRequest.Version, _ models: [String]) -> [String] {
        let identifier = version.identifier.map(String.init).joined(separator: ", ")
        return [
            "\(access)enum \(version.type): VersionedSchema {",
            "    \(access)static let versionIdentifier = Schema.Version(\(identifier))",
            "    \(access)static var models: [any PersistentModel.Type] {",
            "        [\(models.map { "\($0).self" }.joined(separator: ", "))]",
            "    }",
        ]
    }

    // MARK: The plan

    private mutating func addPlan(_ attributes: [String]) {
        let types = request.versions.map(\.type)
        let steps = zip(zip(types, types.dropFirst()), request.stages).map { step, kind in
            let versions = "fromVersion: \(step.0).self, toVersion: \(step.1).self"
            return switch kind {
            case .lightweight: "            .lightweight(\(versions)),"
            case .custom: "            .custom(\(versions), willMigrate: nil, didMigrate: nil),"
            }
        }
        let stages = steps.isEmpty ? ["        []"] : ["        ["] + steps + ["        ]"]
        add(
            request.plan,
            attributes + [
                "\(access)enum \(request.plan): SchemaMigrationPlan {",
                "    \(access)static var schemas: [any VersionedSchema.Type] {",
                "        [\(types.map { "\($0).self" }.joined(separator: ", "))]",
                "    }", "",
                "    \(access)static var stages: [MigrationStage] {",
            ] + stages + ["    }", "}"],
            .newPlan(versions: types))
    }

    // MARK: Containers

    /// Edits a container, or suggests the edit if the request doesn't allow it or it would be incomplete.
    private mutating func add(_ container: PlanlessContainer) throws {
        let file = try sources.file(container.location.file)
        if let conflict = file.conflict { throw NextVersionProblem.conflict(conflict) }
        let schema = request.versions.last?.type ?? ""
        guard let edit = ContainerEdit(at: container.location, schema: schema, plan: request.plan, in: file),
            !(container.lacksModels && edit.rest == .models)
        else {
            return suggestions.append(.init(location: container.location, hasEdit: false, rest: nil))
        }
        let isMade = container.isEditable && edit.rest == nil
        for (range, text) in edit.edits.edits {
            if isMade {
                containerEdits[file.path, default: TextEdits()].replace(range, with: text)
            } else {
                suggestedEdits[file.path, default: TextEdits()].replace(range, with: text)
            }
        }
        guard isMade else {
            return suggestions.append(.init(location: container.location, hasEdit: true, rest: edit.rest))
        }
        containerPlaces[file.path, default: []].append(container.location)
    }

    // MARK: Files

    /// Returns the path of the file for a type's declaration. This is a new file next to the request's `neighbor`, or
    /// the neighbor itself if the new file wouldn't belong to the neighbor's targets.
    private func path(of type: String) -> String {
        let path = request.neighbor.dropLast(request.neighbor.split(separator: "/").last?.count ?? 0) + type + ".swift"
        return targets.takes(String(path), like: request.neighbor) ? String(path) : request.neighbor
    }

    private var access: String { isPublic ? "public " : "" }

    private mutating func add(
        _ type: String, importing imports: Set<FileImport> = [], _ lines: [String],
        _ change: DraftChange
    ) {
        parts.append(
            Part(
                type: type, imports: imports.union([FileImport(module: "SwiftData")]),
                text: lines.joined(separator: "\n") + "\n",
                change: change))
    }

    private func files() throws -> [DraftFile] {
        let place = try sources.file(request.neighbor)
        let folder = String(place.path.dropLast(place.path.split(separator: "/").last?.count ?? 0))
        let paths = parts.map { folder + $0.type + ".swift" }
        var edits = containerEdits
        var changes = containerPlaces.mapValues { [DraftChange.references($0)] }
        var added: [DraftFile] = []
        if paths.allSatisfy({ targets.takes($0, like: place.path) }) {
            added = try zip(parts, paths).map { part, path in
                try assertNew(path)
                let imports = FileImport.lines(part.imports).map { $0 + "\n" }.joined()
                return .init(
                    path: path, text: place.inLines(imports + "\n" + part.text), oldText: nil, changes: [part.change])
            }
        } else {
            let imports = parts.reduce(into: Set<FileImport>()) { $0.formUnion($1.imports) }
            edits[place.path, default: TextEdits()].append(
                parts.map(\.text).joined(separator: "\n"), to: place, importing: imports)
            changes[place.path] = parts.map(\.change) + (changes[place.path] ?? [])
        }
        return try added + files(with: edits, changes)
    }

    /// Returns the files that have edits, sorted by path.
    private func files(with edits: [String: TextEdits], _ changes: [String: [DraftChange]] = [:]) throws -> [DraftFile]
    {
        try edits.sorted { $0.key < $1.key }.map { path, edits in
            let file = try sources.file(path)
            return .init(path: path, text: edits.applied(to: file), oldText: file.text, changes: changes[path] ?? [])
        }
    }

    /// Throws an error if any folder of the project already contains a file with the new file's name. A module can't
    /// have two files with the same name.
    private func assertNew(_ path: String) throws {
        let name = "/" + (path.split(separator: "/").last ?? "")
        if let taken = sources.paths.first(where: { ("/" + $0).hasSuffix(name) }) {
            throw NextVersionProblem.exists(path: taken)
        }
    }

    /// Throws an error if a file outside tests already declares a top-level type with the given name.
    private func assertFree(_ type: String) throws {
        let filter = SourcePaths(includesTests: false)
        if let place = try sources.topLevelType(named: type, where: filter.holdsSource) {
            throw NextVersionProblem.nameTaken(type, place)
        }
    }

    private static func availability(of node: ClassDeclSyntax, in file: SwiftFile) -> [String] {
        node.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map { file.text($0) }
    }
}
