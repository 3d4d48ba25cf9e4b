import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The choice of the git program and of the repository, and the settings that git runs with.
@Suite(.enabled(if: TestRun.isWhole)) struct GitSearchTests {
    // MARK: Repositories

    /// Paths with fewer characters than bytes in UTF-8.
    @Test(arguments: ["ü", "日本", "e\u{301}", "👩‍👩‍👧"])
    func repositoriesWithNonASCIIPaths(name: String) throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch, at: name)
        try scratch.write("1", to: "\(name)/App/Fixtures/1.0.0/store")
        try repository.commit("first")
        let project = scratch.path(name) + "/App"
        let opened = try #require(GitWorkTree(of: project))
        #expect(opened.prefix == "App/")
        #expect(opened.path(of: "Fixtures/1.0.0/store") == "App/Fixtures/1.0.0/store")
        #expect(opened.path(of: project + "/Fixtures/1.0.0/store") == "App/Fixtures/1.0.0/store")
    }

    /// A folder that is itself a git folder, in every place of a checkout.
    @Test(arguments: ["App", "App/Fixtures", "App/Sources", "."])
    func aGitFolderWithAnotherNameIsNotUsed(place: String) throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch, at: "checkout")
        try scratch.write("1", to: "checkout/App/Sources/A.swift")
        try scratch.write("1", to: "checkout/App/Fixtures/1.0.0/store")
        let hostile = try TestRepository(scratch, at: "hostile")
        try scratch.write("2", to: "hostile/H.swift")
        try hostile.commit("hostile")
        for name in ["HEAD", "config", "objects", "refs", "index"] {
            try FileManager.default.copyItem(
                atPath: scratch.path("hostile/.git/\(name)"), toPath: scratch.path("checkout/\(place)/\(name)"))
        }
        try repository.commit("honest")
        for folder in ["App", "App/Fixtures", "App/Sources", ""] {
            let opened = try GitRepository(directory: scratch.path("checkout/\(folder)"))
            #expect(try opened.commit(of: "HEAD").subject == "honest", "\(folder)")
        }
    }

    /// An unpacked archive that looks like a git folder and has no `.git` isn't in a repository.
    @Test func anArchiveIsNotARepository() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch, at: "origin")
        try repository.commit()
        try FileManager.default.moveItem(atPath: scratch.path("origin/.git"), toPath: scratch.path("archive"))
        for place in ["archive", "archive/refs"] {
            let error = #expect(throws: GitError.self) { try GitRepository(directory: scratch.path(place)) }
            #expect(error?.meansNoRepository == true)
        }
    }

    /// A `.git` that isn't a repository for git doesn't end the search.
    @Test func anEmptyGitFolderIsNotUsed() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        try scratch.write("1", to: "App/A.swift")
        try repository.commit("outer")
        for name in ["App/.git/HEAD", "App/.git/config"] { try scratch.write("x", to: name) }
        #expect(try GitRepository(directory: scratch.path("App")).commit(of: "HEAD").subject == "outer")
    }

    /// Worktrees and submodules have a file named `.git`.
    @Test func filesThatNameTheGitFolder() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch, at: "a")
        try scratch.write("1", to: "a/A.swift")
        try repository.commit("first")
        try repository.git("worktree", "add", "--quiet", "../b", "-b", "side")
        let other = try TestRepository(scratch, at: "other")
        try other.commit("inner")
        try repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../other", "sub")
        #expect(
            try GitRepository(directory: scratch.path("b")).files(
                of: GitRepository(directory: scratch.path("b")).commit(of: "side")
            ).map(\.path) == ["A.swift"])
        #expect(try GitRepository(directory: scratch.path("a/sub")).commit(of: "HEAD").subject == "inner")
    }

    /// A file named `.git` that refers to a hostile folder. Its contents are read, but no program runs.
    @Test func aFileToAHostileFolderRunsNothing() throws {
        let scratch = try ScratchFolder()
        let hostile = try TestRepository(scratch, at: "archive/evil")
        try scratch.write("1", to: "archive/evil/App/A.swift")
        try hostile.commit("hostile")
        try scratch.write("gitdir: ../evil/.git\n", to: "archive/App/.git")
        try scratch.write("1", to: "archive/App/A.swift")
        try Self.arm(hostile, scratch.path("RAN"))
        try Self.useEverything(of: GitRepository(directory: scratch.path("archive/App")), below: "")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("RAN")))
    }

    /// A repository whose settings and attributes specify programs for everything that git can run.
    @Test func settingsRunNothing() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        try scratch.write("1", to: "A.swift")
        try scratch.write("1", to: "Fixtures/1.0.0/store")
        try repository.commit("first")
        try repository.git("tag", "v1")
        try scratch.write("2", to: "Fixtures/1.0.0/store")
        try Self.arm(repository, scratch.path("RAN"))
        try Self.useEverything(of: GitRepository(directory: scratch.url.path), below: "Fixtures")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("RAN")))
    }

    /// Adds a program to a repository's settings wherever git accepts one.
    static func arm(_ repository: TestRepository, _ mark: String) throws {
        let run = "touch '\(mark)'"
        for name in [
            "core.fsmonitor", "core.sshCommand", "core.pager", "core.askPass", "core.editor", "credential.helper",
            "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.clean", "filter.x.smudge",
            "filter.x.process", "merge.x.driver", "gpg.program", "gpg.ssh.program", "pager.log", "pager.config",
            "core.alternateRefsCommand", "uploadpack.packObjectsHook", "remote.origin.uploadpack",
        ] { try repository.git("config", name, run) }
        for name in ["log", "rev-parse", "cat-file", "check-attr", "ls-files", "for-each-ref", "config"] {
            try repository.git("config", "alias.\(name)", "!\(run)")
        }
        try repository.git("config", "log.showSignature", "true")
        try repository.git("config", "core.hooksPath", repository.folder.path("hooks"))
        for name in ["post-index-change", "reference-transaction", "post-checkout", "pre-commit"] {
            try repository.folder.write("#!/bin/sh\n\(run)\n", to: "hooks/\(name)")
            chmod(repository.folder.path("hooks/\(name)"), 0o755)
        }
        try repository.folder.write("* filter=x diff=x merge=x\n", to: repository.top + "/.gitattributes")
    }

    /// Calls every operation that the tool needs from git.
    static func useEverything(of repository: GitRepository, below folder: String) throws {
        let head = try repository.commit(of: "HEAD")
        _ = try repository.tags()
        _ = try repository.isShallow()
        _ = try repository.trackedFolders()
        _ = try repository.commitsOfSources(until: head)
        _ = try repository.contents(of: repository.files(of: head))
        let options = ProjectOptions(directory: repository.git.workTree.top + "/" + repository.prefix)
        _ = try HeldFixtures(options, base: "HEAD", cache: nil)
        _ = try FixtureDelivery.of(options)?.findings
        let committed = CommittedFiles(repository)
        for files in try committed.files(below: folder, at: ["HEAD"]) {
            _ = try committed.compare(#require(files))
        }
    }

    // MARK: The user's own limits

    @Test func theCeilingDirectoriesOfTheUserAreRespected() throws {
        let scratch = try ScratchFolder()
        try TestRepository(scratch).commit()
        try scratch.write("", to: "a/b/c")
        func found(_ ceiling: String) -> Bool {
            GitWorkTree(of: scratch.path("a/b"), environment: ["GIT_CEILING_DIRECTORIES": ceiling]) != nil
        }
        #expect(found(""))
        #expect(!found(scratch.path("a")))
        #expect(!found(scratch.url.path))
        #expect(!found("/nowhere:" + scratch.path("a/")))
        // The start folder itself is always searched.
        #expect(GitWorkTree(of: scratch.url.path, environment: ["GIT_CEILING_DIRECTORIES": scratch.url.path]) != nil)
        #expect(found(scratch.path("a/b")))
    }

    // MARK: Programs

    /// A `git` in the project never runs, no matter how `PATH` refers to it.
    @Test(arguments: [":", ".", "", "bin", "./bin", "TOP/bin", "TOP/App/bin", "LINK"])
    func aProgramOfTheProjectIsNotRun(part: String) throws {
        let scratch = try ScratchFolder()
        try TestRepository(scratch, at: "checkout").commit()
        let top = scratch.path("checkout")
        for folder in ["checkout", "checkout/bin", "checkout/App/bin"] {
            try scratch.write("#!/bin/sh\n", to: folder + "/git")
            chmod(scratch.path(folder + "/git"), 0o755)
        }
        let files = FileManager.default
        try files.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: top + "/bin")
        let folder = part.replacing("TOP", with: top).replacing("LINK", with: scratch.path("link"))
        let tree = try #require(GitWorkTree(of: top + "/App"))
        // No other folder has a git.
        try files.createDirectory(atPath: scratch.path("empty"), withIntermediateDirectories: false)
        let error = #expect(throws: GitError.self) {
            try GitProcess(tree, project: top + "/App", environment: ["PATH": "\(folder):\(scratch.path("empty"))"])
        }
        guard case .noGit(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("so it skipped"))
        // A git from elsewhere is found, and its child processes aren't searched for in the project either.
        let search = ProgramSearch(path: "\(folder):/usr/bin:/bin", outside: [top])
        #expect(search.find("git")?.hasPrefix(top) == false)
        #expect(search.path == "/usr/bin:/bin")
    }

    /// A file in another folder that is a link into the project.
    @Test func aLinkToAProgramOfTheProjectIsNotRun() throws {
        let scratch = try ScratchFolder()
        try scratch.write("#!/bin/sh\n", to: "checkout/git")
        chmod(scratch.path("checkout/git"), 0o755)
        try scratch.write("", to: "bin/other")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("bin/git"), withDestinationPath: scratch.path("checkout/git"))
        #expect(ProgramSearch(path: scratch.path("bin"), outside: [scratch.path("checkout")]).find("git") == nil)
        #expect(ProgramSearch(path: scratch.path("bin"), outside: []).find("git") != nil)
        // A file that isn't executable isn't a program.
        #expect(ProgramSearch(path: scratch.path("bin"), outside: []).find("other") == nil)
    }

    // MARK: Processes

    private let limit = TimeLimit(seconds: 60)

    /// Large input and output at the same time, through pipes of a few kilobytes. The output is read in the background.
    @Test(arguments: [0, 1, 5_000_000]) func streamsOfAnySize(size: Int) throws {
        let input = Data(repeating: 65, count: size)
        let program = try RunningProgram("/bin/cat", [], environment: [:], input: input, limit: limit)
        program.collectInBackground()
        let result = program.result()
        #expect(result.status == 0)
        #expect(result.output == input)
        #expect(program.result().output == input)
    }

    /// Output to both streams, a status, a signal, and input that the program doesn't read.
    @Test func endsOfPrograms() throws {
        func run(_ script: String, input: Data = Data()) throws -> RunningProgram.Result {
            try RunningProgram("/bin/sh", ["-c", script], environment: [:], input: input, limit: limit).result()
        }
        let both = try run("i=0; while [ $i -lt 9999 ]; do echo out; echo error >&2; i=$((i+1)); done; exit 3")
        #expect(both.status == 3)
        #expect(both.output.count == 39_996)
        #expect(both.errors.count == 59_994)
        #expect(try run("kill -9 $$").status == 128 + 9)
        #expect(try run("exec true", input: Data(repeating: 65, count: 5_000_000)).status == 0)
        #expect(throws: RunningProgram.StartError.self) {
            try RunningProgram("/no/such/program", [], environment: [:], limit: limit)
        }
        // The result is never collected; the program ends with the value.
        _ = try RunningProgram("/bin/sh", ["-c", "sleep 600"], environment: [:], limit: limit)
    }

    /// One request after another.
    @Test func aProgramAnswersSeveralRequests() throws {
        let program = try RunningProgram("/bin/cat", [], environment: [:], input: nil, limit: limit)
        for text in ["first", String(repeating: "second", count: 100_000)] {
            let answer = program.exchange(Data(text.utf8)) { $0.count == text.utf8.count }
            #expect(answer == Data(text.utf8))
        }
        #expect(program.result().status == 0)
        #expect(program.exchange(Data("late".utf8)) { _ in false }.isEmpty)
    }

    /// A program that stops responding is killed: before its answer, in the middle of it, and with a child that keeps
    /// its streams open.
    @Test(
        arguments: [
            ("exec sleep 600", ""), ("echo some; exec sleep 600", "some\n"), ("sleep 600 & exec sleep 600", ""),
            ("trap '' TERM INT HUP; while :; do sleep 1; done", ""), ("exec >&- 2>&-; exec true", nil),
        ] as [(String, String?)])
    func aSilentProgramIsKilled(script: String, output: String?) throws {
        let short = TimeLimit(seconds: 0.5)
        func start(input: Data?) throws -> RunningProgram {
            try RunningProgram(
                "/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input, limit: short)
        }
        let result = try start(input: Data()).result()
        #expect(result.wasSilent == (output != nil))
        #expect(result.output == Data((output ?? "").utf8))
        let asked = try start(input: nil)
        #expect(asked.exchange(Data("a\n".utf8)) { _ in false } == Data((output ?? "").utf8))
        #expect(asked.result().wasSilent == (output != nil))
    }

    /// A pipe in place of a file that git reads. git is ended, and isn't started again in that work tree.
    @Test(arguments: [".git/packed-refs", ".git/config", ".git/index", ".git/shallow", ".git/info/exclude"])
    func aPipeInGitsFolder(place: String) throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        try scratch.write("1", to: "A.swift")
        try repository.commit()
        try? FileManager.default.removeItem(atPath: scratch.path(place))
        #expect(mkfifo(scratch.path(place), 0o600) == 0)
        let tree = try #require(GitWorkTree(of: scratch.url.path))
        let environment = ["PATH": "/usr/bin:/bin:/usr/local/bin", GitProcess.limitVariable: "1"]
        for command in ["ls-files", "for-each-ref"] {
            let git = try GitProcess(tree, project: scratch.url.path, environment: environment)
            let error = #expect(throws: GitError.self) {
                _ = try git.output(["ls-files", "--others", "--exclude-standard"])
                _ = try git.output(["log", "--all"])
                _ = try git.outputIfAny([command])
            }
            guard case .noAnswer(_, scratch.url.path, TimeLimit(seconds: 1)) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }
}
