import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Reads the sources as they would be, and proves that every version is what it has to be.
struct NextVersionProof {
    let project: Project
    let current: DeclaredVersion
    let shipped: ShippedVersionSource
    let earlier: [DeclaredVersion]
    let name: NextVersionOptions.NextVersionName
    let renamings: [NextVersionRequest.PropertyRenaming]

    /// What is known of the step to the next version, once it is proved.
    struct Result {
        /// What lint finds in it.
        let findings: [Finding]
        /// What it asks of a store.
        let verdict: MigrationVerdict
        /// The project as it is once the files are written.
        let project: Project
    }

    /// Proves what the files would be.
    ///
    /// - Throws: ``NextVersionOptions/NextVersionError/wouldChange(schema:what:)`` if a version would not be what it has to be.
    func result(of draft: NextVersionDraft) throws -> Result {
        var options = project.options
        // A plan that is new may be missing where containers are made.
        options.readsCode = !project.groups.contains(where: \.hasPlan)
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text) }) { first, _ in first }
        let after = try Project(options: options, reader: CachedSourceReader.UncachedReader())
        if let issue = after.sourceIssues.first(where: { $0.severity == .error }) {
            throw NextVersionError.wouldChange(
                schema: name.type, what: "\(issue.location) couldn't be read: \(issue.problem)")
        }
        let declared = Dictionary(after.declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        for schema in earlier {
            // A class that an earlier version shares was edited along with the newest one.
            let before = shipped.isEdited ? shipped.schemas[schema.name] ?? schema : schema
            try expect(declared[schema.name], of: schema.name, toBe: before.schemaVersion)
        }
        try expect(declared[current.name], of: current.name, toBe: shipped.model)
        let next = after.declarations.schemas.first { SchemaName.own($0.name) == name.type }
        try expect(next, of: name.type, toBe: current.schemaVersion, mayAdd: !draft.added.isEmpty)
        guard let next, let plan = after.groups.first(where: { $0.plan?.schemas.contains(next.name) == true })?.plan,
            plan.schemas.last == next.name, plan.schemas.dropLast().elementsEqual(earlier.map(\.name) + [current.name]),
            plan.stages.last.map({ $0.from == current.name && $0.to == next.name }) == true
        else {
            throw NextVersionError.wouldChange(
                schema: project.groups.first?.plan?.name ?? name.type,
                what: "its versions and stages would not follow each other")
        }
        let findings = try ProjectLint(after).findings.filter { finding in
            finding.schema == next.name && (finding.stage != nil || finding.severity == .error)
                || options.readsCode && (finding.code == ContainerWithoutPlan.page.code || finding.stage != nil)
        }
        let step = ShapeStep(from: try shipped.model.evaluated(), to: try next.schemaVersion.evaluated())
        return Result(findings: findings, verdict: step.verdict, project: after)
    }

    /// - Parameter mayAdd: whether the version may have models beside those expected.
    private func expect(
        _ schema: DeclaredVersion?, of name: String, toBe expected: SchemaVersion, mayAdd: Bool = false
    ) throws {
        guard let schema else { throw NextVersionError.wouldChange(schema: name, what: "nothing would declare it") }
        // The next version has a number of its own.
        let changes = try SchemaDrift(expected, schema).changes.map(\.change).filter { change in
            let isAdded = change.aspect == .added && change.entity != nil && change.property == nil
            let isRename = renamings.contains {
                $0.isRename && change.aspect == .renamingIdentifier && $0.entity == change.entity
                    && $0.property == change.property
            }
            return change.aspect != .versionIdentifier && !(mayAdd && isAdded) && !isRename
        }
        if let change = changes.first {
            throw NextVersionError.wouldChange(schema: name, what: change.subject)
        }
    }
}
