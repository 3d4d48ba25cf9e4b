import Foundation
import PermafrostProject
import PermafrostTestSupport
import Testing

/// Following a printed fix to the letter ends its finding.
@Suite struct FollowedFixTests {
    static let rows =
        FollowedFix.ofCheck + FollowedFix.ofFixtures + FollowedFix.ofGit + FollowedFix.ofLint + FollowedFix.ofModels
        + FollowedFix.ofValues + FollowedFix.ofPlans + FollowedFix.ofRelationships + FollowedFix.ofContainers
        + FollowedFix.ofSharedStores + FollowedFix.ofCloud + FollowedFix.ofProduction + FollowedFix.ofModelFiles
        + FollowedFix.ofRetirement

    @Test(arguments: rows)
    func followingTheFixResolvesTheFinding(_ row: FollowedFix) throws {
        let folder = try ScratchFolder()
        try row.prepare(folder)
        let before = try Self.findings(of: row, folder)
        let found = before.filter { $0.code == row.code }
        let words = try #require(row.steps.first).words
        let fix = try #require((found.first { $0.fix.contains(words) } ?? found.first)?.fix, "\(before)")
        for step in row.steps {
            switch step {
            case .command(let start):
                let command = try #require(FollowedFix.command(start, in: fix), "\(fix)")
                for one in command.components(separatedBy: " && ") { try Self.run(one, in: folder) }
            case .edit(let words, let edit):
                #expect(fix.contains(words), "\(fix)")
                try edit(folder)
            case .printed(let start, let end, let edit):
                let text = try #require(FollowedFix.text(after: start, upTo: end, in: fix), "\(fix)")
                try edit(text, folder)
            }
        }
        let after = try Tool.run(row.gate, in: folder.url, cache: folder)
        #expect(after.status == 0, "\(fix)\n\(after)")
        let known = Set(before.map(\.code)).subtracting([row.code]).union(Self.nextSteps)
        let left = try Self.findings(of: row, folder).filter { !$0.isNote && !known.contains($0.code) }
        #expect(left.isEmpty, "\(fix)\n\(left)")
    }

    /// The codes whose findings have no fix that a test could follow, with the reasons.
    private static let withoutFix = [
        "PF0115": "`diff` only compares. `lint` prints the fixes for the same changes, such as PF0208 and PF0214",
        "PF0132": "a note: CloudKit's production schema never loses a field, so nothing has to be done",
        "PF0253": "only `validate()` reports it. `PlanValidationTests` has a plan with the fix",
    ]

    /// A new rule needs a row, or a reason.
    @Test func everyCodeHasARow() {
        let followed = Set(Self.rows.map(\.code))
        let known = Set(RulePages.all.map(\.code))
        #expect(followed.union(Self.withoutFix.keys) == known)
        #expect(followed.isDisjoint(with: Self.withoutFix.keys))
    }

    /// A printed fix must be found in its sentence without the words around it.
    @Test(arguments: [
        ("Freeze it: permafrost freeze 1.0.0 --plan A", "permafrost freeze", "permafrost freeze 1.0.0 --plan A"),
        ("Run permafrost adopt to freeze. Or do it", "permafrost adopt", "permafrost adopt to freeze"),
        (
            "If it never shipped, run rm -r F/3.0.0 && permafrost freeze 2.0.0 --force", "rm -r",
            "rm -r F/3.0.0 && permafrost freeze 2.0.0 --force"
        ),
        ("Revert it", "permafrost freeze", nil),
    ])
    func aCommandInAFixEndsWithItsSentence(_ fix: String, _ start: String, _ command: String?) {
        #expect(FollowedFix.command(start, in: fix) == command)
    }

    /// The warnings that ask for the rest of a fix: to freeze the new version, or to commit the replaced fixture.
    private static let nextSteps = ["PF0105", "PF0121"]

    private struct Finding {
        var code: String
        var fix: String
        var isNote: Bool
    }

    /// Returns the findings that the row's command prints.
    private static func findings(of row: FollowedFix, _ folder: ScratchFolder) throws -> [Finding] {
        // The findings of `drift` are only in the formats for other tools.
        let format = row.gate.first == "drift" ? "sarif" : "json"
        let result = try Tool.run(row.gate + ["--format", format], in: folder.url, cache: folder)
        let report = try Report(result)
        guard format == "sarif" else {
            return report.findings.map { finding in
                Finding(
                    code: finding["code"] as? String ?? "", fix: finding["fix"] as? String ?? "",
                    isNote: finding["severity"] as? String == "note")
            }
        }
        let runs = report.json["runs"] as? [[String: Any]] ?? []
        return (runs.first?["results"] as? [[String: Any]] ?? []).map { finding in
            let text = (finding["message"] as? [String: String])?["text"] ?? ""
            return Finding(
                code: finding["ruleId"] as? String ?? "",
                fix: text.range(of: "Fix: ").map { String(text[$0.upperBound...].dropLast()) } ?? "",
                isNote: finding["level"] as? String == "note")
        }
    }

    /// Runs a printed command. A word in capitals stands for a text that the user chooses.
    private static func run(_ command: String, in folder: ScratchFolder) throws {
        var words = command.split(separator: " ").map { $0 == "TEXT" ? "because a test says so" : String($0) }
        if words.first == "permafrost" {
            words.removeFirst()
            // `Run permafrost adopt to …`: the words after the command belong to the sentence.
            if words.first == "adopt" { words = ["adopt"] }
            let result = try Tool.run(words, in: folder.url, cache: folder)
            // A list of what shipped fails if something in it isn't declared.
            #expect(result.status == 0 || words.first == "history" && result.status == 1, "\(command)\n\(result)")
        } else {
            let result = try CommandResult.running(["/bin/sh", "-c", command], in: folder.url)
            #expect(result.status == 0, "\(command)\n\(result)")
        }
    }
}
