import Foundation
import PermafrostTestSupport
import Testing

/// Following a printed fix to the letter ends its finding.
@Suite struct FollowedFixTests {
    @Test(arguments: FollowedFix.ofCheck + FollowedFix.ofLint)
    func theFixIsAWayOut(_ row: FollowedFix) throws {
        let folder = try ScratchFolder()
        try row.prepare(folder)
        let before = try Report(Self.json(row, folder))
        let finding = try #require(before.findings.first { $0["code"] as? String == row.code }, "\(before.json)")
        let fix = try #require(finding["fix"] as? String, "\(finding)")
        for step in row.steps {
            switch step {
            case .command(let start):
                let command = try #require(FollowedFix.command(start, in: fix), "\(fix)")
                for one in command.components(separatedBy: " && ") { try Self.run(one, in: folder) }
            case .edit(let words, let edit):
                #expect(fix.contains(words), "\(fix)")
                try edit(folder)
            }
        }
        let after = try Tool.run(row.gate, in: folder.url, cache: folder)
        #expect(after.status == 0, "\(fix)\n\(after)")
        let left = try Report(Self.json(row, folder)).findings.filter { $0["code"] as? String == row.code }
        #expect(left.isEmpty, "\(fix)\n\(left)")
    }

    /// A printed fix must be found in its sentence without the words around it.
    @Test(arguments: [
        ("Freeze it: permafrost freeze 1.0.0 --plan A", "permafrost freeze", "permafrost freeze 1.0.0 --plan A"),
        ("Run permafrost adopt to freeze. Or do it", "permafrost adopt", "permafrost adopt to freeze"),
        (
            "If it never shipped: rm -r F/3.0.0 && permafrost freeze 2.0.0 --force", "rm -r",
            "rm -r F/3.0.0 && permafrost freeze 2.0.0 --force"
        ),
        ("Revert it", "permafrost freeze", nil),
    ])
    func theCommandEndsWithItsSentence(_ fix: String, _ start: String, _ command: String?) {
        #expect(FollowedFix.command(start, in: fix) == command)
    }

    private static func json(_ row: FollowedFix, _ folder: ScratchFolder) throws -> CommandResult {
        try Tool.run(row.gate + ["--format", "json"], in: folder.url, cache: folder)
    }

    /// Runs a printed command. A word in capitals stands for a text that the user chooses.
    private static func run(_ command: String, in folder: ScratchFolder) throws {
        var words = command.split(separator: " ").map { $0 == "TEXT" ? "because a test says so" : String($0) }
        if words.first == "permafrost" {
            words.removeFirst()
            // `Run permafrost adopt to …`: the words after the command belong to the sentence.
            if words.first == "adopt" { words = ["adopt"] }
            let result = try Tool.run(words, in: folder.url, cache: folder)
            #expect(result.status == 0, "\(command)\n\(result)")
        } else {
            let result = try CommandResult.running(["/bin/sh", "-c", command], in: folder.url)
            #expect(result.status == 0, "\(command)\n\(result)")
        }
    }
}
