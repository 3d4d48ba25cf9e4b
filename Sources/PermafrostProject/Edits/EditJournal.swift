import Foundation
import PermafrostFixtures
import PermafrostModel

/// The files that a command writes, with their old and new bytes. The journal is written before any of these files.
struct EditJournal: Sendable, Equatable, Codable {
    /// The project that the files belong to.
    var project: ProjectIdentity
    var files: [SourceEdits.File]
    /// The tests to write after these files, or nil if there are none or they were written.
    var tests: ScaffoldRequest?

    /// The progress of a command. It is part of the journal's file name, so updating it doesn't need disk space.
    enum State: String, Sendable, CaseIterable {
        /// Files are being written. If the command is interrupted, the next run writes the remaining files and tests. If no file
        /// was written yet, the next run discards the journal instead.
        case begun = ".begun.json"
        /// Files are being reverted. If the command is interrupted, the next run reverts the remaining files.
        case undoing = ".undo.json"
        /// All files were written.
        case written = ".json"
    }

    /// The reason that a journal can't be used.
    enum Unreadable: Error, Hashable {
        case format
        case damaged
        /// The journal must be signed, but it can't be parsed or has no valid signature. The signature must be for this
        /// user's key, this command and this project.
        case unproved
        /// The journal contains a path that commands don't write to.
        case path(String)
    }

    /// The content of a journal's file. It contains the journal, its checksum and, if the user has a key, its
    /// signature.
    private struct Sealed: Codable {
        var format = 1
        var checksum: String
        var proof: String?
        var journal: EditJournal
    }

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - name: the command that the journal must belong to. It is checked only if `needsProof` is true.
    ///   - key: the user's key, or nil if the user has none.
    ///   - needsProof: whether the journal must be signed with the key.
    /// - Throws: ``Unreadable`` if the journal can't be used.
    init(_ bytes: [UInt8], named name: String, key: UserKey?, needsProof: Bool) throws(Unreadable) {
        guard let sealed = try? JSONDecoder().decode(Sealed.self, from: Data(bytes)), sealed.format == 1,
            let encoded = try? sealed.journal.encoded
        else {
            throw needsProof ? Unreadable.unproved : Unreadable.format
        }
        if needsProof {
            guard let key, let proof = sealed.proof, proof == Self.proof(encoded, named: name, key) else {
                throw Unreadable.unproved
            }
        }
        guard sealed.checksum == Digest.hex(Digest.sha256(encoded)) else { throw Unreadable.damaged }
        for file in sealed.journal.files where !EditedPath.isAllowed(file.path) {
            throw Unreadable.path(file.path)
        }
        self = sealed.journal
    }

    init(project: ProjectIdentity, files: [SourceEdits.File], tests: ScaffoldRequest? = nil) {
        self.project = project
        self.files = files
        self.tests = tests
    }

    /// Returns the content of the journal's file, with the journal's checksum. It is signed if `key` isn't nil.
    func sealed(named name: String, key: UserKey?) throws -> [UInt8] {
        let encoded = try encoded
        let sealed = Sealed(
            checksum: Digest.hex(Digest.sha256(encoded)), proof: key.map { Self.proof(encoded, named: name, $0) },
            journal: self)
        return [UInt8](try Self.encoder.encode(sealed))
    }

    private var encoded: [UInt8] { get throws { [UInt8](try Self.encoder.encode(self)) } }

    private static func proof(_ encoded: [UInt8], named name: String, _ key: UserKey) -> String {
        Digest.hex(key.mac(encoded, purpose: "journal of \(name)"))
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
