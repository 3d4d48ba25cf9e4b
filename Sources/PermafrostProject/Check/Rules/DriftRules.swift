import PermafrostModel
import PermafrostStore

/// PF0101: a frozen version is declared otherwise, and its version hash moved.
struct IdentityDriftRule: DriftRule {
    static let page = RulePage(
        code: "PF0101", name: "IdentityDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed, and with it the version hash by which stores are known.",
        failure: """
            A store of the version as it shipped matches no declared version any more. With a migration plan the app stops at \
            launch with "Cannot use staged migration with an unknown model version." (134504); without one the store is migrated \
            by inference, or not at all.
            """,
        fix: "Put the declaration back as it was, and make the change in a new version.")
    static let kind = ModelChange.Kind.identity
    let input: CheckInput
}

/// PF0102: a frozen version is declared otherwise, in something that no version hash shows.
struct SilentDriftRule: DriftRule {
    static let page = RulePage(
        code: "PF0102", name: "SilentDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed in a way that its version hash does not show.",
        failure: """
            Stores of the version still open and are not migrated, but behave otherwise than when it shipped: a default, a delete \
            rule or the Swift type behind a value is another one.
            """,
        fix: "Put the declaration back as it was, and make the change in a new version.")
    static let kind = ModelChange.Kind.silent
    let input: CheckInput
}

/// PF0103: a frozen version is declared otherwise, in tables, columns or indexes alone.
struct PhysicalDriftRule: DriftRule {
    static let page = RulePage(
        code: "PF0103", name: "PhysicalDrift", severity: .error, gates: [.check],
        summary: "A frozen version's declaration changed in its tables, columns or indexes alone.",
        failure: "Stores of the version still open. Their tables or indexes differ from those of a store that is new.",
        fix: "Put the declaration back as it was; if the change is meant, freeze the version again with --force.")
    static let kind = ModelChange.Kind.physical
    let input: CheckInput
}

/// A rule over what changed in a version since it was frozen, or since a commit.
protocol DriftRule: CheckRule {
    /// What a change does to stores of the version.
    static var kind: ModelChange.Kind { get }
    var input: CheckInput { get }
}

extension DriftRule {
    func findings(in context: RuleContext) -> [Finding] {
        let found = input.compared.flatMap { compared in
            compared.drift.changes.filter { found in
                // That it has another identifier is what another rule finds.
                !(compared.isRenamed && found.platform == nil && found.change.aspect == .versionIdentifier)
            }.map { (version: compared, change: $0) }
        }
        let edits = EditedType.edits(of: found).filter { $0.kind == Self.kind }
        return found.filter { $0.change.type == nil && $0.change.change.kind == Self.kind }.map {
            finding(about: $0.change, of: $0.version)
        } + edits.map(finding)
    }

    /// How a version is frozen again: in each of the plans that list it and whose fixture it differs from.
    private func command(of version: CheckInput.Version) -> FreezeCommandLine {
        let same = input.compared.filter { other in
            other.schema.name == version.schema.name && other.version == version.version
                && !other.drift.changes.isEmpty && other.isReplaceable
        }
        return version.command.joined(with: same.map(\.command))
    }

    private func finding(about found: SchemaDrift.Change, of version: CheckInput.Version) -> Finding {
        let wording = DriftWording(Self.kind, version: version.version, hasPlan: version.group.hasPlan)
        let platform = found.platform.map { "under `#if \($0)` " } ?? ""
        return finding(
            .init(
                what: "\(version.title) \(version.standing), and \(platform)\(ChangeWording(found.change).sentence)",
                affected: wording.affected,
                fix: wording.fix(
                    schema: VersionTitle(schema: version.schema.name, name: version.version).schema,
                    reference: version.reference, unversioned: version.unversioned,
                    command: version.isReplaceable ? command(of: version) : nil,
                    isNewest: version.group.newestSchema == version.schema.name)),
            subject: .difference(found.change, platform: found.platform), about: version, at: found.location)
    }

    private func finding(about edit: EditedType) -> Finding {
        let version = edit.version
        return Finding(
            Self.page,
            edit.words(command: version.isReplaceable && edit.versions.count == 1 ? command(of: version) : nil),
            subject: .typeEdit(edit.subject), group: version.group.name, otherGroups: edit.otherGroups,
            version: version.version, schema: version.schema.name, at: edit.type.location)
    }
}
