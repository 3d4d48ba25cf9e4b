import Foundation

/// Reads objects of a repository by their names, one question after the other to the same process.
final class GitObjects {
    /// A commit, folder or content.
    struct Object {
        /// `tree`, `blob`, `commit` or `tag`.
        let type: String
        /// Its identity in hexadecimal.
        let id: String
        let content: Data
    }

    private let git: GitProcess
    private var answer: GitProcess.GitAnswer?

    init(_ git: GitProcess) { self.git = git }

    /// The objects of some names.
    ///
    /// - Returns: for each name its object; nil if the repository lacks it.
    /// - Throws: ``GitError`` if git ends before it has answered.
    func read(_ names: [String]) throws(GitError) -> [Object?] {
        guard !names.isEmpty else { return [] }
        // A name with a line break would be two questions.
        guard !names.contains(where: { $0.utf8.contains(10) }) else {
            throw .failed(command: "cat-file", reason: "a folder has a line break in its name")
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
            throw .failed(command: "cat-file", reason: "it ended without a response")
        }
        return found
    }

    private func conversation() throws(GitError) -> GitProcess.GitAnswer {
        if let answer { return answer }
        let started = try git.converse(["cat-file", "--batch"])
        answer = started
        return started
    }

    /// The object at a place of git's output, and the place after it; nil if the output ends before.
    private static func object(in output: Data, at start: Int) -> (object: Object?, end: Int)? {
        guard let lineEnd = output[(output.startIndex + start)...].firstIndex(of: 10) else { return nil }
        let line = String(decoding: output[(output.startIndex + start)..<lineEnd], as: UTF8.self)
        let next = lineEnd - output.startIndex + 1
        // `<id> <type> <size>`, a line break, the content, a line break; `<name> missing` for what isn't there.
        let fields = line.split(separator: " ").map(String.init)
        guard fields.count == 3, let size = Int(fields[2]), size >= 0 else { return (nil, next) }
        guard output.count > next + size else { return nil }
        let content = output.startIndex + next
        return (
            Object(type: fields[1], id: fields[0], content: Data(output[content..<(content + size)])), next + size + 1
        )
    }
}
