import Foundation

/// A started git process, which may still be running.
final class GitAnswer: Sendable {
    let program: RunningProgram
    private let command: String
    private let workTree: GitWorkTree
    private let limit: TimeLimit

    init(_ program: RunningProgram, command: String, workTree: GitWorkTree, limit: TimeLimit) {
        self.program = program
        self.command = command
        self.workTree = workTree
        self.limit = limit
    }

    /// Waits until git exits.
    ///
    /// - Returns: git's standard output.
    /// - Throws: ``GitError`` if git exceeds the time limit or exits with a status other than 0.
    func output() throws(GitError) -> Data { try output(accepting: [0]) }

    /// Waits until git exits.
    ///
    /// - Parameter statuses: the exit statuses that aren't errors.
    /// - Returns: git's standard output.
    /// - Throws: ``GitError`` if git exceeds the time limit or exits with another status.
    func output(accepting statuses: Set<Int32>) throws(GitError) -> Data {
        let result = program.result()
        if result.wasSilent {
            let error = GitError.noAnswer(command: command, workTree: workTree.top, limit: limit)
            GitProcess.keep(error, of: workTree)
            throw error
        }
        guard !statuses.contains(result.status) else { return result.output }
        let reason = String(decoding: result.errors, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        throw GitError(command: command, status: result.status, reason: reason, workTree: workTree)
    }
}
