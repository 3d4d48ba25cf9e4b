import PermafrostModel
import PermafrostStore

/// A frozen version: its fixture's folder, its model, and the damage to its files.
///
/// Reading a fixture doesn't change it. If the fixture is damaged, its readable parts are still available. If a
/// ``Summary`` of the files is known, the files are decoded only for information that it doesn't contain.
package struct FrozenVersion: Sendable {
    /// The tools that write fixtures.
    package enum Format: String, Sendable, Hashable {
        /// Permafrost. The checksums cover the store, the model and the DDL.
        case permafrost
        /// FreezeRay. The checksum covers only the DDL, and the model is read from the store.
        case freezeRay
    }

    /// A summary of an intact fixture with one model. A cache can store it with the checksums of the fixture's files as
    /// the key, so that unchanged files don't have to be decoded again.
    package struct Summary: Sendable, Hashable, Codable {
        package let group: String
        /// The name of the type that declared the version.
        package let schema: String
        package let modelChecksum: String
        /// The recorded code that determines how values are stored, or nil if the fixture doesn't record it.
        package let code: StoredCode?

        package init(group: String, schema: String, modelChecksum: String, code: StoredCode?) {
            self.group = group
            self.schema = schema
            self.modelChecksum = modelChecksum
            self.code = code
        }
    }

    /// The tool that wrote the fixture.
    package let format: Format
    package let files: FrozenFiles
    /// The summary that was used instead of decoding the files, or nil if the files were decoded.
    package let summary: Summary?
    private let content: Locked<Content?>

    /// Reads a fixture. Without a summary, also compares the fixture's store with its model document.
    ///
    /// A FreezeRay fixture has no model document. Its model is read from its store, and its group and schema are nil.
    ///
    /// - Parameter summary: a closure that returns the known summary of a fixture with the given files, or nil if the
    ///   files must be decoded. Called only if the files match their checksums.
    package init(_ folder: FixtureFolder, summary: (FrozenFiles) -> Summary? = { _ in nil }) {
        if let freezeRay = FreezeRayFixture(folder) {
            format = .freezeRay
            let link = NamedStore.damage(ofLinksAt: freezeRay.files.store, in: folder.path)
            files = FrozenFiles(
                folder: folder,
                damage: freezeRay.damage + [link].compactMap(\.self) + NamedStore.damage(of: folder))
        } else {
            format = .permafrost
            files = FrozenFiles(folder)
        }
        self.summary = files.damage.isEmpty ? summary(files) : nil
        content = Locked(nil)
        if self.summary == nil { _ = read() }
    }

    package var fixture: FixtureFolder { files.folder }
    package var version: VersionName { fixture.version }
    /// The damage to the fixture. Empty if it is intact.
    package var damage: [FixtureDamage] { summary == nil ? read().damage : [] }
    /// Whether the folder contains the files of a version other than the one in its name.
    package var isMisnamed: Bool {
        damage.contains { if case .misnamedFolder = $0 { true } else { false } }
    }
    /// Whether the folder has none of its version's files.
    package var isEmpty: Bool {
        fixture.files.all.allSatisfy { damage.contains(.missing(file: $0)) }
    }
    /// The fixture's group. Nil if the JSON can't be read, and for a FreezeRay fixture.
    package var group: String? { summary?.group ?? read().group }
    /// The name of the type that declared the version. Nil if the JSON can't be read, and for a FreezeRay fixture.
    package var schema: String? { summary?.schema ?? read().schema }
    /// The frozen model, or nil if it can't be read. A FreezeRay fixture's model comes from the store's model cache.
    package var model: SchemaModel? { read().model }
    /// The model's checksum, or nil if the model can't be read.
    package var modelChecksum: String? { summary?.modelChecksum ?? model?.checksum }
    /// The models for platforms whose model differs, keyed by platform condition, such as `os(iOS)`. Empty if all
    /// platforms have the same model, or if the model can't be read.
    package var variants: [String: SchemaModel] { summary == nil ? read().variants : [:] }
    /// Whether the model contains only information that a store also contains. True for FreezeRay fixtures, and for
    /// versions that were frozen from live types.
    package var isStoreDerived: Bool { summary == nil && read().isStoreDerived }

    /// The version as a ``SchemaVersion``, for comparisons with other versions.
    package var schemaVersion: SchemaVersion {
        SchemaVersion(
            schema: schema, name: version.description, group: group, origin: .frozen(folder: fixture.folder),
            content: model.map { ModelContent($0, isArchived: isStoreDerived) },
            variants: variants.map { .init(condition: $0.key, location: nil, content: ModelContent($0.value)) },
            code: summary?.code ?? read().code)
    }

    /// The summary to cache for the fixture's files. Nil if the fixture is damaged or has several models, or if the
    /// model contains only information that a store also contains.
    package var cacheableSummary: Summary? {
        if let summary { return summary }
        guard damage.isEmpty, !isStoreDerived, variants.isEmpty, let group, let schema, let modelChecksum else {
            return nil
        }
        return Summary(group: group, schema: schema, modelChecksum: modelChecksum, code: read().code)
    }

    private func read() -> Content {
        if let known = content.withLock({ $0 }) { return known }
        // Two threads can read the fixture at the same time. Both get equal contents.
        let read =
            switch format {
            case .permafrost: Content(files, comparesStore: summary == nil)
            case .freezeRay: Content(freezeRay: files)
            }
        content.withLock { $0 = read }
        return read
    }
}

