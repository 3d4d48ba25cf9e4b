import Foundation
import PermafrostFiles
import PermafrostModel
import PermafrostStore

/// Writes fixtures. A fixture appears whole or not at all, and one that exists stays until its successor is complete.
///
/// All files are written and synced in a hidden folder beside the fixture's place, which one rename then puts there. A
/// process that dies leaves at most that hidden folder; the next freeze removes it.
package struct Freezer: Sendable {
    /// Permafrost's own version, which `export_metadata.txt` names.
    package let toolVersion: String

    /// A freezer.
    package init(toolVersion: String) {
        self.toolVersion = toolVersion
    }

    /// Freezes a version into a folder of a tree. Throws a ``FreezeError``.
    ///
    /// - Parameter replacing: whether a fixture that exists is replaced.
    package func freeze(_ request: FreezeRequest, as fixture: Fixture, replacing: Bool = false) throws {
        do {
            try publish(request, fixture, replacing: replacing)
        } catch let error as FileError {
            throw FreezeError.file(error)
        }
    }

    private func publish(_ request: FreezeRequest, _ fixture: Fixture, replacing: Bool) throws {
        let kind = try FileKind(of: fixture.path)
        switch kind {
        case .absent: break
        case .directory where replacing: break
        case .directory: throw FreezeError.alreadyFrozen(version: request.version.description, path: fixture.path)
        case .regular, .symbolicLink, .other: throw FreezeError.blocked(path: fixture.path)
        }
        let parent = fixture.parent
        try FileAccess.createDirectory(parent, isDurable: true)
        try PartialFolder.removeStale(in: parent)
        let partial = try PartialFolder(in: parent)
        do {
            try write(request, FixtureFiles(request.version), into: partial.path)
            try FileAccess.sync(partial.path)
            if kind == .directory {
                try exchange(partial.path, fixture.path)
            } else {
                try renameNew(partial.path, fixture, version: request.version)
            }
        } catch {
            try? FileAccess.removeDirectory(partial.path)
            throw error
        }
        try FileAccess.sync(parent)
        // After an exchange the hidden folder holds the old fixture.
        if kind == .directory { try FileAccess.removeDirectory(partial.path) }
    }

    private func renameNew(_ partial: String, _ fixture: Fixture, version: VersionName) throws {
        do {
            try FileAccess.moveNew(partial, to: fixture.path)
        } catch let error where error.code == EEXIST {
            // Another process froze it meanwhile.
            throw FreezeError.alreadyFrozen(version: version.description, path: fixture.path)
        }
    }

    private func exchange(_ partial: String, _ path: String) throws {
        do {
            try FileAccess.exchange(partial, path)
        } catch let error where [EINVAL, ENOTSUP, ENOSYS].contains(error.code) {
            throw FreezeError.cannotReplaceAtomically(path: path)
        }
    }

    private func write(_ request: FreezeRequest, _ files: FixtureFiles, into folder: String) throws {
        let encoded = EncodedModel(request.model)
        // The store's UUID and sample values derive from model and version: the same bytes on any machine.
        let seed = Digest.sha256(Array("\(encoded.checksum) \(request.version)".utf8))
        let writer = StoreWriter(model: request.model, seed: seed, rowsPerEntity: request.rowsPerEntity)
        let ddl = Array(writer.layout.ddl.utf8)
        let header = ModelDocument.Header(
            group: request.group, version: request.version.description, schema: request.schema,
            variants: request.variants, assumptions: request.assumptions, isOfStore: request.isOfStore,
            ddlChecksum: Digest.hex(Digest.sha256(ddl)))
        let storePath = folder + "/" + files.store
        do {
            try writer.write(to: storePath)
        } catch {
            throw FreezeError.store(path: storePath, reason: "\(error)")
        }
        try FileAccess.sync(storePath)
        let model = header.bytes(with: encoded)
        let contents = [(files.store, try FileAccess.read(storePath)), (files.model, model), (files.ddl, ddl)]
        try FileAccess.write(model, to: folder + "/" + files.model)
        try FileAccess.write(ddl, to: folder + "/" + files.ddl)
        let digests = contents.map { Digest.hex(Digest.sha256($0.1)) }
        let checksums = zip(digests, contents).map { "\($0)  \($1.0)\n" }.joined()
        try FileAccess.write(Array(checksums.utf8), to: folder + "/" + files.checksums)
        try FileAccess.write(metadata(request, encoded, header, store: digests[0]), to: folder + "/" + files.metadata)
    }

    private func metadata(
        _ request: FreezeRequest, _ model: EncodedModel, _ header: ModelDocument.Header, store: String
    ) -> [UInt8] {
        let lines = [
            "Frozen at: \(request.date)",
            "Version: \(request.version)",
            "Group: \(request.group)",
            "Schema: \(request.schema)",
            "Models: \(request.model.entities.map(\.name).joined(separator: ", "))",
            "Model checksum: \(model.checksum)",
            "Version checksum: \(model.versionChecksum)",
            "DDL checksum: \(header.ddlChecksum)",
            FixtureFiles.storeChecksumLabel + store,
            "Written by: Permafrost \(toolVersion)",
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// This release of Permafrost.
package enum PermafrostRelease {
    /// Its version, which fixtures and the command line name.
    package static let version = "0.1.0"
}
