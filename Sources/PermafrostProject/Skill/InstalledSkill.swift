import PermafrostModel
import PermafrostStore

/// An agent skill that `permafrost skill` wrote to one of the folders where agents look for skills.
struct InstalledSkill: Sendable, Hashable {
    /// The path of the folder that contains the skill's folder. It is relative to the project's folder, or absolute if it
    /// isn't inside that folder.
    let folder: String
    /// Whether this version of Permafrost would write other files.
    let isOutdated: Bool
    /// Whether somebody edited a file.
    let isEdited: Bool

    /// The path of the file that agents read first.
    var mainFile: String { "\(folder)/\(AgentSkill.name)/\(AgentSkill.mainFile)" }

    /// Finds the skills in the usual folders of a project and its repository. Folders and files that are symbolic links
    /// aren't read: the skill is reported where it really is, if that is a usual folder.
    static func all(of project: String) -> [InstalledSkill] {
        let folders = Checkout(of: project).folders
        return folders.flatMap { folder in
            AgentSkill.usualFolders.compactMap { usual in
                InstalledSkill(in: usual, of: folder, prefix: folder == folders.last ? "" : folder + "/")
            }
        }
    }

    private init?(in usual: String, of root: String, prefix: String) {
        let folder = "\(usual)/\(AgentSkill.name)"
        let found = AgentSkill.files.map { file in
            (file: file, existing: Self.existing("\(folder)/\(file.name)", in: root))
        }
        guard found.last?.existing?.digest != nil else { return nil }
        self.folder = prefix + usual
        isOutdated = found.contains { $0.existing?.isCurrent($0.file) != true }
        isEdited = found.contains { $0.existing?.isUnedited == false }
    }

    /// Returns a file, or nil if there is none that `skill` could have written: a file behind a link, that is too large,
    /// or that can't be read.
    private static func existing(_ path: String, in root: String) -> SkillFile? {
        do {
            return try RootFolder(root).existing(path, limit: SkillFile.sizeLimit).map(SkillFile.init)
        } catch {
            return nil
        }
    }
}
