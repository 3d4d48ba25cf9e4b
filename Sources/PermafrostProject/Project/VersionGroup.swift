import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A migration plan and its versions, or schemas that stand in no plan and share a name but for its version suffix.
package struct VersionGroup: Sendable {
    /// The group's name, which its folder and its fixtures carry.
    package let name: String
    /// The plan, if there is one.
    package let plan: PlanDeclaration?
    /// The versions: in the plan's order, else by version.
    package let schemas: [DeclaredVersion]
    /// Every declaration of the project, by its name: a stage may be of a version that the plan does not list.
    let declarations: [String: DeclaredVersion]
    /// The versions that the plan lists, else ``schemas``, with the stages between them, in the plan's order.
    package let graph: VersionGraph

    /// - Parameters:
    ///   - known: every version that the sources declare: a stage of one that the plan does not list may be of one with its hashes.
    ///   - unversioned: what models without a `VersionedSchema` are called; nil as long as that is not known.
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

    /// The group with the name that models without a `VersionedSchema` are called by.
    func naming(unversioned name: String?) -> VersionGroup {
        guard let name, schemas.contains(where: \.isUnversioned) else { return self }
        return VersionGroup(
            name: self.name, plan: plan, schemas: schemas, among: Array(declarations.values), unversioned: name)
    }

    /// What the version of a type is called; the type's name if nothing declares it.
    func versionName(of schema: String) -> String {
        (graph.versions.first { $0.schema == schema } ?? declarations[schema]?.schemaVersion)?.name ?? schema
    }

    /// The position of a version in ``graph``.
    func index(of schema: DeclaredVersion) -> Int? { graph.versions.firstIndex { $0.schema == schema.name } }

    /// The declaration at a position of ``graph``; nil if nothing in the project declares it.
    func schema(at index: Int) -> DeclaredVersion? { schemas.first { $0.name == graph.versions[index].schema } }

    /// Whether its stores migrate by a migration plan in Swift, which decides what a drifted store meets.
    package var hasPlan: Bool { plan.map { !$0.isModelFile } ?? false }

    /// The type of the version that `new-version` would make the next one after; nil where it makes none: of models in a Core Data
    /// model, or without a `VersionedSchema`.
    var newestSchema: String? {
        if let plan { return plan.isModelFile ? nil : plan.schemas.last }
        return schemas.contains(where: \.isUnversioned) ? nil : schemas.last?.name
    }

    /// The version of that name.
    package func schema(version: String) -> DeclaredVersion? {
        schemas.first { $0.version == version }
    }
}

extension VersionGroup {
    /// The groups that declarations form: those of plans by their places, then those of schemas in no plan by name.
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

    /// The last component of each name where that is unique among them, else the whole with `_` for `.`.
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
    /// The version as a name that sorts by its numbers; nil if it cannot be evaluated or is unsafe as a folder's name.
    package var orderedVersion: VersionName? {
        version.flatMap { try? VersionName($0) }
    }
}
