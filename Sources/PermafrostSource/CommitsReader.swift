import Foundation
import PermafrostDeclarations
import PermafrostModel

/// Reads what the sources of several commits declare.
package struct CommitsReader: Sendable {
    private let request: CommitsRequest

    /// A reader of the commits that a request names.
    package init(_ request: CommitsRequest) {
        self.request = request
    }

    /// Writes the declarations of each commit into the folder that the request names.
    ///
    /// - Returns: how many commits were read.
    /// - Throws: what the texts that cannot be read, or an archive that cannot be written, give.
    package func write() throws -> Int {
        let texts = try CommitTexts(request)
        let commits = request.files
        // The others share most of the first one's files, which are parsed on all cores once.
        if !commits.isEmpty { try write(0, commits[0], texts) }
        let results = Concurrently.map(count: max(0, commits.count - 1)) { index in
            Result { try write(index + 1, commits[index + 1], texts) }
        }
        for result in results { try result.get() }
        return commits.count
    }

    private func write(_ index: Int, _ files: [String: Int], _ texts: CommitTexts) throws {
        // The paths come from commits, which anybody can write.
        let files = files.filter { TreePath.isInside($0.key) }
        let reader = SourceReader(request: request.source, files: CommitFiles(files: files, texts: texts))
        try Data(DeclarationArchive.encode(reader.read())).write(
            to: URL(fileURLWithPath: "\(request.answers)/\(index)"))
    }
}
