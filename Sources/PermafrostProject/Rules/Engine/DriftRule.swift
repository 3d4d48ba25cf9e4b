import PermafrostFixtures
import PermafrostModel

/// A rule about changes to a version since it was frozen or since a commit.
protocol DriftRule: ProjectRule {
    /// The kind of change that the rule reports.
    static var kind: ModelChange.Kind { get }
    var facts: ProjectFacts { get }
}

extension DriftRule {
    func findings(in context: RuleContext) -> [Finding] {
        let found = facts.comparison.compared.flatMap { compared in
            compared.drift.changes.filter { found in
                // A changed version identifier is reported by a different rule.
                !(compared.isRenamed && found.platform == nil && found.change.aspect == .versionIdentifier)
            }.map { (version: compared, change: $0) }
        }
        let edits = EditedType.edits(of: found).filter { $0.kind == Self.kind }
        return found.filter { $0.change.type == nil && $0.change.change.kind == Self.kind }.map {
            finding(about: $0.change, of: $0.version)
        } + edits.map(finding)
    }

    /// Returns the command that freezes a version again. If several plans list the version, the command includes every
    /// plan whose fixture differs from the declaration and can be replaced.
    private func command(of version: ComparedVersion) -> FreezeCommandLine {
        let same = facts.comparison.compared.filter { other in
            other.schema.name == version.schema.name && other.version == version.version
                && !other.drift.changes.isEmpty && other.isReplaceable
        }
        return version.command.joined(with: same.map(\.command))
    }

    private func finding(about found: SchemaDrift.Change, of version: ComparedVersion) -> Finding {
        let wording = DriftMessage(
            Self.kind, version: version.version, staging: version.group.staging, verdict: version.verdict,
            platforms: found.platforms,
            alsoChangesHash: version.changesHash(on: found.platform))
        let renaming = LostRenaming(found.change, of: version)
        let platform = found.platform.map { "under `#if \($0)` " } ?? ""
        if found.isHarmless {
            return finding(
                .addedCases(
                    "\(version.title) \(version.standing), and since then \(platform)"
                        + ChangeMessage(found.change).sentence,
                    refreezing: version),
                severity: .note, subject: .difference(found.change, platform: found.platform), about: version,
                at: found.location)
        }
        return finding(
            .init(
                what: "\(version.title) \(version.standing), but \(platform)\(ChangeMessage(found.change).sentence)",
                affected: renaming?.affected ?? wording.affected,
                fix: renaming?.fix
                    ?? wording.fix(
                        schema: VersionTitle(schema: version.schema.name, name: version.version).schema,
                        reference: version.reference, unversioned: version.unversioned,
                        command: version.isReplaceable ? command(of: version) : nil,
                        isNewest: version.group.newestSchema == version.schema.name,
                        attribute: (try? version.schema.decoded())?.attributeForHashModifier(found.change),
                        keeping: Self.kind == .physical ? version.refreezing : nil,
                        isModelFile: version.group.plan?.isModelFile == true)),
            severity: version.isOrdinaryEdit(found.change) ? .warning : nil,
            subject: .difference(found.change, platform: found.platform), about: version, at: found.location)
    }

    private func finding(about edit: EditedType) -> Finding {
        let version = edit.version
        return Finding(
            Self.page,
            edit.message(command: version.isReplaceable && edit.versions.count == 1 ? command(of: version) : nil),
            severity: edit.severity, subject: .typeEdit(edit.subject), group: version.group.name,
            otherGroups: edit.otherGroups,
            version: version.version, schema: version.schema.name, at: edit.type.location)
    }
}

extension Finding.Message {
    /// Returns the message about an enum that only gained cases since a version was frozen or since a commit.
    ///
    /// - Parameter version: the version to freeze again, so that later checks notice if a new case is removed. Nil if
    ///   there are several.
    static func addedCases(_ what: String, refreezing version: ComparedVersion?) -> Finding.Message {
        let again = version.flatMap { version in
            version.reference == nil ? version.refreezing : nil
        }
        return Finding.Message(
            what: "\(what). Every row still decodes",
            fix: again.map {
                "Nothing needs to change. To make later checks report the removal of a new case, freeze the version "
                    + "again: \($0)"
            })
    }
}
