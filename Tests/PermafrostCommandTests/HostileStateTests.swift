import Foundation
import PermafrostTestSupport
import Testing

/// Journals and caches from a checkout have no effect, and the tool finds its own again.
@Suite struct HostileStateTests {
    /// A clone of a repository in a separate folder, next to a user's home folder.
    private struct Scene {
        let folder: ScratchFolder
        let victim: URL

        /// - Parameter prepare: adds files to the cloned repository.
        init(_ prepare: (_ folder: ScratchFolder) throws -> Void = { _ in }) throws {
            folder = try ScratchFolder()
            victim = folder.url.appending(path: "victim")
            try folder.write("", to: "home/.profile")
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: "repo/Sources"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: Tool.examples.appending(path: "Posts"), to: folder.url.appending(path: "repo/Sources/Posts"))
            try git("init", "--quiet", "repo")
            let freeze = try run(["freeze", "--all"], in: "repo", home: "stranger")
            try #require(freeze.status == 0, "\(freeze)")
            try prepare(folder)
            try git("-C", "repo", "add", "--all", "--force")
            try git("-C", "repo", "commit", "--quiet", "--message", "hostile")
            try git("clone", "--quiet", "repo", "victim")
        }

        func git(_ arguments: String...) throws {
            let options = [
                "-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false", "-c",
                "init.defaultBranch=main",
            ]
            let result = try CommandResult.running(["git"] + options + arguments, in: folder.url)
            try #require(result.status == 0, "\(arguments) \(result)")
        }

        func run(
            _ arguments: [String], in project: String = "victim", home: String = "home",
            environment: [String: String] = [:]
        ) throws -> CommandResult {
            let own = [
                "HOME": folder.path(home), "XDG_STATE_HOME": "", "XDG_CACHE_HOME": "", "PERMAFROST_CACHE_DIR": "",
                "NO_COLOR": "1",
            ]
            try FileManager.default.createDirectory(
                atPath: folder.path(home), withIntermediateDirectories: true)
            return try CommandResult.running(
                [Tool.path] + arguments, in: folder.url.appending(path: project),
                environment: own.merging(environment) { _, new in new })
        }

