import Foundation
import PermafrostTestSupport
import Testing

/// A repository with eight commits and three tags. A version that shipped was edited twice.
@Suite struct GitTests {
    /// The ids of the repository's commits, oldest first, and the tags by commit.
    struct History {
        let folder: ScratchFolder
        private(set) var commits: [String] = []

        static let schema = "Sources/App/AppSchema.swift"

        init() throws {
            folder = try ScratchFolder()
            try Self.git(["init", "--quiet", "--initial-branch", "main"], folder)
            try folder.write(".cache\n", to: ".gitignore")
            try folder.write(Self.declaration(title: "String"), to: Self.schema)
            try commit("First version", tag: "v1.0")
            try folder.write("# App\n", to: "README.md")
            try commit("Words alone")
            try folder.write(Self.declaration(title: "String") + "\nlet unrelated = 1\n", to: Self.schema)
            try commit("Code that stores nothing")
            try folder.write(Self.declaration(title: "String?"), to: Self.schema)
            try commit("The edit that ships", tag: "v1.1")
            try folder.write("let more = 2\n", to: "Sources/App/More.swift")
            try commit("More code")
            try folder.write(Self.declaration(title: "String?", extra: "var stars: Int = 0"), to: Self.schema)
            try commit("Another edit", tag: "v1.2")
            try folder.write("# App, again\n", to: "README.md")
            try commit("Words again")
            try folder.write(Self.declaration(title: "String?", extra: "var stars: Int = 1"), to: Self.schema)
            try commit("A default")
        }

        private mutating func commit(_ message: String, tag: String? = nil) throws {
            try Self.git(["add", "--all"], folder)
            try Self.git(["commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message", message], folder)
            commits.append(try Self.git(["rev-parse", "HEAD"], folder).trimmingCharacters(in: .newlines))
            if let tag { try Self.git(["tag", "--no-sign", tag], folder) }
        }

        @discardableResult
        static func git(_ arguments: [String], _ folder: ScratchFolder) throws -> String {
            let author = ["-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid"]
            let result = try CommandResult.running(["git"] + author + arguments, in: folder.url)
            #expect(result.status == 0, "\(arguments): \(result)")
            return result.output
        }

        static func declaration(title: String, extra: String = "") -> String {
            """
            import SwiftData

            enum AppSchemaV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Note.self] }

                @Model final class Note {
                    var title: \(title)
                    \(extra)
                    init() {}
                }
            }
            """
        }
    }

    @Test func historyListsEveryShapeThatShipped() throws {
        let history = try History()
        let result = try Tool.run("history", "--format", "json", in: history.folder)
        #expect(result.status == 1, "\(result)")
        let shapes = try #require(Report(result).json["shapes"] as? [[String: Any]])
        #expect(shapes.map { $0["tags"] as? [String] } == [["v1.0"], ["v1.1"], ["v1.2"]])
        #expect(shapes.map { $0["describedBy"] as? String } == [nil, nil, "1.0.0"])
        #expect(Set(shapes.compactMap { $0["versionChecksum"] as? String }).count == 3)
        #expect(try Report(result).findings.map { $0["code"] as? String } == ["PF0113", "PF0113"])
        let text = try Tool.run("history", in: history.folder)
        #expect(text.output.contains("v1.1"))
        #expect(text.output.contains("3 tags, 3 shipped schemas, 2 not declared"), "\(text)")
    }

    @Test func freezeReadsTheSourcesOfATag() throws {
        let history = try History()
        let status = try History.git(["status", "--porcelain"], history.folder)
        for (tag, optional) in [("v1.0", false), ("v1.1", true)] {
            let tree = "Frozen-\(tag)"
            let result = try Tool.run("freeze", "1.0.0", "--at", tag, "--fixtures", tree, in: history.folder)
            #expect(result.status == 0, "\(result)")
            let json = try JSONSerialization.jsonObject(
                with: Data(contentsOf: history.folder.url.appending(path: "\(tree)/1.0.0/schema-1_0_0.json")))
            let models = try #require((json as? [String: Any])?["models"] as? [[String: Any]])
            let properties = try #require(models.first?["properties"] as? [[String: Any]])
            #expect(properties.map { $0["name"] as? String } == ["title"])
            #expect(properties.first?["optional"] as? Bool ?? false == optional)
            try FileManager.default.removeItem(at: history.folder.url.appending(path: tree))
        }
        // The first freeze in a repository writes attributes for the fixtures.
        let after = try History.git(["status", "--porcelain"], history.folder)
        #expect(after.split(separator: "\n").filter { $0 != "?? .gitattributes" } == status.split(separator: "\n"))
        #expect(try History.git(["rev-parse", "HEAD"], history.folder).hasPrefix(history.commits[7]))
    }

    @Test(arguments: [
        ("v1.0", 1, "stars title"), ("v1.1", 1, "stars"), ("v1.2", 1, "stars"), ("HEAD", 0, ""),
    ])
    func checkComparesWithACommit(_ base: String, _ status: Int32, _ properties: String) throws {
        let history = try History()
        let result = try Tool.run("check", "--base", base, "--format", "json", in: history.folder)
        #expect(result.status == status, "\(result)")
        // An unfrozen version is a separate finding.
        let findings = try Report(result).findings.filter { $0["code"] as? String != "PF0105" }
        #expect(
            findings.compactMap { $0["property"] as? String }.sorted().joined(separator: " ") == properties, "\(result)"
        )
        #expect(findings.allSatisfy { ($0["what"] as? String ?? "").contains("is declared at \(base)") })
        if base == "v1.2" { #expect(findings.map { $0["kind"] as? String } == ["silent"]) }
    }

