import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// An operation that writes the agent skill to a folder. Never changes a file that somebody edited, unless it was
/// created with `isForced`.
package struct SkillInstallation: Sendable {
    package enum Result: String, Sendable, Encodable {
        case written
        /// The file already exists with different content, and is replaced.
        case replaced
        case unchanged
    }

    /// The error for existing files that somebody edited, or that `skill` didn't write.
    package struct EditedFiles: Error {
        package let paths: [String]
    }

    /// The path of the skill's folder.
    package let folder: String
    /// The skill's files, each with the result of the installation.
    package let files: [(file: AgentSkill.File, result: Result)]
    /// The skill's folder in the checkout, or nil if it is outside the checkout.
    private let place: Checkout.Place?

    /// Compares the skill with the files in a folder.
    ///
    /// - Parameters:
    ///   - into: the absolute path of the folder with an agent's skills, or of the skill's own folder.
    ///   - project: the project's folder.
    ///   - isForced: whether edited files are replaced.
    /// - Throws: ``EditedFiles`` if `isForced` is false, and somebody edited a file or `skill` didn't write it;
    ///   ``ProjectError/linkedFolder(path:option:)`` if the folder is a symbolic link in the checkout; `FileError` if a
    ///   file can't be read.
    package init(into: String, project: String, isForced: Bool = false) throws {
        let isOwnFolder = into.split(separator: "/").last.map(String.init) == AgentSkill.name
        let folder = isOwnFolder ? into : into + "/" + AgentSkill.name
        self.folder = folder
        let checkout = Checkout(of: project)
        do { place = try checkout.place(of: folder) } catch let error as FileError where error.code == ELOOP {
            throw ProjectError.linkedFolder(path: error.path, option: "--into")
        }
        var edited: [String] = []
        files = try AgentSkill.files.map { file in
            let path = folder + "/" + file.name
            guard let bytes = try NewFiles.existing(path) else { return (file, .written) }
            if bytes.elementsEqual(file.text.utf8) { return (file, .unchanged) }
            if !isForced, !WrittenSkillFile(bytes).isUnedited {
                edited.append(path.relative(to: FileStatus.resolved(project)).relative(to: project))
            }
            return (file, .replaced)
        }
        guard edited.isEmpty else { throw EditedFiles(paths: edited) }
    }

    /// Writes the files that are missing or have different content.
    ///
    /// - Throws: a `FileError` if a file can't be written.
    package func write() throws {
        let changed = files.filter { $0.result != .unchanged }
        guard !changed.isEmpty else { return }
        let root: RootFolder
        if let place {
            root = try RootFolder(place.root)
            try root.makeFolders(place.path)
        } else {
            root = try RootFolder(making: folder)
        }
        for (file, result) in changed {
            try root.put(
                Array(file.text.utf8), at: place.map { $0.path + "/" + file.name } ?? file.name,
                replacing: result == .replaced)
        }
    }
}
