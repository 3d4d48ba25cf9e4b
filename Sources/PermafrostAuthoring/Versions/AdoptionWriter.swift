import PermafrostDeclarations
import PermafrostModel
import PermafrostSource
import SwiftSyntax

/// Writes the versions of an app that declared none, and a plan of them: a file for each.
///
/// A version that the app's classes are no more holds copies of them as they shipped; the one that they are lists them.
package struct AdoptionWriter {
    private let request: AdoptionRequest
    private let sources: SourceSet
    private var files: [NextVersionDraft.File] = []
    private var lineEnd = "\n"
    private var isPublic = false

    /// The answer to a request; a problem with the sources is one, too.
    ///
    /// - Throws: `UnreadableFile`.
    package static func answer(_ request: AdoptionRequest) throws -> NextVersionAnswer {
        do {
            var writer = AdoptionWriter(
                request: request, sources: try SourceSet(DirectorySources(directory: request.directory)))
            return .draft(try writer.draft())
        } catch let problem as NextVersionProblem {
            return .problem(problem)
        }
    }

    private init(request: AdoptionRequest, sources: SourceSet) {
        self.request = request
        self.sources = sources
    }

    private mutating func draft() throws -> NextVersionDraft {
        var availability: [String] = []
        for version in request.versions {
            let former = try version.sources.map { try SourceSet(InMemorySources($0)) }
            let classes = try classes(of: version, in: former ?? sources)
            for found in classes { availability += Self.availability(of: found.node, in: found.file) }
            lineEnd = classes.first?.file.lineEnd ?? lineEnd
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
        try addPlan(attributes)
        return NextVersionDraft(files: files, added: [], testReferences: [])
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
        _ version: AdoptionRequest.Version, in former: SourceSet, _ attributes: [String]
    ) throws {
        let names = Set(version.classes.keys)
        let classes = try classes(of: version, in: former).map { node, file in
            FrozenClass(node, in: file, among: names, for: StageCode(of: nil), extensions: [])
        }
        let values = try ValueTypes(of: classes, in: former, besides: nil).all
        let byName = Dictionary(classes.map { ($0.name, $0) }) { first, _ in first }
        func inherited(_ frozen: FrozenClass) -> [FrozenClass.Parameter] {
            guard let parent = frozen.parent.flatMap({ byName[$0] }), parent.name != frozen.name else { return [] }
            return inherited(parent) + parent.parameters
        }
        let bodies =
            classes.map { $0.text(indent: "    ", inherited: inherited($0), replacing: [:]) }
            + values.map { $0.text(indent: "    ") }
        let modules = (classes.map(\.file) + values.map(\.file)).flatMap(Self.imports)
        let comment = [
            "// Frozen by permafrost adopt: the models as they shipped in \(version.releases).",
            "// Stores of users have them. A change of a stored property is found by permafrost check.",
        ]
        add(
            version.type, comment + Self.importLines(modules) + [""] + attributes,
            head(of: version, classes.map(\.name)) + ["", bodies.joined(separator: "\n\n"), "}"],
            .frozen(classes.map(\.name)))
        try assertNew(version.type)
    }

    private mutating func addLive(_ version: AdoptionRequest.Version, _ attributes: [String]) throws {
        let names = try classes(of: version, in: sources).map { Self.qualifiedName(of: $0.node) }
        add(
            version.type, Self.importLines([]) + [""] + attributes, head(of: version, names) + ["}"], .version(names))
        try assertNew(version.type)
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

    private mutating func addPlan(_ attributes: [String]) throws {
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
            request.plan, Self.importLines([]) + [""] + attributes,
            [
                "\(access)enum \(request.plan): SchemaMigrationPlan {",
                "    \(access)static var schemas: [any VersionedSchema.Type] {",
                "        [\(types.map { "\($0).self" }.joined(separator: ", "))]",
                "    }", "",
                "    \(access)static var stages: [MigrationStage] {",
            ] + stages + ["    }", "}"],
            .plan(stage: "\(request.stages.count)"))
        try assertNew(request.plan)
    }

    // MARK: Files

    private var access: String { isPublic ? "public " : "" }

    private func path(of type: String) -> String { request.folder + type + ".swift" }

    private func assertNew(_ type: String) throws {
        let name = "/" + type + ".swift"
        // A module takes no two files of one name, in different folders either.
        if let taken = sources.paths.first(where: { ("/" + $0).hasSuffix(name) }) {
            throw NextVersionProblem.exists(path: taken)
        }
    }

    private mutating func add(
        _ type: String, _ head: [String], _ body: [String], _ change: NextVersionDraft.File.Change
    ) {
        let text = (head + body).joined(separator: "\n") + "\n"
        files.append(
            .init(
                path: path(of: type), text: lineEnd == "\n" ? text : text.replacing("\n", with: lineEnd), former: nil,
                changes: [change]))
    }

    private static func importLines(_ modules: [String]) -> [String] {
        Set(modules + ["SwiftData"]).sorted().map { "import \($0)" }
    }

    private static func imports(of file: SwiftFile) -> [String] {
        file.tree.statements.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.trimmedDescription }
    }

    private static func availability(of node: ClassDeclSyntax, in file: SwiftFile) -> [String] {
        node.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map { file.text($0) }
    }

    /// A class's name with its nesting.
    private static func qualifiedName(of node: ClassDeclSyntax) -> String {
        var names = [node.name.text]
        var parent = node.parent
        while let current = parent {
            if let part = current.as(ExtensionDeclSyntax.self) {
                names.append(part.extendedType.trimmedDescription)
            } else if let name = current.as(DeclSyntax.self)?.typeName {
                names.append(name)
            }
            parent = current.parent
        }
        return names.reversed().joined(separator: ".")
    }
}