    @Test(arguments: [("v1.0", 3, "title"), ("v1.1", 5, "stars")])
    func blameNamesTheCommitThatMovedTheHash(_ tag: String, _ culprit: Int, _ property: String) throws {
        let history = try History()
        let tree = "Frozen-\(tag)"
        #expect(
            try Tool.run("freeze", "1.0.0", "--at", tag, "--fixtures", tree, in: history.folder).status == 0)
        let store = "\(tree)/1.0.0/App-1_0_0.sqlite"
        let result = try Tool.run("drift", store, "--blame", "--format", "json", in: history.folder)
        #expect(result.status == 1, "\(result)")
        let blame = try #require(Report(result).json["blame"] as? [String: Any])
        #expect((blame["commit"] as? [String: Any])?["id"] as? String == history.commits[culprit])
        let changes = try #require(blame["changes"] as? [[String: Any]])
        #expect(changes.map { $0["property"] as? String } == [property])
        let text = try Tool.run("drift", store, "--blame", in: history.folder)
        #expect(text.output.contains("Changed by \(history.commits[culprit].prefix(10))"), "\(text)")
    }

    /// The store of an app for only one platform belongs to the version that declares it under `#if`, for `drift` and
    /// for `--blame`.
    @Test func blameNamesTheCommitThatRemovedABranch() throws {
        let folder = try ScratchFolder()
        try History.git(["init", "--quiet", "--initial-branch", "main"], folder)
        try folder.write(".cache\nDevice\n", to: ".gitignore")
        let pinned = "var isPinned: Bool = false"
        try folder.write(History.declaration(title: "String", extra: pinned), to: History.schema)
        #expect(try Tool.run("freeze", "1.0.0", "--fixtures", "Device", in: folder).status == 0)
        let store = "Device/1.0.0/App-1_0_0.sqlite"
        func commit(_ declaration: String) throws -> String {
            try folder.write(declaration, to: History.schema)
            try History.git(["add", "--all"], folder)
            try History.git(["commit", "--quiet", "--no-gpg-sign", "--message", "A commit"], folder)
            return try History.git(["rev-parse", "HEAD"], folder).trimmingCharacters(in: .newlines)
        }
        let branch = "#if os(iOS)\n\(pinned)\n#endif"
        let last = try commit(History.declaration(title: "String", extra: branch))
        let known = try Tool.run("drift", store, "--blame", in: folder)
        #expect(known.status == 0 && known.output.contains("declared"), "\(known)")
        let culprit = try commit(History.declaration(title: "String"))
        _ = try commit(History.declaration(title: "String") + "\nlet more = 1\n")
        let result = try Tool.run("drift", store, "--blame", "--format", "json", in: folder)
        #expect(result.status == 1, "\(result)")
        let blame = try #require(Report(result).json["blame"] as? [String: Any], "\(result)")
        #expect((blame["commit"] as? [String: Any])?["id"] as? String == culprit)
        #expect((blame["lastCommit"] as? [String: Any] ?? blame["last"] as? [String: Any])?["id"] as? String == last)
        let changes = try #require(blame["changes"] as? [[String: Any]])
        #expect(changes.map { $0["property"] as? String } == ["isPinned"])
    }

    /// A change could add a branch with the name of its base, so that it is compared with itself.
    @Test(arguments: [
        ["check", "--base", "origin/main"], ["lint", "--base", "origin/main"], ["review", "--base", "origin/main~0"],
        ["freeze", "1.0.0", "--at", "origin/main"],
    ])
    func aBranchWithTheNameOfTheBase(_ arguments: [String]) throws {
        let history = try History()
        let base = try History.git(["rev-parse", "HEAD~1"], history.folder).trimmingCharacters(in: .newlines)
        let head = try History.git(["rev-parse", "HEAD"], history.folder).trimmingCharacters(in: .newlines)
        _ = try History.git(["update-ref", "refs/remotes/origin/main", base], history.folder)
        _ = try History.git(["branch", "origin/main"], history.folder)
        let result = try Tool.run(arguments, in: history.folder.url, cache: history.folder)
        #expect(result.status == 2, "\(result)")
        for part in ["refs/heads/origin/main (commit \(head))", "refs/remotes/origin/main (commit \(base))"] {
            #expect(result.errors.contains(part), "\(result)")
        }
        #expect(result.errors.contains("Pass the full name"), "\(result)")
    }

    @Test func unknownReferencesAndMissingRepositoriesAreReported() throws {
        let history = try History()
        let unknown = try Tool.run("check", "--base", "v1.O", in: history.folder)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("did you mean v1.0"), "\(unknown)")
        let option = try Tool.run("check", "--base", "--output=x", in: history.folder)
        #expect(option.status == 2)
        let elsewhere = try Tool.copy(of: "Users")
        let none = try Tool.run("history", in: elsewhere)
        #expect(none.status == 2)
        #expect(none.errors.contains("isn't in a git repository"), "\(none)")
    }
}
