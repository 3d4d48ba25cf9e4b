import PermafrostModel

/// A fixture that FreezeRay wrote: its JSON has no `formatVersion`, and its checksum file holds the DDL's SHA-256 alone.
/// It is read as it is; the model is the one in its store.
struct FreezeRayFixture {
    let fixture: FixtureFolder
    let files: FixtureFolder.FileNames

    /// The fixture, if it is FreezeRay's: today's file names or, in the earliest, those without the version.
    init?(_ fixture: FixtureFolder) {
        let candidates = [fixture.files, FixtureFolder.FileNames(withoutVersion: ())]
        guard
            let files = candidates.first(where: { names in
                // The checksums first: they are short, and alone settle it for an intact fixture of Permafrost's.
                (try? FileKind(of: fixture.path(of: names.store))) == .regular
                    && !Self.listsFiles(fixture.path(of: names.checksums))
                    && !Self.isDocument(fixture.path(of: names.model))
            })
        else { return nil }
        // Without any of FreezeRay's other files it is a Permafrost fixture whose files are missing.
        guard [files.model, files.checksums].contains(where: { (try? FileKind(of: fixture.path(of: $0))) == .regular })
        else {
            return nil
        }
        self.fixture = fixture
        self.files = files
    }

    var storePath: String { fixture.path(of: files.store) }

    /// The recorded checksum against the DDL of the store, sorted or, as the earliest fixtures have it, as created.
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
                ? [] : [.ddlMismatch(file: files.checksums, recorded: recorded, found: found)]
        } catch {
            return [.unreadableStore(file: files.store, reason: "\(error)")]
        }
    }

    /// Whether a JSON is a document of Permafrost's, even one that lost its `formatVersion`.
    private static func isDocument(_ path: String) -> Bool {
        guard let bytes = try? FileAccess.read(path) else { return false }
        return ["\"formatVersion\"", "\"versionChecksum\""].contains { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    /// Whether a checksum file has lines of the form that `sha256sum` reads.
    private static func listsFiles(_ path: String) -> Bool {
        guard let bytes = try? FileAccess.read(path, limit: 1 << 16) else { return false }
        return bytes.firstRange(of: Array("  ".utf8)) != nil
    }
}
