import Foundation
import PermafrostStore

/// A reader for a repository's objects. It sends all queries to the same git process, one after another.
final class GitObjects {
    /// A commit, folder, tag or file.
    struct Object {
        /// The object's type, which is `tree`, `blob`, `commit` or `tag`.
        let type: String
        /// The object's ID in hexadecimal.
        let id: String
        let content: Data
    }

    private let git: GitProcess
    private var answer: GitAnswer?
    /// The number of objects that were requested. Tests use it to bound the work.
    private(set) var requestCount = 0

    init(_ git: GitProcess) { self.git = git }

    /// Reads objects by name.
    ///
    /// - Returns: the object for each name, or nil if the repository doesn't contain it.
    /// - Throws: ``GitError`` if a name contains a line break, if git can't be started, or if it doesn't answer all
    ///   queries.
    func read(_ names: [String]) throws(GitError) -> [Object?] {
        guard !names.isEmpty else { return [] }
        requestCount += names.count
        // git would read a name with a line break as two queries.
        if let name = names.first(where: { $0.utf8.contains(10) }) {
            throw .failed(
                command: "cat-file",
                reason: "a folder has a line break in its name: \(name.visible). Rename the folder")
        }
        let answer = try conversation()
        var found: [Object?] = []
        var position = 0
        let question = Data(names.map { $0 + "\n" }.joined().utf8)
        _ = answer.program.exchange(question) { output in
            while found.count < names.count, let (object, end) = Self.object(in: output, at: position) {
                found.append(object)
                position = end
            }
            return found.count == names.count
        }
        guard found.count == names.count else {
            self.answer = nil
            _ = try answer.output()
            throw .failed(command: "cat-file", reason: "it ended without a response for \(names[found.count].visible)")
        }
        return found
    }

    private func conversation() throws(GitError) -> GitAnswer {
        if let answer { return answer }
        let started = try git.converse(["cat-file", "--batch"])
        answer = started
        return started
    }

    /// Returns the object that starts at a position in git's output, and the position of the next one. The object is
    /// nil if the repository doesn't contain it. If the output is incomplete, returns nil instead of both values.
    private static func object(in output: Data, at start: Int) -> (object: Object?, end: Int)? {
        guard let lineEnd = output[(output.startIndex + start)...].firstIndex(of: 10) else { return nil }
        let line = String(decoding: output[(output.startIndex + start)..<lineEnd], as: UTF8.self)
        let next = lineEnd - output.startIndex + 1
        // An object has the format `<id> <type> <size>`, a line break, the content, and a line break. A missing object
        // has the format `<name> missing`.
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count == 3, let size = Int(fields[2]), size >= 0 else { return (nil, next) }
        guard output.count > next + size else { return nil }
        let content = output.startIndex + next
        return (
            Object(type: fields[1], id: fields[0], content: Data(output[content..<(content + size)])), next + size + 1
        )
    }
}
