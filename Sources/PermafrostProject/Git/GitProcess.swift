import Foundation
import PermafrostModel
import PermafrostStore

/// A runner of `git` for reading a work tree. It doesn't check out, lock or write anything, runs no program that a
/// configuration names, and doesn't fetch, because fetching runs the commands in the remote's configuration.
///
/// No git command here computes with file contents: `git status` and `git diff` run filters.
///
/// A checkout can make git wait, for example with a pipe in place of a file that git reads. So every answer has a time
/// limit, and git isn't started again in a work tree where it didn't answer.
package struct GitProcess: Sendable {
    let workTree: GitWorkTree
    private let limit: RunningProgram.TimeLimit
    private let executable: String
    private let environment: [String: String]

    /// Finds `git` for a work tree.
    ///
    /// - Parameter project: a folder whose programs aren't run. The work tree's programs aren't run either.
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
                reason: "no folder in PATH has it"
                    + (refused.isEmpty ? "" : "; the tool runs no program of the project, so it skipped \(refused)"))
        }
        self.executable = executable
        // The command line has already rejected a limit that isn't a number.
        limit = Self.limit(environment) ?? RunningProgram.TimeLimit(seconds: Self.usualLimit)
        self.environment = Self.environment(environment, top: workTree.top, path: search.path)
    }

    /// Starts git. Its output is read while this process does other work.
    ///
    /// - Throws: ``GitError/cannotStart(program:reason:)``.
    func start(_ arguments: [String], input: Data = Data()) throws(GitError) -> GitProcess.GitAnswer {
        let answer = try run(arguments, input: input)
        answer.program.collectInBackground()
        return answer
    }

    /// Runs git.
    ///
    /// - Returns: its standard output.
    /// - Throws: ``GitError``, also if git exits with a status other than 0.
    func output(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data {
        try run(arguments, input: input).output()
    }

    /// Runs git.
    ///
    /// - Returns: its standard output; nil if git exits with a status other than 0 for a reason that affects only this
    ///   call.
    /// - Throws: ``GitError`` if git refuses the repository or can't be started.
    func outputIfAny(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data? {
        do { return try run(arguments, input: input).output() } catch {
            if case .failed = error { return nil }
            throw error
        }
    }

    /// Starts git and leaves its standard input open, for a series of queries.
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

    /// The environment variable for the number of seconds that git may be silent.
    package static let limitVariable = "PERMAFROST_GIT_SECONDS"
    /// The default limit in seconds. git can take seconds in a large repository.
    private static let usualLimit: Double = 60

    /// Returns the time that git may be silent; nil if the environment has a value that isn't a number of seconds.
    package static func limit(_ environment: [String: String]) -> RunningProgram.TimeLimit? {
        RunningProgram.TimeLimit(limitVariable, environment, usual: usualLimit)
    }

    /// The errors of work trees where git didn't answer, by their top folders.
    private static let unanswered = Locked<[String: GitError]>([:])

    /// Stores the error of a work tree where git didn't answer.
    fileprivate static func keep(_ error: GitError, of workTree: GitWorkTree) {
        unanswered.withLock { $0[workTree.top] = error }
    }

    // MARK: Preventing git from running programs

    private static let options =
        ["--no-pager", "--no-replace-objects"]
        + [
            // Available in git 2.38 and later. See ``GitWorkTree`` for the protection that works with every release.
            "safe.bareRepository=explicit",
            "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=true",
            "core.sshCommand=false", "core.gitProxy=none", "credential.helper=", "gpg.program=false",
            "protocol.allow=never", "log.showSignature=false", "log.follow=false", "color.ui=false",
            "i18n.logOutputEncoding=UTF-8", "maintenance.auto=false", "gc.auto=0",
        ].flatMap { ["-c", $0] }

    /// Returns the environment for git. A hook's variables would direct git to another index or repository than the
    /// folder's, so none of the user's git variables are passed on.
    private static func environment(_ given: [String: String], top: String, path: String) -> [String: String] {
        var environment = given.filter { !$0.key.hasPrefix("GIT_") }
        environment["PATH"] = path
        // `.git` was found in the top folder. git must not search other folders.
        environment["GIT_CEILING_DIRECTORIES"] = top == "/" ? nil : top.parentPath
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        // Releases before 2.45 have no option to disable fetching, but they only fetch with protocols that are allowed.
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_ALLOW_PROTOCOL"] = "none"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}

/// The reasons why a project's history can't be read, with their facts. The command line turns them into messages.
package enum GitError: Error, Sendable, Hashable {
    /// The folder isn't in a git repository, or git can't read the repository for the given reason.
    case noRepository(path: String, reason: String)
    /// Another user owns the work tree or its git folder, so git refuses to read it.
    case foreignOwner(path: String)
    /// There is no commit with the name.
    case unknownReference(name: String, known: [String])
    /// git isn't installed.
    case noGit(reason: String)
    /// The system can't start git.
    case cannotStart(program: String, reason: String)
    /// git was killed because it wrote nothing within the limit.
    case noAnswer(command: String, workTree: String, limit: RunningProgram.TimeLimit)
    /// A commit has a file whose name would leave its folder.
    case unsafeName(String)
    /// git failed at an operation that works in a sound repository.
    case failed(command: String, reason: String)

    /// Creates the error for a process that exited with a status other than 0.
    init(command: String, status: Int32, reason: String, workTree: GitWorkTree) {
        self =
            if reason.contains("detected dubious ownership") || reason.contains("fatal: unsafe repository") {
                .foreignOwner(path: Self.quoted(reason) ?? workTree.top)
            } else if reason.contains("not a git repository") || reason.contains("invalid gitfile format") {
                .noRepository(path: workTree.top, reason: reason)
            } else if reason.hasPrefix("xcrun: error") || reason.hasPrefix("xcode-select: ") {
                // A stub that macOS installs if the developer tools are missing.
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

    /// Whether there is no git or no repository. With any other error, the answer is unknown.
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

        /// Waits for git to exit.
        ///
        /// - Returns: its standard output.
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
