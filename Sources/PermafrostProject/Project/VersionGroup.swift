import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A migration plan with its versions, or schemas without a plan that have the same name except for a version suffix.
package struct VersionGroup: Sendable {
    /// The group's name, which is also the name of its folder. Fixtures record it.
    package let name: String
    /// The group's plan; nil if there is none.
    package let plan: PlanDeclaration?
    /// The versions, in the plan's order, or sorted by version if there is no plan.
    package let schemas: [DeclaredVersion]
    /// All declarations of the project, by name. A stage may use a version that the plan doesn't list.
    let declarations: [String: DeclaredVersion]
    /// The versions in the plan's order, with the stages between them. If there is no plan, the versions are
    /// ``schemas``.
    package let graph: VersionGraph

    /// - Parameters:
    ///   - known: all versions declared in the sources. A stage may use a version that the plan doesn't list and whose
    ///     hashes equal a listed version's hashes.
    ///   - unversioned: the name for models without a `VersionedSchema`; nil if it is unknown.
    init(
        name: String, plan: PlanDeclaration?, schemas: [DeclaredVersion], among known: [DeclaredVersion],
        unversioned: String? = nil
    ) {
        self.name = name
        self.plan = plan
        let own = schemas.map { $0.inGroup(name, named: $0.isUnversioned ? unversioned : nil) }
        self.schemas = own
        let byName = Dictionary((own + known).map { ($0.name, $0) }) { first, _ in first }
        declarations = byName
        graph = VersionGraph(
            plan.map { $0.isModelFile ? .inference : .plan } ?? .inference,
            versions: (plan?.schemas ?? schemas.map(\.name)).map { name in
                byName[name]?.schemaVersion
                    ?? SchemaVersion(schema: name, name: name, isNamed: false, origin: .declared(), content: nil)
            },
            stages: (plan?.stages ?? []).map { stage in
                (
                    (stage.from, byName[stage.from]?.model?.versionChecksum),
                    (stage.to, byName[stage.to]?.model?.versionChecksum), stage.kind
                )
            })
    }

    /// Returns a copy of the group with the given name for models without a `VersionedSchema`.
    func naming(unversioned name: String?) -> VersionGroup {
        guard let name, schemas.contains(where: \.isUnversioned) else { return self }
        return VersionGroup(
            name: self.name, plan: plan, schemas: schemas, among: Array(declarations.values), unversioned: name)
    }

    /// Returns the version name of a type, or the type's name if it isn't declared.
    func versionName(of schema: String) -> String {
        (graph.versions.first { $0.schema == schema } ?? declarations[schema]?.schemaVersion)?.name ?? schema
    }

    /// The issues with the declarations of the group's versions and plan.
    var ownIssues: [SourceIssue] { schemas.flatMap(\.issues) + (plan?.issues ?? []) }

    /// Returns the position of a version in ``graph``.
    func index(of schema: DeclaredVersion) -> Int? { graph.versions.firstIndex { $0.schema == schema.name } }

    /// Returns the declaration at a position in ``graph``; nil if it isn't declared in the project.
    func schema(at index: Int) -> DeclaredVersion? { schemas.first { $0.name == graph.versions[index].schema } }

    /// Whether the group's stores migrate with a Swift migration plan, which determines what happens to a store that
    /// drifted.
    package var hasPlan: Bool { plan.map { !$0.isModelFile } ?? false }

    /// The type of the version that `new-version` would add a version after; nil if it can't add one, because the
    /// models are in a Core Data model or have no `VersionedSchema`.
    var newestSchema: String? {
        if let plan { return plan.isModelFile ? nil : plan.schemas.last }
        return schemas.contains(where: \.isUnversioned) ? nil : schemas.last?.name
    }

    /// Returns the declaration of the version with that name.
    package func schema(version: String) -> DeclaredVersion? {
        schemas.first { $0.version == version }
    }
}

extension VersionGroup {
    /// Groups declarations. The groups of plans come first, sorted by location, followed by the groups of schemas
    /// without a plan, sorted by name.
    package static func groups(of declarations: ProjectDeclarations) -> [VersionGroup] {
        let byName = Dictionary(declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        let names = shortNames(declarations.plans.map(\.name))
        var planned: Set<String> = []
        var groups = declarations.plans.map { plan in
            planned.formUnion(plan.schemas)
            return VersionGroup(
                name: names[plan.name] ?? plan.name, plan: plan, schemas: plan.schemas.compactMap { byName[$0] },
                among: declarations.schemas)
        }
        let rest = declarations.schemas.filter { !planned.contains($0.name) }
        for (base, schemas) in Dictionary(grouping: rest, by: { SchemaName.withoutVersion($0.name) }).sorted(by: {
            $0.key < $1.key
        }) {
            groups.append(
                VersionGroup(
                    name: base, plan: nil, schemas: schemas.sorted(by: isEarlier), among: declarations.schemas))
        }
        return groups
    }

    /// Returns a short form of each name: the last component if it is unique, otherwise the complete name with `_`
    /// instead of `.`.
    private static func shortNames(_ names: [String]) -> [String: String] {
        func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
        let counts = Dictionary(names.map { (last($0), 1) }, uniquingKeysWith: +)
        return Dictionary(
            names.map { ($0, counts[last($0)] == 1 ? last($0) : $0.replacing(".", with: "_")) }
        ) { first, _ in first }
    }

    private static func isEarlier(_ left: DeclaredVersion, _ right: DeclaredVersion) -> Bool {
        guard let leftVersion = left.orderedVersion, let rightVersion = right.orderedVersion else {
            return left.name < right.name
        }
        return leftVersion < rightVersion
    }
}

extension DeclaredVersion {
    /// The version's name, for sorting by its numbers; nil if it can't be evaluated or can't be used as a folder name.
    package var orderedVersion: VersionName? {
        version.flatMap { try? VersionName($0) }
    }
}