/// The content that is decoded from a fixture's files, and the damage to the fixture.
private struct Content {
    var damage: [FixtureDamage]
    var group: String?
    var schema: String?
    var model: SchemaModel?
    var variants: [String: SchemaModel] = [:]
    var code: StoredCode?
    var isStoreDerived = false

    init(_ files: FrozenFiles, comparesStore: Bool) {
        let fixture = files.folder
        damage = files.damage
        guard let bytes = files.modelBytes else { return }
        do {
            let document = try ModelDocument(parsing: bytes)
            group = document.group
            schema = document.schema
            model = document.model
            variants = document.variants
            code = document.code
            isStoreDerived = document.isStoreDerived
            if document.version != fixture.version.description {
                damage.append(.otherVersion(found: document.version))
            }
            if let found = files.ddlChecksum, found != document.ddlChecksum {
                damage.append(
                    .ddlMismatch(file: fixture.files.ddl, recorded: document.ddlChecksum, found: found))
            }
            if comparesStore { compareStore(of: fixture, with: document) }
        } catch let error as ModelDocumentError {
            damage.append(.unreadableModel(file: fixture.files.model, error))
        } catch {
            damage.append(.unreadable(file: fixture.files.model, reason: "\(error)"))
        }
    }

    init(freezeRay files: FrozenFiles) {
        isStoreDerived = true
        damage = files.damage
        guard let freezeRay = FreezeRayFixture(files.folder) else { return }
        do {
            guard try FileKind(of: freezeRay.storePath) == .regular else { return }
            model = try StoreReader(path: freezeRay.storePath).model()
        } catch {
            damage.append(.unreadableStore(file: freezeRay.files.store, reason: "\(error)"))
        }
    }

    /// Records damage if the store's version hashes, model cache or DDL don't match the model document. If everything
    /// matches, also checks the store's pages, rows and keys.
    private mutating func compareStore(of fixture: FixtureFolder, with document: ModelDocument) {
        let file = fixture.files.store
        do {
            guard try FileKind(of: fixture.path(of: file)) == .regular else { return }
            let store = try StoreReader(path: fixture.path(of: file))
            let recorded = try store.metadata().versionHashes
            let expected = document.model.versionHashes
            var differing = Set(recorded.keys).union(expected.keys).filter { recorded[$0] != expected[$0] }
            if differing.isEmpty {
                let carried = ModelDifference(from: document.model.archived, to: try store.model())
                differing = Set(carried.changes.compactMap(\.entity))
            }
            if !differing.isEmpty {
                damage.append(.storeOfAnotherModel(file: file, entities: differing.sortedByCodeUnit()))
            }
            let found = try store.ddlChecksum()
            if found != document.ddlChecksum {
                damage.append(.ddlMismatch(file: file, recorded: document.ddlChecksum, found: found))
            } else if differing.isEmpty {
                let problems = try StoreIntegrity(store, model: document.model).problems
                if !problems.isEmpty { damage.append(.damagedStore(file: file, problems: problems)) }
            }
        } catch {
            damage.append(.unreadableStore(file: file, reason: "\(error)"))
        }
    }
}
