import Foundation
import PermafrostModel
import PermafrostStore

/// A wrapper around `git` for reading a work tree. It never makes git write, check out, lock or fetch. It also prevents
/// git from running programs that a configuration specifies, such as the commands that a fetch would run.
///
/// Permafrost doesn't use `git status` or `git diff`, because they examine the contents of files and run filters.
///
/// A checkout can make git wait forever, for example if it contains a pipe instead of a file that git reads. Therefore,
/// every call has a time limit. If git exceeds it, git isn't run again in the same work tree.
package struct GitProcess: Sendable {
    let workTree: GitWorkTree
    private let limit: TimeLimit
    private let executable: String
    private let environment: [String: String]
    /// The options that specify git's working folder.
    private let place: [String]

    /// Finds `git` for a work tree.
    ///
    /// - Parameter project: a folder whose programs must not run. Programs in the work tree don't run either.
    /// - Throws: ``GitError/noGit(reason:)`` if `git` isn't in any folder of `PATH` outside the work tree and
    ///   `project`.
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
                        ? "" : "; Permafrost doesn't run programs from the project, so it skipped \(refused)"))
        }
        self.executable = executable
        // The command line has already rejected a limit that isn't a number.
        limit = Self.limit(environment) ?? TimeLimit(seconds: Self.usualLimit)
        self.environment = Self.environment(environment, top: workTree.top, path: search.path)
        place = ["-C", workTree.top]
    }

    /// Starts git, and reads its output in the background.
    ///
    /// - Throws: ``GitError/cannotStart(program:reason:)``, or ``GitError/noAnswer(command:workTree:limit:)`` if git
    ///   has already exceeded the time limit in this work tree.
    func start(_ arguments: [String], input: Data = Data()) throws(GitError) -> GitAnswer {
        let answer = try run(arguments, input: input)
        answer.program.collectInBackground()
        return answer
    }

    /// Runs git and waits for it to exit.
    ///
    /// - Returns: git's standard output.
    /// - Throws: ``GitError`` if git can't be started, exceeds the time limit, or exits with a status other than 0.
    func output(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data {
        try run(arguments, input: input).output()
    }

    /// Runs git, waits for it to exit, and returns its output.
    ///
    /// - Returns: git's standard output. Nil if git exits with a status other than 0 for a reason that concerns only this
    ///   call, for example because a file doesn't exist.
    /// - Throws: ``GitError`` if git rejects the repository, can't be started, or exceeds the time limit.
    func outputIfAny(_ arguments: [String], input: Data = Data()) throws(GitError) -> Data? {
        do { return try run(arguments, input: input).output() } catch {
            if case .failed = error { return nil }
            throw error
        }
    }

    /// Starts git for a series of queries. Its standard input stays open.
    func converse(_ arguments: [String]) throws(GitError) -> GitAnswer { try run(arguments, input: nil) }

    private func run(_ arguments: [String], input: Data?) throws(GitError) -> GitAnswer {
        if let error = Self.unanswered.withLock({ $0[workTree.top] }) { throw error }
        do {
            let program = try RunningProgram(
                executable, Self.options + place + arguments, environment: environment, input: input,
                limit: limit)
            return GitAnswer(program, command: arguments.first ?? "git", workTree: workTree, limit: limit)
        } catch {
            throw .cannotStart(program: executable, reason: error.reason)
        }
    }

    // MARK: The time limit

    /// The environment variable for the time limit. Its value is the maximum number of seconds that git runs without
    /// output.
    package static let limitVariable = "PERMAFROST_GIT_SECONDS"
    /// The default time limit in seconds. In a large repository, git may need several seconds.
    private static let usualLimit: Double = 60

    /// Returns the time limit in the environment variable, or the default limit if the variable isn't set. Returns nil
    /// if its value isn't a valid number of seconds.
    package static func limit(_ environment: [String: String]) -> TimeLimit? {
        TimeLimit(limitVariable, environment, usual: usualLimit)
    }

    /// The errors for work trees where git exceeded the time limit, keyed by the path of the top folder.
    private static let unanswered = Locked<[String: GitError]>([:])

    /// Records the error for a work tree where git exceeded the time limit.
    static func keep(_ error: GitError, of workTree: GitWorkTree) {
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

    /// Returns the environment for git. The user's git variables are left out, because they could make git use another
    /// index or repository, for example in a hook.
    private static func environment(_ given: [String: String], top: String, path: String) -> [String: String] {
        var environment = given.filter { !$0.key.hasPrefix("GIT_") }
        environment["PATH"] = path
        // `.git` was found in the top folder, so git must not search other folders.
        environment["GIT_CEILING_DIRECTORIES"] = top == "/" ? nil : top.parentPath
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        // git before 2.45 has no option to disable fetching. It fetches only with allowed protocols.
        environment["GIT_NO_LAZY_FETCH"] = "1"
        environment["GIT_ALLOW_PROTOCOL"] = "none"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        environment["LC_ALL"] = "C"
        return environment
    }
}

/// The reason that git can't be run, or that a repository or one of its commits can't be read.
package enum GitError: Error, Sendable, Hashable {
    /// The folder isn't in a git repository, or git can't read the repository.
    case noRepository(path: String, reason: String)
    /// Another user owns the work tree or its git folder, so git refuses to read it.
    case foreignOwner(path: String)
    /// No commit has the given name. `known` contains the names of the repository's tags and branches.
    case unknownReference(name: String, known: [String])
    /// The name refers to several commits, or the name of a reflog refers to several references.
    case ambiguousReference(name: String, meanings: [Meaning])
    /// `HEAD` and the named commit have no common ancestor in the clone.
    case noCommonCommit(name: String)
    /// git wasn't found in `PATH`, or it is only macOS's stub for git.
    case noGit(reason: String)
    case cannotStart(program: String, reason: String)
    /// git wrote no output within the time limit and was stopped.
    case noAnswer(command: String, workTree: String, limit: TimeLimit)
    /// A commit contains a file whose path would put it outside the folder that the commit is written to.
    case unsafeName(String)
    /// Any other failure of git, or a commit that exceeds a limit, such as the number of files.
    case failed(command: String, reason: String)

    /// Creates the error for a git process that exited with a status other than 0.
    init(command: String, status: Int32, reason: String, workTree: GitWorkTree) {
        self =
            if reason.contains("detected dubious ownership") || reason.contains("fatal: unsafe repository") {
                .foreignOwner(path: Self.quoted(reason) ?? workTree.top)
            } else if reason.contains("not a git repository") || reason.contains("invalid gitfile format") {
                .noRepository(path: workTree.top, reason: reason)
            } else if reason.hasPrefix("xcrun: error") || reason.hasPrefix("xcode-select: ") {
                // macOS provides this stub if the developer tools aren't installed.
                .noGit(reason: reason)
            } else if reason.contains("from promisor remote") {
                .failed(command: command, reason: GitRepository.isMissing("an object"))
            } else {
                .failed(command: command, reason: reason.isEmpty ? "it ended with status \(status)" : reason)
            }
    }

    /// Returns the path in a message such as `repository at '/path'` or `repository ('/path' is …)`. Returns nil for
    /// any other message.
    private static func quoted(_ reason: String) -> String? {
        let parts = reason.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[1].hasPrefix("/") ? String(parts[1]) : nil
    }

    /// Whether git wasn't found, or found no repository that it can read. For any other error, there may be a
    /// repository.
    package var meansNoRepository: Bool {
        switch self {
        case .noGit, .noRepository: true
        case .foreignOwner, .unknownReference, .ambiguousReference, .noCommonCommit, .cannotStart, .noAnswer,
            .unsafeName,
            .failed:
            false
        }
    }

    /// One of the things that a short name refers to.
    package struct Meaning: Sendable, Hashable {
        /// The full name of a tag or branch, such as `refs/remotes/origin/main`, or the hash of an object.
        package let name: String
        /// The commit's hash.
        package let commit: String
    }
}
