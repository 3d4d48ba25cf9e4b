import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

/// A finding in words: what happened, who is hit, and what to do next. All formats take their words from here.
package struct FindingWording: Sendable, Hashable {
    /// What happened, in one sentence without a full stop.
    package let what: String
    /// Who is hit and how; nil where nobody is.
    package let affected: String?
    /// What to do next; nil where there is nothing.
    package let fix: String?

    /// Words a finding.
    package init(_ finding: Finding) {
        let alone = FindingWording(alone: finding)
        let plans = finding.groups.count > 1 ? " (in \(finding.groups.joined(separator: ", ")))" : ""
        (what, affected, fix) = (alone.what + plans, alone.affected, alone.fix)
    }

    /// Words a finding, whichever plans it is of.
    private init(alone finding: Finding) {
        let version = finding.version ?? "?"
        let schema = finding.schema ?? "the declaration"
        switch finding.problem {
        case .drift(let change):
            what = "\(schema) \(version) \(Self.standing(finding)), and \(ChangeWording(change).sentence)"
            affected = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).affected
            fix = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan)
                .fix(
                    schema: schema, reference: finding.reference, unversioned: finding.unversioned,
                    command: finding.isReplaceable ? finding.command : nil)
        case .platformDrift(let change, let condition):
            what =
                "\(schema) \(version) \(Self.standing(finding)), and under `#if \(condition)` "
                + ChangeWording(change).sentence
            affected = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).affected
            fix = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan)
                .fix(
                    schema: schema, reference: finding.reference, unversioned: finding.unversioned,
                    command: finding.isReplaceable ? finding.command : nil)
        case .formerMapping(let mapping, let isEdited):
            let wording = FormerMappingWording(mapping)
            what =
                "\(schema) \(version) \(wording.frozen)"
                + (isEdited ? "" : "; by that mapping, nothing in the declaration has changed")
            affected = wording.affected
            fix = wording.fix(
                isEdited: isEdited,
                one: finding.unversioned?.command(as: version, isForced: true)
                    ?? finding.command.text(version, isForced: true),
                all: finding.unversioned?.remapping ?? finding.command.remapping)
        case .formerStore(let mapping, let store):
            let wording = FormerMappingWording(mapping)
            what = "\(store) is a store of \(schema) \(version), which \(wording.frozen)"
            affected = wording.affected
            fix = wording.fix(
                isEdited: false, one: finding.command.text(version, isForced: true), all: finding.command.remapping)
        case .declarationGone(let name):
            what =
                "\(version) \(Self.standing(finding)), and nothing declares it any more"
                + (name.map { " (it was \($0))" } ?? "")
            affected = "Every user whose store is still at \(version): no declared version matches it"
            fix =
                "Bring the declaration back; a version that shipped stays declared\(finding.hasPlan ? " and in the plan" : "")"
        case .notFrozen:
            what = "\(schema) \(version) is declared and not frozen"
            affected = nil
            let command = finding.unversioned?.command(as: version) ?? finding.command.text(version)
            fix = "Before it ships: \(command)"
        case .sharedVersion(let other, let place):
            what = "\(schema) declares version \(version), as \(other) does (\(place))"
            affected = "Neither can be told from the other: a freeze of \(version) would be a guess"
            fix = "Give one of them another version identifier"
        case .renamedVersion(let declared):
            what =
                "\(schema) is frozen as \(version), and declares \(declared.map { "version \($0)" } ?? "no version") now"
            affected = "Stores keep opening; what reads version identifiers sees another one"
            fix = "Set the version identifier back to \(version), or declare \(declared ?? "it") as a schema of its own"
        case .unsafeVersion(let text):
            what = "\"\(text)\" cannot be the name of a fixture's folder"
            affected = nil
            fix = "Name the frozen version with @FreezeSchema(version:), without `/`, `..` or a leading `-` or `.`"
        case .damage(let damage, let isInGit):
            what = "The fixture of \(version) is damaged: \(FixtureDamageWording(damage).sentence)"
            affected = nil
            fix = FixtureDamageWording(damage).fix(
                folder: finding.location?.file ?? "Fixtures", isInGit: isInGit)
        case .refusedEntry(let entry):
            what = "\(entry) in the fixture tree is a symbolic link or has an unsafe name, and is not read"
            affected = nil
            fix = "Put the folder itself in its place, under a name such as 2.0.0"
        case .unownedFixture(let groups):
            what =
                "The fixture of \(version) tells no group, and \(groups.joined(separator: " and ")) declare that version"
            affected = nil
            fix = "Say which is meant with --plan"
        case .undescribedShape(let shape):
            what =
                "\(schema) \(version) shipped in \(shape.tags.joined(separator: ", ")) in a shape that no declared version has"
            affected = "Every user whose store is of that shape: no declared version matches it"
            fix = shape.fix(schema: schema, version: version)
        case .unknownStore(let store):
            what = "\(store) is no version that the project declares, and resembles none"
            affected = UnknownStoreWording(hasPlan: finding.hasPlan).sentence
            fix = "Look for the version that wrote it: permafrost history lists the shapes that shipped"
        case .storeDrift(let change, let store):
            what = "From \(store) to \(schema) \(version), \(ChangeWording(change).sentence)"
            affected = change.kind == .identity ? UnknownStoreWording(hasPlan: finding.hasPlan).sentence : nil
            fix =
                "Declare the store's shape as a version of its own, and add it to the plan; permafrost drift \(store) --blame "
                + "names the commit that moved it"
        case .migrationChange(let judged, let old):
            let wording = JudgementWording(judged)
            what = "From \(old) to \(version), \(wording.what)"
            affected = nil
            fix = (judged.rule.isInferred ? "Likely: " : "") + wording.advice
        case .lint(let problem):
            what = problem.words.what
            affected = problem.words.affected
            fix = problem.words.fix
        case .source(let problem):
            let wording = SourceIssueWording(problem)
            what = wording.what
            affected = nil
            fix = wording.fix
        }
    }

    /// How a version stands that is compared with another: in the fixture tree, or at a commit.
    private static func standing(_ finding: Finding) -> String {
        finding.reference.map { "is declared at \($0)" } ?? "is frozen"
    }
}
