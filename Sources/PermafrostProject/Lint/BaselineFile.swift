import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The location of a project's baseline.
///
/// A symbolic link in the checkout is never followed, because a commit may have added it.
package struct BaselineFile: Sendable, Hashable {
    /// The absolute path.
    package let path: String
    /// The path for messages. It is relative to the project's folder if the file is inside that folder.
    package let name: String
    private let project: String
    private let isGiven: Bool

    /// Creates the location of a baseline.
    ///
    /// - Parameters:
    ///   - path: the absolute path that the user specified, or nil for the usual file in the project's folder.
    ///   - project: the project's folder.
    package init(_ path: String?, in project: String) {
        self.project = project
        isGiven = path != nil
        self.path = path ?? project + "/" + Baseline.fileName
        name = self.path.hasPrefix(project + "/") ? String(self.path.dropFirst(project.count + 1)) : self.path
    }

    /// Reads the baseline. If the file doesn't exist, returns nil or throws an error.
    ///
    /// - Parameter mustExist: whether to throw an error if the user specified a file that doesn't exist.
    /// - Throws: a ``BaselineError`` if the file can't be used, or a `FileError` if it can't be read.
    package func read(mustExist: Bool) throws -> Baseline? {
        let place = try Checkout(of: project).place(of: path) ?? Checkout.Place(root: path.parentPath, path: fileName)
        let root = FileStatus.exists(place.root) ? try RootFolder(place.root) : nil
        let kind = try root?.kind(of: place.path) ?? .absent
        if kind == .directory || kind == .other {
            throw BaselineError.unusable(path: name, project: project, .notAFile)
        }
        guard let bytes = try root?.existing(place.path, limit: Baseline.sizeLimit) else {
            guard mustExist, isGiven else { return nil }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path.parentPath)) ?? []
            throw BaselineError.noFile(path: name, near: NearNames.of(fileName, among: names))
        }
        do { return try Baseline(parsing: bytes) } catch {
            throw BaselineError.unusable(path: name, project: project, error)
        }
    }

    /// Reads the baseline at a commit. Returns nil if the commit has no such file.
    ///
    /// - Throws: a ``BaselineError`` if the file can't be used, or a ``GitError`` if git can't read it.
    func read(at commit: GitRepository.Commit, of repository: GitRepository) throws -> Baseline? {
        guard let bytes = try repository.contents(of: path, at: commit, limit: Baseline.sizeLimit) else { return nil }
        do { return try Baseline(parsing: Array(bytes)) } catch {
            throw BaselineError.unusable(path: name, project: project, error)
        }
    }

    private var fileName: String { (path as NSString).lastPathComponent }

    /// Returns the number of the first line in the file that contains a rule's code, or 1 if no line contains it.
    func line(of code: String) -> Int {
        let bytes = (try? FileAccess.read(path, limit: Baseline.sizeLimit)) ?? []
        let lines = SourceLines.lines(of: Data(bytes))
        return (lines.firstIndex { $0.contains("\"\(code)\"") } ?? 0) + 1
    }
}
