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
        let version = finding.version ?? "?"
        let schema = finding.schema ?? "the declaration"
        switch finding.problem {
        case .drift(let change):
            what = "\(schema) \(version) is frozen, and \(ChangeWording(change).sentence)"
            affected = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).affected
            fix = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).fix(schema: schema)
        case .platformDrift(let change, let condition):
            what = "\(schema) \(version) is frozen, and under `#if \(condition)` \(ChangeWording(change).sentence)"
            affected = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).affected
            fix = DriftWording(change.kind, version: version, hasPlan: finding.hasPlan).fix(schema: schema)
        case .declarationGone(let name):
            what = "\(version) is frozen, and nothing declares it any more" + (name.map { " (it was \($0))" } ?? "")
            affected = "Every user whose store is still at \(version): no declared version matches it"
            fix =
                "Bring the declaration back; a version that shipped stays declared\(finding.hasPlan ? " and in the plan" : "")"
        case .notFrozen:
            what = "\(schema) \(version) is declared and not frozen"
            affected = nil
            fix = "Before it ships: permafrost freeze \(version)"
        case .equalHashes(let other):
            what = "\(schema) \(version) has the same version hashes as \(other)"
            affected =
                finding.hasPlan
                ? "Every user: a staged migration over both stops with \"Duplicate version checksums detected.\""
                : "Nobody yet: a migration plan over both would stop with \"Duplicate version checksums detected.\""
            fix = "Give one of them a difference that is stored, or take one out of the plan"
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
        case .damage(let damage):
            what = "The fixture of \(version) is damaged: \(Self.words(damage))"
            affected = nil
            fix = Self.fix(damage, folder: finding.location?.file ?? "Fixtures")
        case .refusedEntry(let entry):
            what = "\(entry) in the fixture tree is a symbolic link or has an unsafe name, and is not read"
            affected = nil
            fix = "Put the folder itself in its place, under a name such as 2.0.0"
        case .unownedFixture(let groups):
            what =
                "The fixture of \(version) tells no group, and \(groups.joined(separator: " and ")) declare that version"
            affected = nil
            fix = "Say which is meant with --plan"
        case .source(let problem):
            let wording = SourceIssueWording(problem)
            what = wording.what
            affected = nil
            fix = wording.fix
        }
    }

    private static func fix(_ damage: FixtureDamage, folder: String) -> String {
        switch damage {
        case .unreadable: "Make the file readable and check again"
        case .unreadableModel(_, .newerFormat): "Update Permafrost, and check again"
        case .otherVersion(let found):
            "Give the folder its version's name, \(found), or restore it: git checkout -- \(folder)"
        default: "Restore the files from git: git checkout -- \(folder)"
        }
    }

    private static func words(_ damage: FixtureDamage) -> String {
        switch damage {
        case .missing(let file): "\(file) is missing"
        case .unreadable(let file, let reason): "\(file) cannot be read (\(reason))"
        case .symbolicLink(let file): "\(file) is a symbolic link, which is not followed"
        case .checksumMismatch(let file, let recorded, let found):
            "\(file) has SHA-256 \(found.prefix(12))…, recorded is \(recorded.prefix(12))…"
        case .malformedChecksums(let file): "\(file) does not list the fixture's files"
        case .unreadableModel(let file, let error): "\(file) \(Self.words(error))"
        case .otherVersion(let found): "its files are those of \(found)"
        case .unreadableStore(let file, let reason): "\(file) cannot be read as a store (\(reason))"
        case .storeOfAnotherModel(let file, let entities):
            "the version hashes in \(file) are not the model's (\(entities.joined(separator: ", ")))"
        case .ddlMismatch(let file, let recorded, let found):
            "\(file): the DDL has SHA-256 \(found.prefix(12))…, recorded is \(recorded.prefix(12))…"
        }
    }

    private static func words(_ error: ModelDocumentError) -> String {
        switch error {
        case .notJSON(let reason): "is not JSON (\(reason))"
        case .missing(let path): "lacks \(path)"
        case .malformed(let path, let expected): "holds something else than \(expected) at \(path)"
        case .checksumMismatch: "does not have the checksum that it records: it was edited"
        case .newerFormat(let found, let newest):
            "has format \(found), and this Permafrost reads up to \(newest)"
        }
    }
}
