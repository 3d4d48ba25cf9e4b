import PermafrostModel
import PermafrostStore

/// A fixture's files, and the damage found by checking them against the checksum file. The check opens the store as
/// a database only if FreezeRay wrote the fixture, because FreezeRay's checksum covers only the DDL.
package struct FrozenFiles: Sendable, Hashable {
    package let folder: FixtureFolder
    /// The damage found by the check. Empty if the files are intact.
    package private(set) var damage: [FixtureDamage] = []
    /// The SHA-256 checksums of the store, the model's JSON and the DDL file, keyed by file name, in lowercase
    /// hexadecimal. Omits files that can't be read. Empty for a FreezeRay fixture.
    package private(set) var checksums: [String: String] = [:]
    /// The bytes of the model's JSON, or nil if they can't be read. Always nil for a FreezeRay fixture.
    package private(set) var modelBytes: [UInt8]?

    /// The SHA-256 of the DDL file, or nil if the file can't be read. Always nil for a FreezeRay fixture.
    package var ddlChecksum: String? { checksums[folder.files.ddl] }
}

extension FrozenFiles {
    /// Reads the files of a Permafrost fixture, and checks them against the checksum file.
    init(_ fixture: FixtureFolder) {
        self.init(folder: fixture)
        let files = fixture.files
        if let other = Self.otherVersion(in: fixture) {
            damage = [.misnamedFolder(of: other)]
            return
        }
        let recorded = readChecksums(fixture, files.checksums)
        for file in files.checked {
            guard let bytes = read(fixture, file) else { continue }
            let found = Digest.hex(Digest.sha256(bytes))
            checksums[file] = found
            if file == files.model { modelBytes = bytes }
            guard let recorded else { continue }
            if let expected = recorded[file] {
                if expected != found {
                    damage.append(.checksumMismatch(file: file, recorded: expected, found: found))
                }
            } else {
                damage.append(.malformedChecksums(file: files.checksums))
            }
        }
        if (try? FileKind(of: fixture.path(of: files.metadata))) == .absent {
            damage.append(.missing(file: files.metadata))
        } else if damage.isEmpty {
            checkRecordedStore(fixture)
        }
        for ending in StoreFile.endings.dropFirst()
        where (try? FileKind(of: fixture.path(of: files.store + ending))) != .absent {
            damage.append(.companion(file: files.store + ending))
        }
        if let link = NamedStore.damage(ofLinksAt: files.store, in: fixture.path) { damage.append(link) }
        damage += NamedStore.damage(of: fixture)
    }

    /// Returns the version of a folder's files if the folder's name contains a different version. Returns nil if any
    /// file is named after the folder's version.
    ///
    /// `export_metadata.txt` must record the version of the files, and the store, the model and the DDL file must be
    /// named after that version. Otherwise, returns nil.
    private static func otherVersion(in fixture: FixtureFolder) -> VersionName? {
        func exists(_ file: String) -> Bool { (try? FileKind(of: fixture.path(of: file))) == .regular }
        guard !fixture.files.checked.contains(where: exists) else { return nil }
        let label = FixtureFileNames.versionLabel
        guard let bytes = try? FileAccess.read(fixture.path(of: fixture.files.metadata)),
            let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .first(where: { $0.hasPrefix(label) }),
            let found = try? VersionName(String(line.dropFirst(label.count))), found != fixture.version,
            FixtureFileNames(found).checked.allSatisfy(exists)
        else { return nil }
        return found
    }

    /// Records damage if the store doesn't match the checksum in `export_metadata.txt`. Does nothing for an older
    /// fixture that doesn't record this checksum.
    private mutating func checkRecordedStore(_ fixture: FixtureFolder) {
        guard let bytes = read(fixture, fixture.files.metadata), let found = checksums[fixture.files.store] else {
            return
        }
        let label = FixtureFileNames.storeChecksumLabel
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix(label) }
        guard let recorded = line?.dropFirst(label.count), recorded != found else { return }
        damage.append(.otherStore(file: fixture.files.store, recorded: String(recorded), found: found))
    }

    /// Returns the bytes of a file. If the file can't be read, records the damage and returns nil.
    private mutating func read(_ fixture: FixtureFolder, _ file: String) -> [UInt8]? {
        let kind: FileKind
        do { kind = try FileKind(of: fixture.path(of: file)) } catch {
            damage.append(.unreadable(file: file, reason: error.reason))
            return nil
        }
        switch kind {
        case .absent: damage.append(.missing(file: file))
        case .symbolicLink: damage.append(.symbolicLink(file: file))
        case .directory, .other: damage.append(.unreadable(file: file, reason: "it isn't a file"))
        case .regular:
            do {
                return try FileAccess.read(fixture.path(of: file))
            } catch {
                damage.append(.unreadable(file: file, reason: (error as? FileError)?.reason ?? "\(error)"))
            }
        }
        return nil
    }

    /// Returns the checksums in a file in `sha256sum` format, keyed by file name. If the file can't be read or contains
    /// an invalid line, records the damage and returns nil.
    ///
    /// Each line contains the checksum in hexadecimal, two separator characters, and the file name.
    private mutating func readChecksums(_ fixture: FixtureFolder, _ file: String) -> [String: String]? {
        guard let bytes = read(fixture, file) else { return nil }
        var checksums: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let hex = line.prefix(64)
            guard hex.utf8.count == 64, hex.allSatisfy(\.isHexDigit), line.utf8.count > 66 else {
                damage.append(.malformedChecksums(file: file))
                return nil
            }
            checksums[String(line.dropFirst(66))] = hex.lowercased()
        }
        return checksums
    }
}
