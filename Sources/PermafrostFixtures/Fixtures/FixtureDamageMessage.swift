import PermafrostModel
import PermafrostStore

/// The description and the fix in the message about a kind of damage.
package struct FixtureDamageMessage: Sendable, Hashable {
    /// A clause that describes the damage, without a period, such as `App-1_0_0.sqlite is missing`.
    package let sentence: String
    private let damage: FixtureDamage

    /// Creates the message about a kind of damage.
    package init(_ damage: FixtureDamage) {
        self.damage = damage
        switch damage {
        case .missing(let file): sentence = "\(file) is missing"
        case .unreadable(let file, let reason): sentence = "\(file) can't be read: \(reason)"
        case .symbolicLink(let file): sentence = "\(file) is a symbolic link, which Permafrost doesn't follow"
        case .checksumMismatch(let file, let recorded, let found):
            sentence = "the SHA-256 of \(file) is \(found.prefix(12))…, but \(recorded.prefix(12))… was recorded"
        case .malformedChecksums(let file):
            sentence = "\(file) has an invalid line, or no line for one of the fixture's files"
        case .unreadableModel(let file, let error): sentence = "\(file) \(Self.message(error))"
        case .otherVersion(let found): sentence = "its files belong to \(found)"
        case .misnamedFolder(let version): sentence = "its files belong to \(version)"
        case .unreadableStore(let file, let reason): sentence = "\(file) can't be read as a store: \(reason)"
        case .otherStore(let file, let recorded, let found):
            sentence =
                "the SHA-256 of \(file) is \(found.prefix(12))…, but export_metadata.txt records \(recorded.prefix(12))…: the "
                + "store and its checksum were both changed"
        case .companion(let file):
            sentence =
                "\(file) is next to the store. SQLite also reads this file, so the contents may differ from the "
                + "frozen contents"
        case .damagedStore(let file, let problems):
            sentence = "the contents of \(file) are damaged: \(problems.joined(separator: "; "))"
        case .storeOfAnotherModel(let file, let entities):
            sentence = "\(file) doesn't match the fixture's model (\(entities.joined(separator: ", ")))"
        case .ddlMismatch(let file, let recorded, let found):
            sentence =
                "the SHA-256 of the SQL statements of \(file) is \(found.prefix(12))…, but \(recorded.prefix(12))… was recorded"
        }
    }

    /// Returns the fix for the damage, without a final period.
    ///
    /// - Parameters:
    ///   - folder: the fixture's folder.
    ///   - isInGit: whether git has a copy of the fixture, or of the user's store that is damaged. Pass true if
    ///     that is unknown.
    ///   - freezing: the command that freezes the version again; nil if the version isn't declared.
    package func fix(folder: String, isInGit: Bool = true, freezing: String? = nil) -> String {
        let word = folder.asShellWord
        let restoring =
            isInGit
            ? "Restore the files from git: git checkout -- \(word)"
            : "Restore the files of \(folder) from a backup (git has no copy)"
                + (freezing.map {
                    ". If the version's declaration is unchanged, you can instead freeze the version again: \($0)"
                } ?? ". If the folder isn't a fixture, remove the folder: rm -r \(word)")
        switch damage {
        case .companion(let file): return "Delete the file: rm \((folder + "/" + file).asShellWord)"
        case .unreadable(let file, _) where isInGit:
            return
                "Make the file readable, or restore it: rm -r \((folder + "/" + file).asShellWord) && git "
                + "checkout -- \(word)"
        case .unreadable: return "Make the file readable. \(restoring)"
        case .unreadableModel(_, .newerFormat): return "Update Permafrost and check again"
        case .misnamedFolder(let version):
            let parent = folder.lastIndex(of: "/").map { folder[...$0] } ?? ""
            return
                "Give the folder the name of its version: mv \(word) "
                + "\((parent + version.description).asShellWord). If that folder already exists, remove the "
                + "wrong folder"
        default: return restoring
        }
    }

    /// Returns the fix for damage to a user's store that git has no copy of, without a final period. Returns nil if
    /// the damaged file is one of the fixture's own, or if it must only be deleted.
    ///
    /// Freezing the version again writes the fixture's own files and keeps its users' stores.
    ///
    /// - Parameters:
    ///   - folder: the fixture's folder.
    ///   - version: the fixture's version.
    package func fixOfUncommittedStore(folder: String, version: String) -> String? {
        guard let name = damage.namedStore else { return nil }
        if case .companion = damage { return nil }
        let path = "\(folder)/\(NamedStore.folderName)/\(name)"
        let adding = FreezeCommandLine(options: ["--from-store", "STORE", "--name", name.description])
        return
            "Restore the files of \(path) from a backup (git has no copy), or remove them: rm -r "
            + "\(path.asShellWord). To then add the user's store again, run \(adding.text(version))"
    }

    private static func message(_ error: ModelDocumentError) -> String {
        switch error {
        case .notJSON(let reason):
            "isn't valid JSON" + (reason.hasPrefix("It ") ? ": it" + reason.dropFirst(2) : "")
        case .tooLarge(let what, let found, let limit):
            "is larger than any frozen model: it has \(found) \(what), and the limit is \(limit)"
        case .missing(let path): "lacks \(path)"
        case .malformed(let path, let expected): "has a value at \(path) that isn't \(expected)"
        case .checksumMismatch: "was edited: its checksum differs from the recorded checksum"
        case .newerFormat(let found, let newest):
            "has format \(found), but this version of Permafrost reads formats up to \(newest)"
        }
    }
}
