import Foundation
import PermafrostModel
import PermafrostStore

/// A runner of `git` for reading a work tree. It never writes, checks out, locks or fetches, and it doesn't run
/// programs specified by a configuration. Fetching would run commands from the remote's configuration.
///
/// None of the git commands examines file contents, because `git status` and `git diff` run filters.
///
/// A checkout can make git wait forever, for example with a pipe instead of a file that git reads. Therefore, every
/// call has a time limit, and git isn't run again in a work tree where it exceeded the limit.
package struct GitProcess: Sendable {
    let workTree: GitWorkTree
    private let limit: RunningProgram.TimeLimit
    private let executable: String
    private let environment: [String: String]

    /// Finds `git` for a work tree.
    ///
    /// - Parameter project: a folder whose programs must not be run. The work tree's own programs aren't run either.
    /// - Throws: ``GitError/noGit(reason:)``.
    init(
        _ workTree: GitWorkTree, project: String,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(GitError) {
        self.workTree = workTree
        let search = ProgramSearch(path: environment["PATH"], outside: [workTree.top, project])
        guard let executable = search.find("git") else {
            let refused = search.refused.joined(separator: ", ")
            throw .noGit(
                reason: "it isn't in any folder of PATH"
                    + (refused.isEmpty
                        ? "" : "; permafrost skipped \(refused), because it doesn't run programs from the project"))
        }
        self.executable = executable
        // The command line has already rejected a limit that isn't a number.
        limit = Self.limit(environment) ?? RunningProgram.TimeLimit(seconds: Self.usualLimit)
        self.environment = Self.environment(environment, top: workTree.top, path: search.path)
    }

    /// Starts git, and reads its output in the background.
    ///
    /// - Throws: ``GitError/cannotStart(program:reason:)``.
    func start(_ arguments: [String], input: Data = Data()) throws(GitError) -> GitProcess.GitAnswer {
        let answer = try run(arguments, input: input)
        answer.program.collectInBackground()
        return answer
    }

    /// Runs git.
    ///
    /// - Returns: git's standard output.
    /// - Throws: ``GitError`` if git can't be started or exits with a status other than 0.
    func output(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data {
        try run(arguments, input: input).output()
    }

    /// Runs git.
    ///
    /// - Returns: git's standard output; nil if it exits with a status other than 0 for a reason that affects only this
    ///   call.
    /// - Throws: ``GitError`` if git rejects the repository or can't be started.
    func outputIfAny(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data? {
        do { return try run(arguments, input: input).output() } catch {
            if case .failed = error { return nil }
            throw error
        }
    }

    /// Starts git and keeps its standard input open, for a series of queries.
    func converse(_ arguments: [String]) throws(GitError) -> GitProcess.GitAnswer { try run(arguments, input: nil) }

    private func run(_ arguments: [String], input: Data?) throws(GitError) -> GitProcess.GitAnswer {
        if let error = Self.unanswered.withLock({ $0[workTree.top] }) { throw error }
        do {
            let program = try RunningProgram(
                executable, Self.options + ["-C", workTree.top] + arguments, environment: environment, input: input,
                limit: limit)
            return GitProcess.GitAnswer(program, command: arguments.first ?? "git", workTree: workTree, limit: limit)
        } catch {
            throw .cannotStart(program: executable, reason: error.reason)
        }
    }

    // MARK: The time limit

    /// The environment variable for the time limit: the number of seconds without output from git.
    package static let limitVariable = "PERMAFROST_GIT_SECONDS"
    /// The default time limit in seconds. In a large repository, git may need several seconds.
    private static let usualLimit: Double = 60

    /// Returns the maximum time without output from git; nil if the environment variable isn't a number of seconds.
    package static func limit(_ environment: [String: String]) -> RunningProgram.TimeLimit? {
        RunningProgram.TimeLimit(limitVariable, environment, usual: usualLimit)
    }

    /// The errors for work trees where git exceeded the time limit, by their top folders.
    private static let unanswered = Locked<[String: GitError]>([:])

    /// Stores the error for a work tree where git exceeded the time limit.
    fileprivate static func keep(_ error: GitError, of workTree: GitWorkTree) {
        unanswered.withLock { $0[workTree.top] = error }
    }

    // MARK: Preventing git from running programs

    private static let options =
        ["--no-pager", "--no-replace-objects"]
        + [
            // This setting requires git 2.38. ``GitWorkTree`` provides the protection that works with every release.
            "safe.bareRepository=explicit",
            "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=true",
            "core.sshCommand=false", "core.gitProxy=none", "credential.helper=", "gpg.program=false",
            "protocol.allow=never", "log.showSignature=false", "log.follow=false", "color.ui=false",
            "i18n.logOutputEncoding=UTF-8", "maintenance.auto=false", "gc.auto=0",
        ].flatMap { ["-c", $0] }

    /// Returns the environment for git. It doesn't include the user's git variables, because in a hook they would make
    /// git use a different index or repository.
    private static func environment(_ given: [String: String], top: String, path: String) -> [String: String] {
        var environment = given.filter { !$0.key.hasPrefix("GIT_") }
        environment["PATH"] = path
        // `.git` was found in the top folder, so git must not search other folders.
        environment["GIT_CEILING_DIRECTORIES"] = top == "/" ? nil : top.parentPath
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        // git before 2.45 has no option to disable fetching, but fetches only with allowed protocols.
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_ALLOW_PROTOCOL"] = "none"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}

/// The reason that a project's history can't be read.
package enum GitError: Error, Sendable, Hashable {
    /// The folder isn't in a git repository, or git can't read the repository. The second value is the reason.
    case noRepository(path: String, reason: String)
    /// A different user owns the work tree or its git folder, so git refuses to read it.
    case foreignOwner(path: String)
    /// There is no commit with that name.
    case unknownReference(name: String, known: [String])
    /// git isn't installed.
    case noGit(reason: String)
    case cannotStart(program: String, reason: String)
    /// git was stopped because it wrote no output within the time limit.
    case noAnswer(command: String, workTree: String, limit: RunningProgram.TimeLimit)
    /// A commit contains a file whose name would place it outside of its folder.
    case unsafeName(String)
    /// git failed at an operation that succeeds in an intact repository.
    case failed(command: String, reason: String)

    /// Creates the error for a process that exited with a status other than 0.
    init(command: String, status: Int32, reason: String, workTree: GitWorkTree) {
        self =
            if reason.contains("detected dubious ownership") || reason.contains("fatal: unsafe repository") {
                .foreignOwner(path: Self.quoted(reason) ?? workTree.top)
            } else if reason.contains("not a git repository") || reason.contains("invalid gitfile format") {
                .noRepository(path: workTree.top, reason: reason)
            } else if reason.hasPrefix("xcrun: error") || reason.hasPrefix("xcode-select: ") {
                // This is the stub that macOS provides if the developer tools aren't installed.
                .noGit(reason: reason)
            } else if reason.contains("from promisor remote") {
                .failed(command: command, reason: GitRepository.isMissing("an object"))
            } else {
                .failed(command: command, reason: reason.isEmpty ? "it ended with status \(status)" : reason)
            }
    }

    /// Extracts the path from `repository at '/path'` or `repository ('/path' is …)`.
    private static func quoted(_ reason: String) -> String? {
        let parts = reason.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1].hasPrefix("/") ? String(parts[1]) : nil
    }

    /// Whether there is no git or no repository. With any other error, it's unknown whether there is a repository.
    package var meansNoRepository: Bool {
        switch self {
        case .noGit, .noRepository: true
        case .foreignOwner, .unknownReference, .cannotStart, .noAnswer, .unsafeName, .failed: false
        }
    }
}

extension GitProcess {
    /// The output of a git process that may still be running.
    final class GitAnswer: Sendable {
        let program: RunningProgram
        private let command: String
        private let workTree: GitWorkTree
        private let limit: RunningProgram.TimeLimit

        init(_ program: RunningProgram, command: String, workTree: GitWorkTree, limit: RunningProgram.TimeLimit) {
            self.program = program
            self.command = command
            self.workTree = workTree
            self.limit = limit
        }

        /// Waits until git exits.
        ///
        /// - Returns: git's standard output.
        /// - Throws: ``GitError`` if git exits with a status other than 0.
        func output() throws(GitError) -> Data {
            let result = program.result()
            if result.wasSilent {
                let error = GitError.noAnswer(command: command, workTree: workTree.top, limit: limit)
                GitProcess.keep(error, of: workTree)
                throw error
            }
            guard result.status != 0 else { return result.output }
            let reason = String(decoding: result.errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            throw GitError(command: command, status: result.status, reason: reason, workTree: workTree)
        }
    }
}
