import PermafrostModel
import PermafrostStore

/// A digest of a frozen version's content. It is the same in every checkout, because it doesn't depend on line endings,
/// and a Git LFS pointer has the digest of the file that it represents.
///
/// A fixture's checksum file covers its store, model and DDL, so the digest of the checksum file is enough to identify
/// the content. FreezeRay's checksum file covers only the DDL, so the digest of such a fixture also includes the store
/// and the model.
package struct FixtureIdentity: Sendable, Hashable, Codable {
    /// The digest: 64 lowercase hexadecimal digits.
    package let hex: String

    /// The identity that a record has if nothing was frozen: the digest of an empty file. No fixture has it.
    package static let none = FixtureIdentity(ofChecksums: [])

    private init(ofChecksums bytes: [UInt8]) { hex = Self.digest(bytes) }

    private static let digits = Set("0123456789abcdef".utf8)

    /// Creates an identity from its hexadecimal digits. Returns nil if the string doesn't consist of 64 lowercase
    /// hexadecimal digits.
    package init?(hex: String) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        self.hex = hex
    }

    /// Creates an identity from the files in a version's folder. Returns nil if the folder contains neither a checksum
    /// file nor a model nor a store.
    ///
    /// - Parameter read: returns the bytes of the file with the given name, or nil if it doesn't exist.
    package init?(of version: VersionName, read: (String) throws -> [UInt8]?) rethrows {
        for files in [FixtureFileNames(version), FixtureFileNames(withoutVersion: ())] {
            let checksums = try read(files.checksums)
            if let checksums, let listed = Self.digestOfList(checksums) {
                hex = listed
                return
            }
            let parts = [(files.checksums, checksums), (files.model, try read(files.model))]
            let texts = parts.compactMap { name, bytes in bytes.map { "\(name) \(Self.digest(ofText: $0))\n" } }
            let store = try read(files.store).map { "\(files.store) \(Self.pointed($0) ?? Self.digest($0))\n" }
            guard !texts.isEmpty || store != nil else { continue }
            hex = Self.digest(Array((texts + [store].compactMap(\.self)).joined().utf8))
            return
        }
        return nil
    }

    /// Returns the names of the files that ``init(of:read:)`` can read.
    package static func fileNames(of version: VersionName) -> [String] {
        [FixtureFileNames(version), FixtureFileNames(withoutVersion: ())].flatMap {
            [$0.checksums, $0.model, $0.store]
        }
    }

    /// Returns the digest of a checksum file that lists files. Returns nil for FreezeRay's checksum file, because it
    /// contains only a checksum without a file name.
    private static func digestOfList(_ bytes: [UInt8]) -> String? {
        if let pointed = pointed(bytes) { return pointed }
        return bytes.firstRange(of: Array("  ".utf8)) == nil ? nil : digest(ofText: bytes)
    }

    private static func digest(ofText bytes: [UInt8]) -> String {
        pointed(bytes) ?? digest(bytes.filter { $0 != 0x0D })
    }

    private static func digest(_ bytes: [UInt8]) -> String { Digest.hex(Digest.sha256(bytes)) }

    /// Returns the SHA-256 in a Git LFS pointer, or nil if the file isn't a pointer.
    private static func pointed(_ bytes: [UInt8]) -> String? {
        guard bytes.count < 1024, bytes.starts(with: "version https://git-lfs".utf8) else { return nil }
        let label = "oid sha256:"
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first {
            $0.hasPrefix(label)
        }
        return line.flatMap { FixtureIdentity(hex: String($0.dropFirst(label.count)))?.hex }
    }
}
