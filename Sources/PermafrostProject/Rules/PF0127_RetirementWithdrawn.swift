import PermafrostModel
import PermafrostStore

/// PF0127: A change removes the mark of a retired version, or the marks don't match the plans and fixtures.
struct RetirementWithdrawn: CheckRule {
    static let page = RulePage(
        code: "PF0127", name: "RetirementWithdrawn", severity: .error, gates: [.check],
        summary: "A change removes a line from retired.txt, or the lines don't match the plans and fixtures.",
        failure: """
            A version leaves the sources only if a plan declares it as retired, and retired.txt marks its fixture and has the \
            reason. Without the declaration, the app rejects a store of the version with Core Data's error, and can't tell the \
            user what to do. Without the line, it isn't recorded that somebody decided this. A removed line is an error with \
            --base, and a warning without it.
            """,
        fix: """
            Restore the line or the Retired value. To support the version again, restore its declaration and its stages, and \
            remove both. permafrost retire --undo does this after the last retirement.
            """)

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] { removed + undeclared + unknown + unmarked + malformed }

    private var retirements: Retirements { input.retirements }
    private var file: String { RetirementRecord.fileName }

    private var removed: [Finding] {
        let base = input.base?.name ?? "HEAD"
        return retirements.removed.map { mark in
            Finding(
                Self.page,
                .init(
                    what:
                        "\(base) marks \(mark.folder) as retired, but \(file) doesn't, and the version isn't declared",
                    affected: "users with a \(mark.version) store. Nothing records that the app rejects it",
                    fix: "Restore the line: \(mark.line)"),
                severity: input.base?.isGiven == true ? .error : .warning, version: mark.version, at: place)
        }
    }

    private var undeclared: [Finding] {
        retirements.undeclared.map { mark, group, isDeclared in
            guard !isDeclared else {
                return Finding(
                    Self.page,
                    .init(
                        what: "\(file) marks \(mark.folder) as retired, but \(mark.version) is declared", affected: nil,
                        fix: "Remove the line. If the version is no longer supported, retire it with permafrost retire"),
                    group: group, version: mark.version, at: place)
            }
            return Finding(
                Self.page,
                .init(
                    what: "\(file) marks \(mark.folder) as retired, but \(group ?? "no plan") "
                        + (group == nil ? "declares it as retired" : "doesn't declare \(mark.version) as retired"),
                    affected: "users with a \(mark.version) store. The app fails with "
                        + "\(CoreDataFailure.unknownModelVersion.code) instead of MigrationError.retired",
                    fix: "Restore the Retired value in the plan"),
                group: group, version: mark.version, at: place)
        }
    }

    private var unknown: [Finding] {
        retirements.unknown.map { mark in
            Finding(
                Self.page,
                .init(
                    what:
                        "\(file) marks \(mark.folder) as retired, but its fixture is missing or has a different content "
                        + "(\(mark.identity.hex.prefix(12))…)",
                    affected: "users with a \(mark.version) store. Nothing shows which stores the version has",
                    fix: "Restore the fixture. If the line is wrong, correct it"),
                version: mark.version, at: place)
        }
    }

    private var unmarked: [Finding] {
        retirements.unmarked.map { folder, group, location in
            Finding(
                Self.page,
                .init(
                    what: "\(group) declares a version as retired, but \(file) doesn't mark its fixture (\(folder))",
                    affected: nil,
                    fix: "Restore the version, and retire it with permafrost retire"),
                group: group, at: location)
        }
    }

    private var malformed: [Finding] {
        retirements.malformed.map { line in
            Finding(
                Self.page,
                .init(
                    what:
                        "The line isn't the mark of a retired version (a folder, a checksum of 64 digits and a reason)",
                    fix: "Correct or remove the line"),
                at: SourceLocation(file: input.retirementsFile, line: line, column: 1))
        }
    }

    private var place: SourceLocation { SourceLocation(file: input.retirementsFile, line: 1, column: 1) }
}