        /// Returns the files outside the clone and the user's own folders.
        func outside() throws -> [String: Data] {
            try folder.files().filter { !$0.key.hasPrefix("victim/") && !$0.key.hasPrefix("home/") }
        }
    }

    private static let hostile = Data("HOSTILE\n".utf8).base64EncodedString()

    /// Writes journals in every form to every location in the tree.
    private static func commitJournals(naming path: String, in folder: ScratchFolder) throws {
        let entry = #"{"path":"\#(path)","new":"\#(hostile)"}"#
        for place in [".build/permafrost", ".build", "permafrost", ".permafrost", "work"] {
            for name in ["new-version", "adopt", "init", "ship"] {
                for (state, isWritten) in [(".json", true), (".begun.json", false), (".undo.json", true)] {
                    try folder.write(
                        #"{"isWritten":\#(isWritten),"files":[\#(entry)],"format":1,"checksum":"","journal":{"files":[\#(entry)]}}"#,
                        to: "repo/\(place)/\(name)\(state)")
                }
            }
        }
    }

    @Test(arguments: ["../outside.txt", "../known.txt", ".git/hooks/pre-commit", "Sources/Posts/New.swift"])
    func committedJournals(_ path: String) throws {
        let scene = try Scene { folder in
            try folder.write("HOSTILE\n", to: "known.txt")
            try Self.commitJournals(naming: path, in: folder)
        }
        let before = try scene.outside()
        let file = scene.folder.path("victim/" + path)
        let old = FileManager.default.contents(atPath: file)
        for environment in [[:], ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/work")]] {
            for command in [
                ["new-version", "--undo"], ["adopt", "--undo"], ["new-version", "--dry-run", "--even-unshipped"],
                ["init"], ["adopt"], ["new-version", "--even-unshipped"],
            ] {
                let result = try scene.run(command, environment: environment)
                #expect(!result.standardError.contains("finished an interrupted"), "\(command) \(result)")
                #expect(!command.contains("--undo") || result.status == 2, "\(command) \(result)")
                #expect(try scene.outside() == before, "\(command)")
                #expect(FileManager.default.contents(atPath: file) == old, "\(command)")
            }
            #expect(try scene.run(["new-version", "--undo"], environment: environment).status == 0)
        }
    }

    /// A committed cache by the author's tool. It records a frozen version as today's sources declare it.
    @Test func aCommittedCache() throws {
        let scene = try Scene { folder in
            try FileManager.default.copyItem(atPath: folder.path("repo"), toPath: folder.path("author"))
            for project in ["repo", "author"] {
                try folder.edit(
                    "\(project)/Sources/Posts/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
            }
            for place in [".build/permafrost", "work"] {
                let environment = [
                    "HOME": folder.path("stranger"), "PERMAFROST_CACHE_DIR": folder.path("repo/" + place),
                    "NO_COLOR": "1",
                ]
                for (arguments, project) in [
                    (["freeze", "1.0.0", "--force"], "author"), (["check"], "author"), (["check"], "repo"),
                ] {
                    _ = try CommandResult.running(
                        [Tool.path] + arguments, in: folder.url.appending(path: project), environment: environment)
                }
                #expect(try !folder.files(below: "repo/" + place).isEmpty)
            }
        }
        for environment in [
            [:], ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/work")],
            ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/.build/permafrost")],
        ] {
            for _ in 0..<2 {
                let check = try scene.run(["check"], environment: environment)
                #expect(check.status == 1 && check.output.contains("PF0101"), "\(check)")
            }
        }
    }

    /// Links in place of the tree's folders. Commands write nothing to their targets.
    @Test(arguments: [".build", ".build/permafrost", "home", "work"]) func committedLinks(_ link: String) throws {
        let scene = try Scene { folder in
            try folder.write("mine", to: "outside/file")
            let place = folder.path("repo/" + link)
            try FileManager.default.createDirectory(
                atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            let up = String(repeating: "../", count: link.split(separator: "/").count)
            try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: up + "outside")
        }
        let before = try scene.outside()
        for environment in [
            [:], ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/work")],
            ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/.build/permafrost")],
            ["HOME": scene.folder.path("victim/home")],
        ] where environment.isEmpty || environment.values.contains(where: { $0.contains("/" + link) }) {
            for command in [
                ["check"], ["list"], ["init"], ["new-version", "--even-unshipped"], ["new-version", "--undo"],
            ] {
                let result = try scene.run(command, environment: environment)
                #expect(result.status == 0, "\(command) \(result)")
                let after = try scene.outside()
                // The user may choose a home folder through a link.
                #expect(link == "home" && !environment.isEmpty || after == before, "\(command)")
            }
        }
    }

    /// If the home folder is missing or in the checkout, only the journal in git's folder is kept.
    @Test(arguments: ["", "/nonexistent", "victim/home"]) func withoutAHomeFolder(_ home: String) throws {
        let scene = try Scene { try $0.write("", to: "repo/home/.profile") }
        let path = home.hasPrefix("/") || home.isEmpty ? home : scene.folder.path(home)
        let before = try scene.folder.files().filter { !$0.key.hasPrefix("victim/.git/") }
        for command in [["check"], ["check"], ["new-version", "--even-unshipped"], ["new-version", "--undo"]] {
            let result = try scene.run(command, environment: ["HOME": path])
            #expect(result.status == 0, "\(command) \(result)")
        }
        #expect(try scene.folder.files().filter { !$0.key.hasPrefix("victim/.git/") } == before)
    }

    /// A front end can undo the changes of another one, even after the project was moved.
    @Test(arguments: [true, false], ["command", "plugin"]) func anotherFrontEndUndoesTheChanges(
        _ hasGit: Bool, _ first: String
    ) throws {
        let scene = try Scene()
        if !hasGit { try FileManager.default.removeItem(at: scene.victim.appending(path: ".git")) }
        let name = "Sources/Posts/PostsSchemaV4.swift"
        let before = try scene.folder.files(below: "victim/Sources")
        let plugin = ["PERMAFROST_CACHE_DIR": scene.folder.path("victim/.build/plugins/NewVersion/outputs")]
        let written = try scene.run(
            ["new-version", "--even-unshipped"], environment: first == "plugin" ? plugin : [:])
        #expect(written.status == 0, "\(written)")
        #expect(try scene.folder.files(below: "victim/Sources") != before)
        try FileManager.default.createDirectory(
            at: scene.victim.appending(path: ".build"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(at: scene.victim, to: scene.folder.url.appending(path: "moved"))
        try FileManager.default.createSymbolicLink(
            at: scene.victim, withDestinationURL: scene.folder.url.appending(path: "moved"))
        let undo = try scene.run(["new-version", "--undo"], environment: first == "plugin" ? [:] : plugin)
        #expect(undo.status == 0 && undo.standardError.contains("new-version.json"), "\(undo)")
        #expect(try scene.folder.files(below: "moved/Sources") == before, "\(name)")
        let again = try scene.run(["new-version", "--undo"])
        #expect(again.status == 2 && again.errors.contains("no journal of an earlier run was found in"), "\(again)")
    }

    /// Every command that looks for a journal reports one that can't be decoded, with the fix.
    @Test func aDamagedJournal() throws {
        let scene = try Scene()
        #expect(try scene.run(["new-version", "--even-unshipped"]).status == 0)
        let journal = scene.folder.path("victim/.git/permafrost/top/new-version.json")
        try Data("nonsense".utf8).write(to: URL(filePath: journal))
        for command in [
            ["new-version", "--undo"], ["new-version"], ["adopt"], ["init"], ["new-version", "--dry-run"],
        ] {
            let result = try scene.run(command)
            #expect(result.status == 2, "\(command) \(result)")
            #expect(
                result.errors.contains(journal) && result.errors.contains("delete the journal"), "\(command) \(result)")
        }
        try FileManager.default.removeItem(atPath: journal)
        let undo = try scene.run(["new-version", "--undo"])
        #expect(undo.status == 2 && undo.errors.contains("no journal of an earlier run was found in"), "\(undo)")
    }
}
