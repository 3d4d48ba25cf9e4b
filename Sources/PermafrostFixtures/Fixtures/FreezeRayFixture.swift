import PermafrostModel
import PermafrostStore

/// A fixture that FreezeRay wrote. Its JSON has no `formatVersion`, and its checksum file contains only the DDL's
/// SHA-256. The model is read from the fixture's store.
struct FreezeRayFixture {
    let fixture: FixtureFolder
    let files: FixtureFileNames

    /// Finds FreezeRay's files in a fixture's folder. Returns nil if FreezeRay didn't write the fixture. In the
    /// earliest FreezeRay fixtures, the file names don't contain the version.
    init?(_ fixture: FixtureFolder) {
        let candidates = [fixture.files, FixtureFileNames(withoutVersion: ())]
        guard
            let files = candidates.first(where: { names in
                // Check the checksum file first. It is short, and it is enough to recognize an intact Permafrost
                // fixture.
                (try? FileKind(of: fixture.path(of: names.store))) == .regular
                    && !Self.listsFiles(fixture.path(of: names.checksums))
                    && !Self.isDocument(fixture.path(of: names.model))
            })
        else { return nil }
        // If FreezeRay's other files don't exist either, this is a Permafrost fixture with missing files.
        guard [files.model, files.checksums].contains(where: { (try? FileKind(of: fixture.path(of: $0))) == .regular })
        else {
            return nil
        }
        self.fixture = fixture
        self.files = files
    }

    var storePath: String { fixture.path(of: files.store) }

    /// The damage to the fixture: its checksum file or store is missing or unreadable, or the recorded checksum doesn't
    /// match the store's DDL. The checksum covers the DDL in sorted order or, in the earliest fixtures, in creation
    /// order.
    var damage: [FixtureDamage] {
        guard (try? FileKind(of: fixture.path(of: files.checksums))) == .regular else {
            return [.missing(file: files.checksums)]
        }
        let recorded: String
        do {
            let bytes = try FileAccess.read(fixture.path(of: files.checksums), limit: 1 << 16)
            recorded = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }.lowercased()
        } catch {
            return [.unreadable(file: files.checksums, reason: (error as? FileError)?.reason ?? "\(error)")]
        }
        do {
            let statements = try StoreReader(path: storePath).statements()
            let found = Digest.hex(Digest.sha256(Array(statements.inQueryOrder().text.utf8)))
            let asCreated = Digest.hex(Digest.sha256(Array(statements.text.utf8)))
            return [found, asCreated].contains(recorded)
                ? [] : [.ddlMismatch(file: files.store, recorded: recorded, found: found)]
        } catch {
            return [.unreadableStore(file: files.store, reason: "\(error)")]
        }
    }

    /// Returns whether a JSON file is a Permafrost document, even if its `formatVersion` is missing.
    private static func isDocument(_ path: String) -> Bool {
        guard let bytes = try? FileAccess.read(path) else { return false }
        return ["\"formatVersion\"", "\"versionChecksum\""].contains { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    /// Returns whether a checksum file contains lines in the format of `sha256sum`.
    private static func listsFiles(_ path: String) -> Bool {
        guard let bytes = try? FileAccess.read(path, limit: 1 << 16) else { return false }
        return bytes.firstRange(of: Array("  ".utf8)) != nil
    }
}
