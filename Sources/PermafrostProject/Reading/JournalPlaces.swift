import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The folders that may contain a project's journals, in order of preference.
///
/// A journal determines which files a command writes or reverts. A journal that somebody else committed to the
/// repository must not be used. Journals are therefore stored where git doesn't track files: in the work tree's git
/// folder or the user's state folder. If a plugin's sandbox allows neither, they are stored in the plugin's work
/// folder, which a commit could contain. A journal in that folder is used only if its signature proves that this user's
/// tool wrote it.
package struct JournalPlaces: Sendable {
    /// A folder for journals.
    struct Place: Sendable, Hashable {
        let folder: PlacedFolder
        /// Whether a journal in the folder is used only if this user signed it. True if a checkout could contain files
        /// in this folder.
        var needsProof = false
        /// Whether a journal in the folder is used only if it has this project's device and inode numbers. True if the
        /// folder may contain other projects' journals.
        var needsSameFolder = false
        /// Whether the folder's name consists of the project's device and inode numbers. If the project is removed,
        /// another project's folder could get these numbers.
        var isNamedByNumber = false
        /// Whether new journals can be written to the folder.
        var isWritable = true

        /// Whether the folder is inside git's folder and belongs to a project at another path in the repository. This
        /// project may have been moved from that path.
        var belongsToOtherPaths: Bool { needsSameFolder && !needsProof }
    }

    let places: [Place]
    /// The folder that may contain other people's files. It is the top of the work tree or, outside a work tree, the
    /// project's folder.
    let checkout: String

    /// The environment variable that a plugin sets to its work folder.
    static let workFolderVariable = "PERMAFROST_CACHE_DIR"
    /// The plugins whose work folders may contain journals. SwiftPM puts these folders in a package's `.build`.
    private static let plugins = ["NewVersion", "Adopt", "InitSchemas"]

    /// Uses the given folders instead of finding them. For tests.
    init(places: [Place], checkout: String) {
        self.places = places
        self.checkout = checkout
    }

    /// Finds the folders for a project's journals.
    package init(project: String, environment: [String: String]) {
        let workTree = GitWorkTree(of: project)
        let identity = ProjectIdentity(of: project)
        checkout = workTree?.top ?? project
        var places: [Place] = []
        if let workTree, let git = workTree.gitFolder {
            places += Self.places(of: workTree, in: PlacedFolder(base: git, folder: "permafrost"))
        }
        let number = "\(identity.device)-\(identity.number)"
        if let state = UserFolders(environment: environment, outside: checkout).state {
            let folder = PlacedFolder(base: state, folder: "permafrost/journals/\(number)")
            places.append(Place(folder: folder, isNamedByNumber: true))
        }
        let given = environment[Self.workFolderVariable].flatMap { $0.isEmpty ? nil : $0 }
        let others = Self.plugins.map { "\(project)/.build/plugins/\($0)/outputs" }
        for path in [given].compactMap(\.self) + others {
            let folder = PlacedFolder(path, project: project).inner("journals").inner(number)
            guard !places.contains(where: { $0.folder == folder }) else { continue }
            places.append(
                Place(
                    folder: folder, needsProof: true, needsSameFolder: true, isNamedByNumber: true,
                    isWritable: path == given))
        }
        self.places = places
    }

    /// Returns the folders for journals inside git's folder. Each project in a repository has its own folder, which is
    /// named after the project's path. The other projects' folders are included, because this project may have been
    /// moved from one of their paths.
    private static func places(of workTree: GitWorkTree, in folder: PlacedFolder) -> [Place] {
        let name =
            workTree.prefix.isEmpty
            ? "top" : "in-" + Digest.hex(Digest.sha256(Array(workTree.prefix.utf8)).prefix(8))
        // If the folders can't be listed, use only the project's own folder.
        let others = (try? RootFolder(folder.base).list(folder.folder)) ?? []
        return [Place(folder: folder.inner(name))]
            + others.filter { $0 != name }.map {
                Place(folder: folder.inner($0), needsSameFolder: true, isWritable: false)
            }
    }
}

extension GitWorkTree {
    /// The git folder of this work tree, or nil if git wouldn't accept the folder. Linked work trees and submodules
    /// have their own git folders.
    var gitFolder: String? {
        let path = top == "/" ? "/.git" : top + "/.git"
        if FileStatus(at: path)?.isFolder == true { return Self.isGitFolder(path) ? path : nil }
        guard let bytes = try? FileAccess.read(path, limit: 1 << 16) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("gitdir: ") else { return nil }
        let name = text.dropFirst("gitdir: ".count).trimmingCharacters(in: .newlines)
        let folder = name.hasPrefix("/") ? name : top + "/" + name
        return Self.isGitFolder(folder) ? folder : nil
    }
}
