import Foundation
import PermafrostModel
import PermafrostStore

/// Runs `git` to read a work tree: it checks out, locks and writes nothing, runs no program that a configuration names, and
/// fetches nothing, since fetching runs the commands that the remote is configured with.
///
/// Nothing here computes with file contents: `git status` and `git diff` run filters.
///
/// A checkout can make git wait: with a pipe in the place of a file that git reads. So every answer has a time limit, and git isn't
/// started again in a work tree in which it didn't answer.
package struct GitProcess: Sendable {
    let workTree: GitWorkTree
    private let limit: RunningProgram.TimeLimit
    private let executable: String
    private let environment: [String: String]

    /// Finds `git` for a work tree.
    ///
    /// - Parameter project: a folder whose programs aren't run; those of the work tree are not, either.
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
        // Whoever reads the command line refuses a limit that is no number.
        limit = Self.limit(environment) ?? RunningProgram.TimeLimit(seconds: Self.usualLimit)
        self.environment = Self.environment(environment, top: workTree.top, path: search.path)
    }

    /// Starts git. Its answer is read while this process does other work.
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
    /// - Throws: ``GitError``, also if git ends with another status than 0.
    func output(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data {
        try run(arguments, input: input).output()
    }

    /// Runs git.
    ///
    /// - Returns: its standard output; nil if git ends with another status than 0 for a reason that concerns only this call.
    /// - Throws: ``GitError`` if git refuses the repository or cannot be started.
    func outputIfAny(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data? {
        do { return try run(arguments, input: input).output() } catch {
            if case .failed = error { return nil }
            throw error
        }
    }

    /// Starts git and leaves its standard input open, for questions one after the other.
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

    /// The variable of the environment with the number of seconds that git may be silent.
    package static let limitVariable = "PERMAFROST_GIT_SECONDS"
    /// In a large repository, git takes seconds.
    private static let usualLimit: Double = 60

    /// How long git may be silent; nil if the environment has a value that isn't a number of seconds.
    package static func limit(_ environment: [String: String]) -> RunningProgram.TimeLimit? {
        RunningProgram.TimeLimit(limitVariable, environment, usual: usualLimit)
    }

    /// The errors of work trees in which git didn't answer, by their tops.
    private static let unanswered = Locked<[String: GitError]>([:])

    /// Keeps the error of a work tree in which git didn't answer.
    fileprivate static func keep(_ error: GitError, of workTree: GitWorkTree) {
        unanswered.withLock { $0[workTree.top] = error }
    }

    // MARK: What keeps git from running anything

    private static let options =
        ["--no-pager", "--no-replace-objects"]
        + [
            // From git 2.38 on; see ``GitWorkTree`` for what holds with every release.
            "safe.bareRepository=explicit",
            "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "core.askPass=true",
            "core.sshCommand=false", "core.gitProxy=none", "credential.helper=", "gpg.program=false",
            "protocol.allow=never", "log.showSignature=false", "log.follow=false", "color.ui=false",
            "i18n.logOutputEncoding=UTF-8", "maintenance.auto=false", "gc.auto=0",
        ].flatMap { ["-c", $0] }

    /// A hook's variables would point git at another index or repository than the folder's. None of the user's is passed on.
    private static func environment(_ given: [String: String], top: String, path: String) -> [String: String] {
        var environment = given.filter { !$0.key.hasPrefix("GIT_") }
        environment["PATH"] = path
        // `.git` was found in the top: git must not go on to other folders.
        environment["GIT_CEILING_DIRECTORIES"] = top == "/" ? nil : top.parentPath
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        // Releases before 2.45 know no option against fetching, but fetch by no protocol that is not allowed.
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_ALLOW_PROTOCOL"] = "none"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}

/// The reason why a project's history can't be read: facts, which the command line words.
package enum GitError: Error, Sendable, Hashable {
    /// The folder is in no git repository, or git can't read the repository for the given reason.
    case noRepository(path: String, reason: String)
    /// Another user owns the work tree or its git folder, so git refuses to read it.
    case foreignOwner(path: String)
    /// No commit of that name.
    case unknownReference(name: String, known: [String])
    /// git isn't installed.
    case noGit(reason: String)
    /// The system doesn't start git.
    case cannotStart(program: String, reason: String)
    /// git was ended because it wrote nothing for as long as the limit allows.
    case noAnswer(command: String, workTree: String, limit: RunningProgram.TimeLimit)
    /// A commit has a file of a name that leads out of its folder.
    case unsafeName(String)
    /// git failed at something that a sound repository allows.
    case failed(command: String, reason: String)

    /// The error of a process that ended with another status than 0.
    init(command: String, status: Int32, reason: String, workTree: GitWorkTree) {
        self =
            if reason.contains("detected dubious ownership") || reason.contains("fatal: unsafe repository") {
                .foreignOwner(path: Self.quoted(reason) ?? workTree.top)
            } else if reason.contains("not a git repository") || reason.contains("invalid gitfile format") {
                .noRepository(path: workTree.top, reason: reason)
            } else if reason.hasPrefix("xcrun: error") || reason.hasPrefix("xcode-select: ") {
                // The stand-in of macOS without the developer tools.
                .noGit(reason: reason)
            } else if reason.contains("from promisor remote") {
                .failed(command: command, reason: GitRepository.isMissing("an object"))
            } else {
                .failed(command: command, reason: reason.isEmpty ? "it ended with status \(status)" : reason)
            }
    }

    /// The path in `repository at '/path'` or `repository ('/path' is …)`.
    private static func quoted(_ reason: String) -> String? {
        let parts = reason.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1].hasPrefix("/") ? String(parts[1]) : nil
    }

    /// Whether there is nothing to ask: no git, or no repository. Any other error means that the answer is unknown.
    package var meansNoRepository: Bool {
        switch self {
        case .noGit, .noRepository: true
        case .foreignOwner, .unknownReference, .cannotStart, .noAnswer, .unsafeName, .failed: false
        }
    }
}

extension GitProcess {
    /// The answer of a git process that may still run.
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

        /// Waits for the end of git.
        ///
        /// - Returns: its standard output.
        /// - Throws: ``GitError`` if git ends with another status than 0.
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
