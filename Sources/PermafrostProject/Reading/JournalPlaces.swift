import Foundation
import PermafrostModel
import PermafrostStore

/// The folders that may hold a project's journals, in the order in which they are tried.
///
/// A checkout can bring any file of the project's tree, so a journal is kept outside of what git tracks: in git's folder for the work
/// tree, which also moves along with it, or in the user's state folder. A plugin's sandbox may allow neither. Then it is kept
/// in the plugin's work folder, and counts only with a proof that this user's tool wrote it.
package struct JournalPlaces: Sendable {
    /// One of the folders.
    struct Place: Sendable, Hashable {
        /// The folder.
        let folder: PlacedFolder
        /// Whether a checkout can bring files in it, so that a journal counts only with this user's proof.
        var needsProof = false
        /// Whether the journals of other projects may lie in it, so that one counts only if it names this project's numbers.
        var needsSameFolder = false
        /// Whether its name is made of the project's numbers, which a later folder may get.
        var isNamedByNumber = false
        /// Whether new journals are written to it.
        var isWritable = true

        /// Whether it is in git's folder, and for a path at which this project may have been before.
        var isOfOtherProjects: Bool { needsSameFolder && !needsProof }
    }

    let places: [Place]
    /// The folder whose files come from elsewhere: the work tree's top, or the project's folder.
    let checkout: String

    /// The variable with which a plugin names its work folder.
    static let workFolderVariable = "PERMAFROST_CACHE_DIR"
    /// The plugins that write, whose work folders SwiftPM puts into a package's `.build`.
    private static let plugins = ["NewVersion", "Adopt", "InitSchemas"]

    /// Places that a test chooses.
    init(places: [Place], checkout: String) {
        self.places = places
        self.checkout = checkout
    }

    /// Finds the places of a project.
    package init(project: String, environment: [String: String]) {
        let workTree = GitWorkTree(of: project)
        let identity = JournalPlaces.ProjectIdentity(of: project)
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

    /// The folders of git's folder: several projects of one repository have one each, named by the path. A project that has been moved
    /// in the repository is found in that of its old path.
    private static func places(of workTree: GitWorkTree, in folder: PlacedFolder) -> [Place] {
        let name =
            workTree.prefix.isEmpty
            ? "top" : "in-" + Digest.hex(Digest.sha256(Array(workTree.prefix.utf8)).prefix(8))
        // If they can't be listed, there is none to be found.
        let others = (try? RootFolder(folder.base).list(folder.folder)) ?? []
        return [Place(folder: folder.inner(name))]
            + others.filter { $0 != name }.map {
                Place(folder: folder.inner($0), needsSameFolder: true, isWritable: false)
            }
    }
}

extension GitWorkTree {
    /// git's folder for this work tree, where a linked work tree and a submodule have their own; nil if git wouldn't take it.
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

extension JournalPlaces {
    /// The numbers by which a project's folder is found again after it was moved.
    struct ProjectIdentity: Sendable, Hashable, Codable {
        /// The folder's path when the numbers were read.
        let path: String
        /// The number of its volume, and its own there.
        let device, number: UInt64

        init(of directory: String) {
            let status = FileStatus(at: directory)
            path = FileStatus.resolved(directory)
            device = status?.volume ?? 0
            number = status?.number ?? 0
        }

        /// Whether both are of the same folder, wherever it is now.
        func isSameFolder(as other: ProjectIdentity) -> Bool { device == other.device && number == other.number }
    }
}
