import Foundation
import PermafrostModel
import PermafrostStore

/// A writer of fixtures. A new fixture appears, and an existing one is replaced, only when the new fixture is complete.
///
/// The files are written and synced in a hidden folder next to the fixture's path. One rename then moves the folder to
/// that path, or exchanges it with the existing fixture. If the process dies, at most the hidden folder remains, and
/// the next process removes it.
package struct Freezer: Sendable {
    /// The Permafrost version to record in `export_metadata.txt`.
    package let toolVersion: String
    private let root: String?

    /// Creates a freezer.
    ///
    /// - Parameter root: a folder that contains the fixture tree. Symbolic links inside this folder aren't followed. If
    ///   it is nil or doesn't contain the tree, symbolic links inside the tree's folder aren't followed.
    package init(toolVersion: String, root: String? = nil) {
        self.toolVersion = toolVersion
        self.root = root
    }

    /// Freezes a version to a fixture's folder. Throws a ``FreezeError`` if the fixture can't be written, or if it
    /// already exists and `replacing` is false.
    ///
    /// - Parameter replacing: whether to replace an existing fixture.
    package func freeze(_ request: FreezeRequest, as fixture: FixtureFolder, replacing: Bool = false) throws {
        do {
            try publish(request, fixture, replacing: replacing)
        } catch let error as FileError {
            throw FreezeError.file(error)
        }
    }

    private func publish(_ request: FreezeRequest, _ fixture: FixtureFolder, replacing: Bool) throws {
        let (root, path) = try place(of: fixture)
        let replaced = try replaced(fixture, kind: root.kind(of: path), replacing: replacing)
        let parent = path.parentPath
        try root.makeFolders(parent)
        let partial = try PartialItem(in: parent, of: root)
        try root.makeFolders(partial.path, isDurable: false)
        try write(request, FixtureFileNames(request.version), into: root.complete(partial.path))
        if case .fixture = replaced, try root.kind(of: path + "/" + NamedStore.folderName) == .directory {
            // The named stores are in both folders when the fixture is replaced, so a killed process removes none.
            try root.link(path + "/" + NamedStore.folderName, to: partial.path + "/" + NamedStore.folderName)
        }
        try root.sync(partial.path)
        switch replaced {
        case .nothing: try move(partial, to: path, fixture)
        // A rename can replace an empty folder, but not one with contents.
        case .emptyFolder: try partial.replace(path)
        case .fixture(let files): try exchange(partial, path, of: root, fixture, files)
        }
        try partial.syncMove(to: parent)
    }

    private func place(of fixture: FixtureFolder) throws -> (root: RootFolder, path: String) {
        if let root, fixture.tree.hasPrefix(root + "/") {
            return (try RootFolder(root), String(fixture.path.dropFirst(root.count + 1)))
        }
        return (try RootFolder(making: fixture.tree), fixture.folder)
    }

    /// The item that a new fixture replaces.
    private enum Replaced {
        case nothing, emptyFolder
        /// A folder that contains the fixture's files with the given names, and no other items.
        case fixture([String])
    }

    private func replaced(_ fixture: FixtureFolder, kind: FileKind, replacing: Bool) throws -> Replaced {
        switch kind {
        case .absent: return .nothing
        case .regular, .symbolicLink, .other: throw FreezeError.blocked(path: fixture.path)
        case .directory: break
        }
        let entries = try FixtureEntries(fixture)
        if entries.isFixture, !replacing {
            throw FreezeError.alreadyFrozen(version: fixture.version.description, path: fixture.path)
        }
        // Named stores move to the new fixture.
        let foreign = entries.isFixture ? entries.foreign.filter { $0 != NamedStore.folderName } : entries.foreign
        guard foreign.isEmpty else {
            throw FreezeError.foreignFiles(path: fixture.path, names: foreign, isFixture: entries.isFixture)
        }
        return entries.isFixture ? .fixture(entries.own) : .emptyFolder
    }

    private func move(_ partial: PartialItem, to path: String, _ fixture: FixtureFolder) throws {
        do {
            try partial.move(to: path)
        } catch let error as FileError where error.code == EEXIST {
            // A different process froze the version in the meantime.
            throw FreezeError.alreadyFrozen(version: fixture.version.description, path: fixture.path)
        }
    }

    /// Exchanges the new fixture with the old one, and moves files that were added to the old one in the meantime to the
    /// new one.
    private func exchange(
        _ partial: PartialItem, _ path: String, of root: RootFolder, _ fixture: FixtureFolder, _ files: [String]
    ) throws {
        do {
            try partial.exchange(with: path) {
                for name in try root.list(partial.path) where !files.contains(name) {
                    try moveAdded(partial.path + "/" + name, to: path + "/" + name, in: root)
                }
            }
        } catch let error as FileError where [EINVAL, ENOTSUP, ENOSYS].contains(error.code) {
            throw FreezeError.cannotReplaceAtomically(path: fixture.path)
        }
    }

    private func moveAdded(_ source: String, to target: String, in root: RootFolder) throws {
        guard try root.kind(of: target) != .absent else { return try root.renameNew(source, to: target) }
        guard try root.kind(of: source) == .directory else { return }
        for name in try root.list(source) { try moveAdded(source + "/" + name, to: target + "/" + name, in: root) }
    }

    private func write(_ request: FreezeRequest, _ files: FixtureFileNames, into folder: String) throws {
        let encoded = request.encoded
        // Derive the store's UUID and the sample values from the model and the version, so that every machine writes
        // the same bytes.
        let seed = Digest.sha256(Array("\(encoded.checksum) \(request.version)".utf8))
        let writer = StoreWriter(model: request.model, seed: seed, rowsPerEntity: request.rowsPerEntity)
        let ddl = Array(writer.layout.ddl.utf8)
        let header = ModelDocument.Header(
            group: request.group, version: request.version.description, schema: request.schema,
            variants: request.variants, assumptions: request.assumptions, code: request.code,
            isStoreDerived: request.isStoreDerived, ddlChecksum: Digest.hex(Digest.sha256(ddl)))
        let storePath = folder + "/" + files.store
        do {
            try writer.write(to: storePath)
        } catch {
            let code: Int32 = if case .sqlite(let error) = error { error.systemError } else { 0 }
            throw FreezeError.store(path: storePath, reason: "\(error)", code: code)
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
            FixtureFileNames.versionLabel + "\(request.version)",
            "Group: \(request.group)",
            "Schema: \(request.schema)",
            "Models: \(request.model.entities.map(\.name).joined(separator: ", "))",
            "Model checksum: \(model.checksum)",
            "Version checksum: \(model.versionChecksum)",
            "DDL checksum: \(header.ddlChecksum)",
            FixtureFileNames.storeChecksumLabel + store,
            "Written by: Permafrost \(toolVersion)",
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }
}

/// The current release of Permafrost.
package enum PermafrostRelease {
    /// The version that fixtures record and `--version` prints.
    package static let version = "0.1.0"
}
