import PermafrostFixtures
import PermafrostProject

/// Messages about git's errors.
enum GitMessage {
    static func text(_ error: GitError) -> String {
        switch error {
        case .noRepository(let path, let reason): "\(path) isn't in a git repository (\(reason))"
        case .foreignOwner(let path):
            "git refuses to read \(path) because another user owns this folder. If you trust the folder's contents: "
                + GitAdvice.trust(path)
        case .unknownReference(let name, let known):
            "no commit named \(name)\(ErrorMessage.suggestion(name, known)). In a shallow clone, fetch the commit first: "
                + "\(GitAdvice.fetch(name)). In a GitHub workflow, set fetch-depth: 0 for actions/checkout"
        case .ambiguousReference(let name, let meanings):
            "\(name) is the name of \(meanings.count) references or hashes: "
                + meanings.map { "\($0.name) (commit \($0.commit))" }.joined(separator: ", ")
                + ". Anybody who can push a tag or a branch can add such a name. Pass the full name that you mean, which "
                + "begins with refs/, or the commit's hash"
        case .noCommonCommit(let name):
            "this clone contains no commit that HEAD and \(name) have in common. Fetch the history first: "
                + "\(GitAdvice.unshallow). In a GitHub workflow, set fetch-depth: 0 for actions/checkout"
        case .noGit(let reason): "git wasn't found (\(reason)). Install git, or add its folder to PATH"
        case .cannotStart(let program, let reason): "\(program) can't be started: \(reason)"
        case .noAnswer(let command, let workTree, let limit):
            "git \(command) didn't respond within \(limit) and was stopped. A likely cause is a named pipe in the place of a file "
                + "that git reads. To find named pipes: find \(workTree.asShellWord) -type p. If git needs more time, set the "
                + "environment variable \(GitProcess.limitVariable) to a larger number of seconds"
        case .unsafeName(let name):
            "a commit contains a file named \(name.visible). Permafrost doesn't read this commit, because the file "
                + "would be written outside the commit's folder"
        case .failed(let command, let reason): "git \(command) failed: \(reason)"
        }
    }

    /// Git commands that error messages recommend.
    enum GitAdvice {
        static let unshallow = GitRepository.unshallowCommand

        /// Returns the command that fetches a commit that is missing from a shallow clone. For a branch of `origin`,
        /// the command fetches that branch, because git's shallow clones have only one branch by default.
        static func fetch(_ reference: String) -> String {
            let prefixes = ["refs/remotes/origin/", "origin/"]
            guard let prefix = prefixes.first(where: reference.hasPrefix) else { return unshallow }
            let branch = reference.dropFirst(prefix.count)
            return "git fetch origin " + "+refs/heads/\(branch):refs/remotes/origin/\(branch)".asShellWord
        }

        /// Returns the command that allows git to read a repository that a different user owns.
        static func trust(_ path: String) -> String {
            "git config --global --add safe.directory \(path.asShellWord)"
        }
    }
}
