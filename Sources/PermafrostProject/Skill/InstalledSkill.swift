import PermafrostFixtures
import PermafrostModel

/// An agent skill that `permafrost skill` wrote to one of the folders where agents look for skills.
struct InstalledSkill: Sendable, Hashable {
    /// The path of the folder that contains the skill's folder. It is relative to the project's folder, or absolute if
    /// it isn't inside that folder.
    let folder: String
    /// Whether a file is missing or was written by another version of Permafrost with different content.
    let isOutdated: Bool
    /// Whether somebody edited one of the files, or replaced it with a file that `skill` didn't write.
    let isEdited: Bool

    /// The path of the file that agents read first.
    var mainFile: String { "\(folder)/\(AgentSkill.name)/\(AgentSkill.mainFile)" }

    /// Finds the skills in the usual folders of a project and its repository. Doesn't follow symbolic links, so a
    /// linked skill is found only at its real location, if that is a usual folder.
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
        // Look for the main file first: making the texts of the current version takes as long as reading a small model.
        guard Self.existing("\(folder)/\(AgentSkill.mainFile)", in: root)?.digest != nil else { return nil }
        let found = AgentSkill.files.map { file in
            (file: file, existing: Self.existing("\(folder)/\(file.name)", in: root))
        }
        self.folder = prefix + usual
        isOutdated = found.contains { $0.existing?.isCurrent($0.file) != true }
        isEdited = found.contains { $0.existing?.isUnedited == false }
    }

    /// Returns the file at a path. Returns nil if there is no file, if the path contains a symbolic link, or if the
    /// file is too large or can't be read.
    private static func existing(_ path: String, in root: String) -> File? {
        do {
            return try RootFolder(root).existing(path, limit: File.sizeLimit).map(File.init)
        } catch {
            return nil
        }
    }
}

extension InstalledSkill {
    /// A file of an agent skill in a folder, and whether an earlier run of `skill` wrote exactly this content.
    ///
    /// A written file has a line with the digest of its other lines. The digest is the same for all kinds of line
    /// breaks, because git may convert them.
    struct File: Sendable, Hashable {
        /// The maximum size of a file to read, in bytes. For comparison, the skill's largest file has about 50,000.
        static let sizeLimit = 1 << 20

        /// The digest in the file; nil if `skill` didn't write the file.
        let digest: String?
        /// Whether ``digest`` is the digest of the other lines. If so, nobody has edited the file since `skill` wrote
        /// it.
        let isUnedited: Bool

        private static let start = "<!-- Written by `permafrost skill`. Digest of the other lines, to recognize edits: "
        private static let end = " -->"

        /// Returns a file of the skill that consists of a text, a line with the digest, and another text.
        ///
        /// - Parameters:
        ///   - start: the text before the line with the digest. It is empty or ends with a line break.
        ///   - lines: the text after the line with the digest.
        static func written(_ name: String, start: String, lines: String) -> AgentSkill.File {
            AgentSkill.File(
                name: name, text: start + Self.start + digest(of: start + lines) + Self.end + "\n" + lines)
        }

        private static func digest(of text: String) -> String {
            String(Digest.hex(Digest.sha256(Array(text.utf8))).prefix(16))
        }

        init(_ bytes: [UInt8]) {
            var lines = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
                .split(separator: "\n", omittingEmptySubsequences: false)
            let index = lines.firstIndex { $0.hasPrefix(Self.start) && $0.hasSuffix(Self.end) }
            digest = index.map { String(lines[$0].dropFirst(Self.start.count).dropLast(Self.end.count)) }
            if let index { lines.remove(at: index) }
            isUnedited = digest == Self.digest(of: lines.joined(separator: "\n"))
        }

        /// Returns whether this file contains the same digest as a file of the skill. Ignores edits in this file.
        func isCurrent(_ file: AgentSkill.File) -> Bool {
            digest != nil && digest == File(Array(file.text.utf8)).digest
        }
    }
}
