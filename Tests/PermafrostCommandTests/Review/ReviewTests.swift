import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost review` on branches with typical changes.
@Suite struct ReviewTests {
    private static let isWriting = ProcessInfo.processInfo.environment["PERMAFROST_WRITE_GOLDEN"] == "1"
    private static let goldens = GoldenFolder(
        project: "Reviews", in: GoldenFolder.outputs.deletingLastPathComponent())

    /// The Markdown of every branch is golden. The JSON contains everything that the Markdown shows.
    @Test func branchesHaveGoldenMarkdown() throws {
        let repository = try ReviewRepository()
        var outputs: [String: String] = [:]
        for branch in ReviewRepository.branches {
            try repository.make(branch)
            let markdown = try repository.review("--base", branch.base, "--format", "markdown")
            #expect(markdown.status == 0, "\(branch.name): \(markdown)")
            outputs["\(branch.name).md"] = try repository.stable(markdown.output, base: branch.base)
            let json = try repository.review("--base", branch.base, "--format", "json")
            #expect(json.status == 0, "\(branch.name): \(json)")
            #expect(try Report(json).json["isEmpty"] as? Bool == (branch.name == "nothing"), "\(branch.name)")
            try repository.cache.write(json.output, to: "review.json")
            let received = try repository.review(
                "--from-json", repository.cache.path("review.json"), "--format", "markdown")
            let note =
                "The pull request's own workflow run wrote this review, without write access to this repository.\n\n"
            #expect(received.status == 0 && received.output.contains(note.dropLast()), "\(received)")
            let same = received.output.replacing("\n" + note, with: "\n").replacing("\n\n" + note.dropLast(2), with: "")
            #expect(same == markdown.output, "\(branch.name)")
        }
        if Self.isWriting { try Self.goldens.write(outputs) }
        for difference in try Self.goldens.differences(from: outputs) {
            Issue.record("\(difference)\n\(GoldenFolder.nextStep.replacing("GoldenOutputTests", with: "ReviewTests"))")
        }
    }

    /// The review describes every change as `diff` does, and the affected users as `lint` and `check` do.
    @Test(arguments: ["retyped", "renamed-without-original-name", "dropped-property", "required-without-default"])
    func changesAreWordedAsInOtherCommands(_ name: String) throws {
        let repository = try ReviewRepository()
        try repository.make(#require(ReviewRepository.branches.first { $0.name == name }))
        func json(_ arguments: String...) throws -> [String: Any] {
            try Report(Tool.run(arguments + ["--format", "json"], in: repository.folder.url, cache: repository.cache))
                .json
        }
        let review = try json("review", "--base", "main")
        let migrations = try #require(review["migrations"] as? [[String: Any]])
        let changes = try #require(migrations.first?["changes"] as? [[String: Any]])
        let differences = try #require(json("diff", "1.0.0", "2.0.0")["changes"] as? [[String: Any]])
        let known = Set(differences.compactMap { $0["what"] as? String })
        #expect(!changes.isEmpty && changes.allSatisfy { known.contains($0["what"] as? String ?? "") }, "\(changes)")
        let lint = try #require(json("lint")["findings"] as? [[String: Any]])
        let serious = changes.filter { ["losesData", "needsCode"].contains($0["verdict"] as? String) }
        #expect(!serious.isEmpty, "\(changes)")
        for change in serious {
            #expect(
                lint.contains {
                    $0["code"] as? String == change["code"] as? String
                        && $0["affected"] as? String == change["affected"] as? String
                }, "\(change)")
        }
        let findings = try #require(review["findings"] as? [[String: Any]])
        let check = try #require(json("check", "--base", "main")["findings"] as? [[String: Any]])
        let all = Set((lint + check).compactMap { $0["what"] as? String })
        #expect(findings.allSatisfy { all.contains($0["what"] as? String ?? "") }, "\(findings)")
    }

    /// Later commits of the base don't count, and findings name the common commit.
    @Test func laterCommitsOfTheBaseDoNotCount() throws {
        let repository = try ReviewRepository()
        let git = repository.repository
        try repository.make(#require(ReviewRepository.branches.first { $0.name == "drifted" }))
        let before = try repository.review("--base", "main")
        try git.git("checkout", "--quiet", "main")
        try repository.addSecond(ReviewRepository.members + "\nvar stars: Int = 0")
        try git.commit("Declare 2.0.0 on the base")
        try git.git("checkout", "--quiet", "drifted")
        let after = try repository.review("--base", "main")
        let commit = try git.git("rev-parse", "main~1").prefix(10)
        #expect(after.status == 0, "\(after)")
        let expected = before.output.replacing(
            "compared with main (", with: "compared with main, at the common commit (")
        #expect(after.output == expected && after.output.contains(commit), "\(after)")
    }

    /// A change that isn't committed yet counts. A version that was only moved to another file doesn't.
    @Test func theWorkTreeIsReviewed() throws {
        let repository = try ReviewRepository()
        try repository.repository.git("checkout", "--quiet", "main")
        #expect(try repository.review("--base", "HEAD").output.contains("no schema version changed"))
        try FileManager.default.moveItem(
            atPath: repository.folder.path(ReviewRepository.first),
            toPath: repository.folder.path("Sources/App/Moved.swift"))
        #expect(try repository.review("--base", "HEAD").output.contains("no schema version changed"))
        try repository.addSecond(ReviewRepository.members)
        #expect(try repository.review("--base", "main").output.contains("1 version added"))
    }

    /// The diagram is a path through the plan, also where the branch changed nothing.
    @Test func theDiagramShowsUnchangedStages() throws {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let repository = TaggedRepository(folder)
        try repository.ship("v1.0")
        try repository.git("add", "Fixtures")
        try repository.git("commit", "--quiet", "--no-gpg-sign", "--message", "frozen")
        let next = try Tool.run("new-version", in: folder)
        #expect(next.status != 2, "\(next)")
        let markdown = try Tool.run("review", "--base", "HEAD", "--format", "markdown", in: folder).output
        for version in 1...5 { #expect(markdown.contains("[\"\(version).0.0"), "\(markdown)") }
        #expect(markdown.matches(of: #/ v\d+ -->/#).count == 4, "\(markdown)")
        // The JSON of a review has what the diagram needs.
        let json = try Tool.run("review", "--base", "HEAD", "--format", "json", in: folder).output
        try folder.write(json, to: "review.json")
        let again = try Tool.run("review", "--from-json", "review.json", "--format", "markdown", in: folder)
        for line in markdown.split(separator: "\n") where line.hasPrefix("    v") {
            #expect(again.output.contains("\(line)\n"), "\(line): \(again)")
        }
        // A branch without changes needs no diagram.
        let nothing = try Tool.run("new-version", "--undo", in: folder)
        #expect(nothing.status == 0, "\(nothing)")
        let unchanged = try Tool.run("review", "--base", "HEAD", "--format", "markdown", in: folder)
        #expect(!unchanged.output.contains("mermaid"), "\(unchanged)")
    }

    /// A branch that adds a version doesn't bring the findings about code that it doesn't touch.
    @Test("findings of the base aren't the branch's") func oldFindings() throws {
        let repository = try ReviewRepository()
        try repository.repository.git("checkout", "--quiet", "main")
        try repository.folder.write(
            """
            import SwiftData
            func open() -> ModelContainer {
                do {
                    return try ModelContainer(for: NotesV1.Note.self, migrationPlan: NotesPlan.self)
                } catch {
                    fatalError("no store")
                }
            }

            """, to: "Sources/App/Store.swift")
        try repository.repository.commit()
        let before = try Tool.run(["lint"], in: repository.folder.url, cache: repository.cache)
        #expect(before.output.contains("PF0222"), "\(before)")
        try repository.addSecond(ReviewRepository.members + "\nvar stars: Int = 0")
        let review = try repository.review("--base", "main")
        #expect(review.output.contains("1 version added") && !review.output.contains("PF0222"), "\(review)")
    }

    /// Models without a `VersionedSchema` have one declaration, so its change is a migration.
    @Test func unversionedModelsMigrate() throws {
        let folder = try ScratchFolder()
        let git = try TestRepository(folder)
        let model = "import SwiftData\n@Model final class Trip {\n    var name: String = \"\"\n    init() {}\n}\n"
        try folder.write(model, to: "Sources/App/Trip.swift")
        try folder.write(".cache\n", to: ".gitignore")
        try git.commit()
        try folder.write(model.replacing("name: String = \"\"", with: "title: Int?"), to: "Sources/App/Trip.swift")
        let result = try Tool.run("review", "--base", "main", "--models", "Trip", in: folder)
        #expect(result.status == 0, "\(result)")
        for line in ["loses data: Trip.name was removed", "lightweight: Trip.title was added (optional Int)"] {
            #expect(result.output.contains(line), "\(line): \(result)")
        }
    }
}
