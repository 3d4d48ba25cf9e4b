import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A verification of a draft. It reads the sources as if the draft had already been written, and checks the models of
/// all versions.
struct NextVersionProof {
    let project: Project
    /// Whether the versions' plan is already declared.
    let hasPlan: Bool
    let current: DeclaredVersion
    let shipped: ShippedVersionSource
    let earlier: [DeclaredVersion]
    let name: NextVersionName
    let renamings: [PropertyRenaming]
    let modifiers: [HashModifier]
    /// Whether the plan has no stage yet, so that the draft may add its first one.
    let isUnstaged: Bool

    /// The result of verifying a draft.
    struct Result {
        /// The lint findings about the new stage, and the other errors that lint reports about the next version. If the
        /// draft adds the plan, also the findings about the plan's other stages, and about containers without a plan.
        let findings: [Finding]
        let verdict: MigrationVerdict
        /// The project, read as if the draft had already been written.
        let project: Project
    }

    /// Verifies a draft.
    ///
    /// - Parameters:
    ///   - hasStage: whether the draft adds a stage that migrates to the next version.
    /// - Throws: ``NextVersionError/wouldChange(schema:what:)`` if a version doesn't have its expected model, or if the
    ///   plan's versions and stages aren't in the expected order. Another ``NextVersionError`` if the draft can't be
    ///   read or can't declare the next version. ``ProjectError``, or an error of the source reader.
    func result(of draft: NextVersionDraft, hasStage: Bool) throws -> Result {
        var options = project.options
        let addsFirstStage = isUnstaged && hasStage
        // Read the code that creates containers only if the draft changes what it must open.
        options.readsCode = !hasPlan || addsFirstStage
        options.overlay = Dictionary(draft.files.map { ($0.path, $0.text) }) { first, _ in first }
        if !hasPlan {
            // The group gets the name of the new plan.
            if options.plan != nil || options.schema != nil { options.schema = current.name }
            options.plan = nil
        }
        let after = try Project(options: options, reader: UncachedReader())
        let known = Set(project.sourceIssues.map(\.problem))
        if let issue = after.sourceIssues.first(where: { $0.severity == .error && !known.contains($0.problem) }) {
            throw NextVersionError.wouldNotBeRead(schema: name.type, issue)
        }
        let declared = Dictionary(after.declarations.schemas.map { ($0.name, $0) }) { first, _ in first }
        for schema in earlier {
            // If the newest version was edited in a class that an earlier version shares, the earlier version must also
            // be restored as it shipped.
            let before = shipped.isEdited ? shipped.schemas[schema.name] ?? schema : schema
            try expect(declared[schema.name], of: schema.name, toBe: before.schemaVersion)
        }
        try expect(declared[current.name], of: current.name, toBe: shipped.model)
        let next = after.declarations.schemas.first { SchemaName.own($0.name) == name.type }
        do {
            try expect(
                next, of: name.type, toBe: current.schemaVersion, mayAdd: !draft.added.isEmpty, modifiers: modifiers)
        } catch let error as NextVersionError {
            // The copy of a computed list may refer to other classes than the original.
            guard case .wouldChange = error, let place = draft.computedList else { throw error }
            throw NextVersionError.problem(.computedModels(of: current.name, place))
        }
        guard let next, next.versionIdentifier == name.numbers.map(String.init).joined(separator: ".") else {
            throw NextVersionError.problem(.unsupported(current.name, current.location))
        }
        guard let plan = after.groups.first(where: { $0.plan?.schemas.contains(next.name) == true })?.plan,
            plan.schemas.last == next.name, plan.schemas.dropLast().elementsEqual(earlier.map(\.name) + [current.name]),
            hasStage
                ? plan.stages.last.map({ $0.from == current.name && $0.to == next.name }) == true
                : plan.stages.isEmpty
        else {
            throw NextVersionError.wouldChange(
                schema: project.groups.first?.plan?.name ?? name.type,
                what: "its versions and stages wouldn't be in order")
        }
        let findings = try ProjectLint.run(after).findings.filter { finding in
            finding.schema == next.name && (finding.stage != nil || finding.severity == .error)
                || options.readsCode && (finding.code == ContainerWithoutPlan.page.code || finding.stage != nil)
                || addsFirstStage && finding.severity == .error && Self.codesOfStagedPlans.contains(finding.code)
        }
        let step = ShapeStep(from: try shipped.model.evaluated(), to: try next.schemaVersion.evaluated())
        return Result(findings: findings, verdict: step.verdict, project: after)
    }

    /// The codes of the rules whose problems begin with a plan's first stage.
    private static let codesOfStagedPlans: Set<String> = ["PF0202", "PF0205", "PF0206", "PF0218"]

    /// Throws ``NextVersionError/wouldChange(schema:what:)`` if a version doesn't have its expected model.
    ///
    /// - Parameters:
    ///   - mayAdd: whether to allow additional models in the version.
    ///   - modifiers: the hash modifiers that the draft adds to this version.
    private func expect(
        _ schema: DeclaredVersion?, of name: String, toBe expected: SchemaVersion, mayAdd: Bool = false,
        modifiers: [HashModifier] = []
    ) throws {
        guard let schema else {
            throw NextVersionError.wouldChange(schema: name, what: "it would no longer be declared")
        }
        // The next version has a different version identifier.
        let drift = try SchemaDrift.find(from: expected, to: schema).changes.filter { !$0.isHarmless }
        let changes = drift.map(\.change).filter { change in
            let isAdded = change.aspect == .added && change.entity != nil && change.property == nil
            let isRename = renamings.contains {
                $0.isRename && change.aspect == .renamingIdentifier && $0.entity == change.entity
                    && $0.property == change.property
            }
            let isModified = modifiers.contains {
                change.aspect == .hashModifier && $0.entity == change.entity && $0.property == change.property
            }
            return change.aspect != .versionIdentifier && !(mayAdd && isAdded) && !isRename && !isModified
        }
        if let change = changes.first {
            throw NextVersionError.wouldChange(schema: name, what: change.subject)
        }
    }
}
