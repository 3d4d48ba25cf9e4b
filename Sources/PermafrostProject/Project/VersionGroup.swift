import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A group of versions that belong together. It contains the versions of a migration plan or Core Data model, or a
/// store's models without a `VersionedSchema`. Schemas that no plan lists form a group if their names differ only in a
/// version suffix, such as `PostsV1` and `PostsV2`.
package struct VersionGroup: Sendable {
    /// The group's name. The group's fixtures record it. If the group has a folder in the fixture tree, the folder has
    /// the same name.
    package let name: String
    /// The group's migration plan or Core Data model. Nil for schemas that no plan lists, and for models without a
    /// `VersionedSchema`.
    package let plan: PlanDeclaration?
    /// The versions in the plan's order. Without a plan, they are sorted by version.
    package let schemas: [DeclaredVersion]
    /// All versions that the project declares, keyed by the declaration's name. They include versions that a stage uses
    /// but the plan doesn't list.
    let declarations: [String: DeclaredVersion]
    /// The versions in the plan's order, with the stages between them. Without a plan, the versions are ``schemas``.
    package let graph: VersionGraph

    /// Creates a group, and builds its graph from the plan's stages.
    ///
    /// - Parameters:
    ///   - known: all versions that the sources declare. A stage can use a version that the plan doesn't list, if it
    ///     has the same hashes as a listed version.
    ///   - unversioned: the name for models without a `VersionedSchema`, or nil if it isn't known.
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
            }, staging: plan?.staging)
    }

    /// Returns a copy of the group that gives models without a `VersionedSchema` the given name. If the name is nil,
    /// returns the group unchanged.
    func naming(unversioned name: String?) -> VersionGroup {
        guard let name, schemas.contains(where: \.isUnversioned) else { return self }
        return VersionGroup(
            name: self.name, plan: plan, schemas: schemas, among: Array(declarations.values), unversioned: name)
    }

    /// Returns the version name of a type. If the type isn't declared, returns the type's name.
    func versionName(of schema: String) -> String {
        (graph.versions.first { $0.schema == schema } ?? declarations[schema]?.schemaVersion)?.name ?? schema
    }

    /// Returns a stage's name, such as `1.0.0 → 2.0.0`.
    func name(of stage: DeclaredStage) -> String { "\(versionName(of: stage.from)) → \(versionName(of: stage.to))" }

    /// Returns whether the group's name is the given name with the module of its versions, as in `Server_AppPlan` for
    /// `AppPlan`.
    func isInModule(named name: String) -> Bool {
        guard let module = schemas.first?.module else { return false }
        return self.name == module + "_" + name || self.name == module + "." + name
    }

    /// Returns whether the plan declares a version as retired.
    func isRetired(_ version: String) -> Bool { plan?.retired.contains { $0.version == version } == true }

    /// The issues with the declarations of the group's versions and plan.
    var ownIssues: [SourceIssue] { schemas.flatMap(\.issues) + (plan?.issues ?? []) }

    /// The way that SwiftData migrates the group's stores.
    package var staging: Staging { graph.staging }

    /// Returns the position of a version in ``graph``, or nil if the graph doesn't contain it.
    func index(of schema: DeclaredVersion) -> Int? { graph.versions.firstIndex { $0.schema == schema.name } }

    /// Returns the declaration of the version at a position in ``graph``, or nil if the sources don't declare that
    /// version.
    func schema(at index: Int) -> DeclaredVersion? { schemas.first { $0.name == graph.versions[index].schema } }

    /// Whether a migration plan in Swift lists the group's versions. Its ``VersionGraph/staging`` determines whether
    /// SwiftData rejects a store that doesn't match a version in the plan.
    package var hasPlan: Bool { plan.map { !$0.isModelFile } ?? false }

    /// The newest version: the current version of a Core Data model, and otherwise the last one. Nil if the group has no
    /// versions, or if the last version in its plan isn't declared.
    package var newest: DeclaredVersion? {
        let name = plan?.currentSchema ?? plan?.schemas.last ?? schemas.last?.name
        return schemas.first { $0.name == name } ?? name.flatMap { declarations[$0] }
    }

    /// The type that declares the newest version. Nil if `new-version` can't add a version after it, because the models
    /// are in a Core Data model or don't have a `VersionedSchema`.
    var newestSchema: String? {
        if let plan { return plan.isModelFile ? nil : plan.schemas.last }
        return schemas.contains(where: \.isUnversioned) ? nil : schemas.last?.name
    }

    /// Returns the losses that the stages on a route declare.
    ///
    /// - Parameter models: the models of the route's stops, in order.
    func acceptedLosses(on route: Route, models: [SchemaModel]) -> AcceptedLosses {
        AcceptedLosses(path: models, losses: route.stages.map { plan?.stages[$0].declaredLosses ?? [] })
    }

    /// Returns the declaration of the version with the given name, or nil if the group doesn't declare it.
    package func schema(version: String) -> DeclaredVersion? {
        schemas.first { $0.version == version }
    }
}

extension VersionGroup {
    /// Groups declarations. The plans' groups come first, sorted by location. The groups of schemas without a plan
    /// follow, sorted by name.
    package static func groups(of declarations: ProjectDeclarations) -> [VersionGroup] {
        let byName = Dictionary(declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        let names = shortNames(declarations.plans)
        var planned: Set<String> = []
        var groups = declarations.plans.map { plan in
            planned.formUnion(plan.schemas)
            return VersionGroup(
                name: names[plan.name] ?? plan.name, plan: plan, schemas: plan.schemas.compactMap { byName[$0] },
                among: declarations.schemas)
        }
        let rest = declarations.schemas.filter { !planned.contains($0.name) }
        // The models of a store form a group under the store's name.
        let bases = Dictionary(grouping: rest) { $0.isUnversioned ? $0.name : SchemaName.withoutVersion($0.name) }
        for (base, schemas) in bases.sorted(by: { $0.key < $1.key }) {
            groups.append(
                VersionGroup(
                    name: base, plan: nil, schemas: schemas.sorted(by: isEarlier), among: declarations.schemas))
        }
        return groups
    }

    /// Returns the short forms of plans' names, keyed by name. A short form is the name's last component if it is
    /// unique. Otherwise, or if the name starts with the module, it is the complete name with `.` replaced by `_`.
    private static func shortNames(_ plans: [PlanDeclaration]) -> [String: String] {
        func last(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
        let counts = Dictionary(plans.map { (last($0.name), 1) }, uniquingKeysWith: +)
        return Dictionary(
            plans.map { plan in
                let isUnique = counts[last(plan.name)] == 1 && !plan.isNamedByModule
                return (plan.name, isUnique ? last(plan.name) : plan.name.replacing(".", with: "_"))
            }
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
    /// The version's name in a form that sorts by its numbers. Nil if the name isn't known or can't be used as a folder
    /// name.
    package var orderedVersion: VersionName? {
        version.flatMap { try? VersionName($0) }
    }
}
