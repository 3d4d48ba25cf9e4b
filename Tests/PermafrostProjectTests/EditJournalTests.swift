import Foundation
import PermafrostFixtures
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A journal is used only if this user's tool wrote it, and only for files inside the project.
@Suite(.enabled(if: TestRun.isWhole)) struct EditJournalTests {
    /// A user with a home folder, and a project.
    private struct Scene {
        let folder: ScratchFolder
        var project: String { folder.path("project") }

        init() throws {
            folder = try ScratchFolder()
            try folder.write("old", to: "project/App/Plan.swift")
            try folder.write("", to: "home/.profile")
        }

        func environment(_ home: String = "home") -> [String: String] {
            ["HOME": home.isEmpty ? "" : folder.path(home)]
        }

        func edits(_ environment: [String: String], of project: String = "project") -> SourceEdits {
            SourceEdits(
                directory: folder.path(project),
                journalsIn: JournalPlaces(project: folder.path(project), environment: environment),
                command: "new-version", environment: environment)
        }

        func write(_ environment: [String: String], in project: String = "project") throws -> String? {
            try edits(environment, of: project).write(
                [("App/Plan.swift", "new", false)], expecting: ["App/Plan.swift": Array("old".utf8)],
                adding: [("App/Next.swift", Array("next".utf8))])
        }

        var plan: String {
            get throws { try String(contentsOfFile: folder.path("project/App/Plan.swift"), encoding: .utf8) }
        }
    }

    /// Returns the bytes of a journal with any contents, signed like one that the tool wrote.
    private static func sealed(_ files: [SourceEdits.File], for project: String, _ key: UserKey?) throws -> Data {
        Data(
            try EditJournal(project: ProjectIdentity(of: project), files: files).sealed(
                named: "new-version", key: key))
    }

    // MARK: Paths

    @Test(arguments: [
        "", "/", "/etc/passwd", "..", "../outside", "App/../../outside", "App/./Plan.swift", "./App", "App//Plan.swift",
        "App/", "/App", "App/Plan\0.swift", ".git", ".git/config", ".GIT/hooks/pre-commit", "App/.git/config",
        ".git./config",
        ".git /config", ".git::$INDEX_ALLOCATION/config", "GIT~1/config", ".g\u{200C}it/config", ".git\u{FEFF}/hooks/x",
    ])
    func isNotWritten(_ path: String) throws {
        #expect(!EditedPath.isAllowed(path))
        let scene = try Scene()
        let before = try scene.folder.files(below: "project")
        #expect(throws: SourceEditError.isOutside(path: path)) {
            try scene.edits(scene.environment()).write([(path, "hostile", true)], expecting: [:])
        }
        // A crafted journal is rejected, even with this user's signature.
        let places = JournalPlaces(project: scene.project, environment: scene.environment())
        let place = try #require(places.places.first)
        let key = try #require(UserKey(environment: scene.environment(), outside: scene.project))
        for state in EditJournal.State.allCases {
            let name = place.folder.path + "/new-version" + state.rawValue
            try FileManager.default.createDirectory(
                atPath: place.folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Self.sealed([.init(path: path, old: nil, new: Data("x".utf8))], for: scene.project, key)
                .write(to: URL(filePath: name))
            let edits = scene.edits(scene.environment())
            for action in [{ _ = try edits.finish() }, { _ = try edits.undo() }, { try edits.expectFinished() }] {
                guard state != .written else { continue }
                #expect { try action() } throws: { error in
                    if case SourceEditError.unreadableJournal(name, _) = error { true } else { false }
                }
            }
            #expect(throws: SourceEditError.self) { try edits.undo() }
            try FileManager.default.removeItem(atPath: name)
        }
        #expect(try scene.folder.files(below: "project") == before)
    }

    @Test(arguments: [
        ".gitattributes", ".github/workflows/x.yml", ".gitignore", "App/git/x", "a.git/b", "App/..x", "…/a",
    ])
    func isWritten(_ path: String) {
        #expect(EditedPath.isAllowed(path))
    }

    // MARK: Places

    private static func git(_ arguments: [String], in folder: String) throws {
        let result = try CommandResult.running(
            [
                "git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false", "-c",
                "init.defaultBranch=main", "-c", "protocol.file.allow=always",
            ] + arguments,
            in: URL(filePath: folder))
        try #require(result.status == 0, "\(result)")
    }

    /// The location of a journal, depending on the repository of the project.
    @Test func isInTheGitFolderOfTheWorkTree() throws {
        let scene = try Scene()
        try scene.folder.write("old", to: "project/Apps/Other/App/Plan.swift")
        try Self.git(["init", "--quiet"], in: scene.project)
        try Self.git(["add", "."], in: scene.project)
        try Self.git(["commit", "--quiet", "--message", "x"], in: scene.project)
        try Self.git(["worktree", "add", "--quiet", "../linked"], in: scene.project)
        try scene.folder.write("", to: "outer/file")
        try Self.git(["init", "--quiet"], in: scene.folder.path("outer"))
        try Self.git(["submodule", "--quiet", "add", scene.project, "Inner"], in: scene.folder.path("outer"))
        let journals = try [
            ("project", "project/.git/permafrost/top/new-version.json"),
            ("linked", "project/.git/worktrees/linked/permafrost/top/new-version.json"),
            ("outer/Inner", "outer/.git/modules/Inner/permafrost/top/new-version.json"),
        ].map { project, expected in
            let journal = try #require(try scene.write(scene.environment(), in: project))
            #expect(FileStatus.resolved(journal) == FileStatus.resolved(scene.folder.path(expected)))
            return journal
        }
        let other = try #require(try scene.write(scene.environment(), in: "project/Apps/Other"))
        #expect(other.hasPrefix(scene.folder.path("project/.git/permafrost/in-")))
        for journal in journals + [other] {
            let mode = try FileManager.default.attributesOfItem(atPath: journal)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        // Each project undoes its own changes.
        for project in ["linked", "project/Apps/Other", "outer/Inner", "project"] {
            let path = scene.folder.path(project + "/App/Plan.swift")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
            _ = try scene.edits(scene.environment(), of: project).undo()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
            #expect(throws: SourceEditError.self) { try scene.edits(scene.environment(), of: project).undo() }
        }
    }

    /// A folder that is itself a git folder, as a commit can contain one, isn't used as the project's git folder.
    @Test func anEmbeddedRepositoryIsNotUsed() throws {
        let scene = try Scene()
        try Self.git(["init", "--quiet", "--bare", "App"], in: scene.project)
        try scene.folder.write("old", to: "project/App/App/Plan.swift")
        let journal = try #require(try scene.write(scene.environment(), in: "project/App"))
        #expect(journal.hasPrefix(scene.folder.path("home/")))
        try Self.git(["init", "--quiet"], in: scene.project)
        _ = try scene.edits(scene.environment(), of: "project/App").undo()
        let inGit = try #require(try scene.write(scene.environment(), in: "project/App"))
        #expect(inGit.hasPrefix(scene.folder.path("project/.git/permafrost/in-")))
    }

    /// The journal is found again after a `.build` or `.git` appears or disappears, after a move, and through a link.
    @Test(
        arguments: [true, false], ["build", "git", "no git", "moved", "link", "both", "work folder", "no work folder"])
    func isFoundAgain(_ hasGit: Bool, _ change: String) throws {
        let scene = try Scene()
        if hasGit { try Self.git(["init", "--quiet"], in: scene.project) }
        let work = ["PERMAFROST_CACHE_DIR": scene.folder.path("project/.build/plugins/NewVersion/outputs")]
        var environment = scene.environment()
        if change == "no work folder" { environment.merge(work) { _, new in new } }
        _ = try #require(try scene.write(environment))
        var project = "project"
        func move() throws {
            try FileManager.default.moveItem(atPath: scene.project, toPath: scene.folder.path("elsewhere"))
            project = "elsewhere"
        }
        func link() throws {
            try FileManager.default.createSymbolicLink(
                atPath: scene.folder.path("link"), withDestinationPath: scene.folder.path(project))
            project = "link"
        }
        switch change {
        case "build": try scene.folder.write("", to: "project/.build/debug.yaml")
        case "git": try Self.git(["init", "--quiet"], in: scene.project)
        case "no git":
            // Removing git's folder also removes the journal.
            guard !hasGit else { return }
        case "moved": try move()
        case "link": try link()
        case "work folder": environment.merge(work) { _, new in new }
        case "no work folder": environment = scene.environment()
        default:
            try move()
            try link()
        }
        let done = try scene.edits(environment, of: project).undo()
        #expect(done.paths == ["App/Plan.swift", "App/Next.swift"])
        #expect(try scene.folder.files(below: project + "/App") == ["Plan.swift": Data("old".utf8)])
    }

    /// A project that was moved in its repository finds only its own journal, by its folder's number.
    @Test func isFoundAfterAMoveInTheRepository() throws {
        let scene = try Scene()
        try scene.folder.write("old", to: "project/A/App/Plan.swift")
        try scene.folder.write("old", to: "project/B/App/Plan.swift")
        try Self.git(["init", "--quiet"], in: scene.project)
        _ = try scene.write(scene.environment(), in: "project/A")
        _ = try scene.write(scene.environment(), in: "project/B")
        try FileManager.default.moveItem(
            atPath: scene.folder.path("project/A"), toPath: scene.folder.path("project/C"))
        _ = try scene.edits(scene.environment(), of: "project/C").undo()
        #expect(throws: SourceEditError.self) { try scene.edits(scene.environment(), of: "project/C").undo() }
        #expect(try scene.folder.files(below: "project/C/App").keys.sorted() == ["Plan.swift"])
        #expect(try scene.folder.files(below: "project/B/App").keys.sorted() == ["Next.swift", "Plan.swift"])
    }

    /// A new folder that got a removed folder's number isn't changed.
    @Test func aNewFolderWithTheSameInodeIsUnchanged() throws {
        let scene = try Scene()
        let journal = try #require(try scene.write(scene.environment()))
        let text = try String(contentsOfFile: journal, encoding: .utf8)
        // The numbers in the folder's name are only a hint.
        try FileManager.default.moveItem(atPath: scene.project, toPath: scene.folder.path("removed"))
        try scene.folder.write("mine", to: "project/App/Plan.swift")
        let places = JournalPlaces(project: scene.project, environment: scene.environment())
        let place = try #require(places.places.first)
        try FileManager.default.createDirectory(
            atPath: place.folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let other = place.folder.path + "/new-version.begun.json"
        let key = UserKey(environment: scene.environment(), outside: scene.project)
        try Data(
            EditJournal(
                project: ProjectIdentity(of: scene.folder.path("removed")),
                files: [.init(path: "App/Plan.swift", old: Data("old".utf8), new: Data("new".utf8))]
            ).sealed(named: "new-version", key: key)
        ).write(to: URL(filePath: other))
        let edits = scene.edits(scene.environment())
        #expect(try edits.finish().isEmpty)
        #expect(
            try edits.unusable() == [
                UnusableJournal(
                    path: other, problem: .belongsToOtherFolder(FileStatus.resolved(scene.folder.path("removed"))))
            ])
        #expect(throws: SourceEditError.self) { try edits.undo() }
        #expect(try scene.plan == "mine")
        #expect(try String(contentsOfFile: journal, encoding: .utf8) == text)
    }

    // MARK: Contents of a checkout

    /// Journals in every place in the tree that this tool or an older one may search.
    @Test(arguments: [
        ".build/permafrost", "permafrost", ".permafrost", ".build/plugins/NewVersion/outputs/journals/NUMBER",
        ".build/plugins/Adopt/outputs/journals/NUMBER", "work/journals/NUMBER", "work", ".build",
        "App/.git/permafrost/top",
    ])
    func aCommittedJournalHasNoEffect(_ folder: String) throws {
        let scene = try Scene()
        try scene.folder.write("known", to: "project/App/Known.swift")
        let identity = ProjectIdentity(of: scene.project)
        let place = "project/" + folder.replacing("NUMBER", with: "\(identity.device)-\(identity.number)")
        try scene.folder.write("", to: "stranger/.profile")
        let stranger = UserKey(environment: scene.environment("stranger"), outside: scene.project)
        let files: [SourceEdits.File] = [
            .init(path: "App/Known.swift", old: nil, new: Data("known".utf8)),
            .init(path: "App/Plan.swift", old: Data("old".utf8), new: Data("hostile".utf8)),
        ]
        for key in [nil, stranger] {
            for name in ["new-version", "adopt", "init"] {
                for state in EditJournal.State.allCases {
                    let bytes = try Self.sealed(files, for: scene.project, key)
                    try scene.folder.write(
                        String(decoding: bytes, as: UTF8.self), to: "\(place)/\(name)\(state.rawValue)")
                }
            }
            let before = try scene.folder.files(below: "project")
            for home in ["home", ""] {
                let environment = scene.environment(home).merging(
                    ["PERMAFROST_CACHE_DIR": scene.folder.path("project/work")]) { _, new in new }
                let edits = scene.edits(environment)
                #expect(try edits.finish().isEmpty)
                try edits.expectFinished()
                #expect(throws: SourceEditError.self) { try edits.undo() }
                #expect(try scene.folder.files(below: "project") == before)
            }
        }
    }

    /// A plugin's work folder is the last choice for a journal, and the journal is valid only with its signature.
    @Test func aJournalInAWorkFolderNeedsASignature() throws {
        let scene = try Scene()
        let key = try #require(UserKey(environment: scene.environment(), outside: scene.project))
        let place = JournalPlaces.Place(
            folder: PlacedFolder(base: scene.project, folder: ".build/outputs"), needsProof: true,
            needsSameFolder: true,
            isNamedByNumber: true)
        func edits(_ key: UserKey?, _ command: String = "new-version") -> SourceEdits {
            SourceEdits(
                directory: scene.project, journalsIn: JournalPlaces(places: [place], checkout: scene.project),
                command: command, key: key)
        }
        #expect { try edits(nil).write([("New.swift", "new", true)], expecting: [:]) } throws: { error in
            if case SourceEditError.noJournal = error { true } else { false }
        }
        try edits(key).write([("New.swift", "new", true)], expecting: [:])
        let journal = scene.folder.path("project/.build/outputs/new-version.json")
        let bytes = try Data(contentsOf: URL(filePath: journal))
        // Without the key, for another command, and after copying to another project's folder.
        #expect(throws: SourceEditError.self) { try edits(nil).undo() }
        try bytes.write(to: URL(filePath: scene.folder.path("project/.build/outputs/adopt.json")))
        #expect(throws: SourceEditError.self) { try edits(key, "adopt").undo() }
        #expect(
            try edits(key, "adopt").unusable() == [
                UnusableJournal(path: scene.folder.path("project/.build/outputs/adopt.json"), problem: .unproved)
            ])
        try FileManager.default.copyItem(atPath: scene.project, toPath: scene.folder.path("copy"))
        let copied = JournalPlaces.Place(
            folder: PlacedFolder(base: scene.folder.path("copy"), folder: ".build/outputs"), needsProof: true,
            needsSameFolder: true)
        let copy = SourceEdits(
            directory: scene.folder.path("copy"), journalsIn: JournalPlaces(places: [copied], checkout: ""),
            command: "new-version", key: key)
        #expect(throws: SourceEditError.self) { try copy.undo() }
        // A change of any byte invalidates the signature.
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var forged = bytes
            forged[index] ^= 1
            try forged.write(to: URL(filePath: journal))
            #expect(throws: SourceEditError.self) { try edits(key).undo() }
        }
        try bytes.write(to: URL(filePath: journal))
        #expect(try edits(key).undo().paths == ["New.swift"])
    }

    /// Other users' items in git's folder aren't changed, and the journal is written to the state folder.
    @Test(arguments: ["permafrost", "permafrost/top", "others", "files"]) func gitsFolderIsShared(_ kind: String) throws
    {
        let scene = try Scene()
        try Self.git(["init", "--quiet"], in: scene.project)
        let git = scene.folder.path("project/.git")
        if kind == "others" || kind == "files" {
            try FileManager.default.createDirectory(
                atPath: git + "/permafrost/top", withIntermediateDirectories: true,
                attributes: [.posixPermissions: kind == "others" ? 0o777 : 0o700])
            let bytes = try Self.sealed(
                [.init(path: "App/Plan.swift", old: Data("old".utf8), new: Data("hostile".utf8))], for: scene.project,
                nil)
            let name = git + "/permafrost/top/new-version.undo.json"
            try bytes.write(to: URL(filePath: name))
            try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: name)
            #expect(
                try scene.edits(scene.environment()).unusable() == [
                    UnusableJournal(path: name, problem: .belongsToOtherUser)
                ])
            #expect(try scene.edits(scene.environment()).finish().isEmpty)
            guard kind == "others" else { return }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: git + "/permafrost/top")
        } else {
            try scene.folder.write("", to: "outside/top/file")
            let place = git + "/" + kind
            try FileManager.default.createDirectory(
                atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: place, withDestinationPath: scene.folder.path("outside"))
        }
        let before = try scene.folder.files(below: "outside")
        let journal = try #require(try scene.write(scene.environment()))
        #expect(journal.hasPrefix(scene.folder.path("home/")))
        #expect(try scene.folder.files(below: "outside") == before)
        _ = try scene.edits(scene.environment()).undo()
        #expect(try scene.plan == "old")
    }

    /// A journal that can't be decoded makes the command fail with the file's name until the journal is removed.
    @Test(arguments: ["", "nonsense", "{}", "[1]", #"{"format":2,"checksum":"","journal":{"files":[]}}"#])
    func aDamagedJournalIsReported(_ text: String) throws {
        let scene = try Scene()
        let journal = try #require(try scene.write(scene.environment()))
        _ = try scene.edits(scene.environment()).undo()
        for state in EditJournal.State.allCases {
            let path = (journal as NSString).deletingLastPathComponent + "/new-version" + state.rawValue
            _ = FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
            #expect { try scene.edits(scene.environment()).undo() } throws: { error in
                if case SourceEditError.unreadableJournal(path, _) = error { true } else { false }
            }
            try FileManager.default.removeItem(atPath: path)
        }
        _ = try scene.write(scene.environment())
        #expect(try scene.plan == "new")
    }

    /// A run that was killed before it wrote anything is dropped, and an older run can still be undone.
    @Test func aRunThatWroteNothingIsForgotten() throws {
        let scene = try Scene()
        let journal = try #require(try scene.write(scene.environment()))
        let begun = (journal as NSString).deletingLastPathComponent + "/new-version.begun.json"
        let key = UserKey(environment: scene.environment(), outside: scene.project)
        let files: [SourceEdits.File] = [.init(path: "App/Plan.swift", old: Data("new".utf8), new: Data("newer".utf8))]
        for undoes in [false, true] {
            _ = FileManager.default.createFile(
                atPath: begun, contents: try Self.sealed(files, for: scene.project, key),
                attributes: [.posixPermissions: 0o600])
            let edits = scene.edits(scene.environment())
            try edits.expectFinished()
            if undoes {
                #expect(try edits.undo().paths == ["App/Plan.swift", "App/Next.swift"])
                #expect(try scene.plan == "old")
            } else {
                #expect(try edits.finish().isEmpty)
                #expect(try scene.plan == "new")
            }
            #expect(!FileManager.default.fileExists(atPath: begun))
        }
    }
}
