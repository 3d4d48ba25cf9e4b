import PermafrostModel

/// A version as it was frozen: its fixture's folder, what is wrong with the files, and the model that they hold.
///
/// Reading changes nothing, and a damaged fixture still gives whatever of it can be read. Files that are known, by a
/// ``Summary``, are decoded only when something else of them is needed.
package struct FrozenVersion: Sendable {
    /// The program that wrote a fixture.
    package enum Format: String, Sendable, Hashable {
        /// Permafrost: its checksums cover every file.
        case permafrost
        /// FreezeRay: its checksum is the DDL's, and the model is the one in its store.
        case freezeRay
    }

    /// An intact fixture of one model, as it is kept by the checksums of its files.
    package struct Summary: Sendable, Hashable, Codable {
        /// The fixture's group.
        package let group: String
        /// The type that declared it.
        package let schema: String
        /// The checksum of its model.
        package let modelChecksum: String

        package init(group: String, schema: String, modelChecksum: String) {
            self.group = group
            self.schema = schema
            self.modelChecksum = modelChecksum
        }
    }

    /// The program that wrote it.
    package let format: Format
    /// The files.
    package let files: Files
    /// What is known of the files without decoding them; nil for a fixture that was read.
    package let summary: Summary?
    private let content: Locked<Content?>

    /// Reads a fixture, and compares its store with its document.
    ///
    /// For a fixture of FreezeRay the document is made from the store's own model; it has no group and no schema.
    ///
    /// - Parameter summary: returns the summary of intact files that were compared with their store before.
    package init(_ folder: FixtureFolder, summary: (Files) -> Summary? = { _ in nil }) {
        if let freezeRay = FreezeRayFixture(folder) {
            format = .freezeRay
            files = Files(folder: folder, damage: freezeRay.damage)
        } else {
            format = .permafrost
            files = Files(folder)
        }
        self.summary = files.damage.isEmpty ? summary(files) : nil
        content = Locked(nil)
        if self.summary == nil { _ = read() }
    }

    /// The fixture's folder.
    package var fixture: FixtureFolder { files.folder }
    /// The version's name.
    package var version: VersionName { fixture.version }
    /// What is wrong with the fixture; empty if it is intact.
    package var damage: [FixtureDamage] { summary == nil ? read().damage : [] }
    /// The group that it belongs to; nil if a FreezeRay fixture does not say, or the JSON cannot be read.
    package var group: String? { summary?.group ?? read().group }
    /// The type that declared it, if it is known.
    package var schema: String? { summary?.schema ?? read().schema }
    /// The frozen model; nil if it cannot be read. A FreezeRay fixture has what the store's model cache says.
    package var model: SchemaModel? { read().model }
    /// The checksum of the model; nil if it cannot be read.
    package var modelChecksum: String? { summary?.modelChecksum ?? model?.checksum }
    /// The models on platforms on which it differed, by condition.
    package var variants: [String: SchemaModel] { summary == nil ? read().variants : [:] }
    /// Whether the model has no more than a store says: FreezeRay froze it, or it was frozen from live types.
    package var isOfStore: Bool { summary == nil && read().isOfStore }

    /// The version, as it is compared with others.
    package var schemaVersion: SchemaVersion {
        SchemaVersion(
            schema: schema, name: version.description, group: group, origin: .frozen(folder: fixture.folder),
            content: model.map { ModelContent($0, isArchived: isOfStore) },
            variants: variants.map { .init(condition: $0.key, location: nil, content: ModelContent($0.value)) })
    }

    /// The summary by which the same files are known later; nil for a damaged fixture, and for one of several models or of a
    /// store's.
    package var ownSummary: Summary? {
        if let summary { return summary }
        guard damage.isEmpty, !isOfStore, variants.isEmpty, let group, let schema, let modelChecksum else { return nil }
        return Summary(group: group, schema: schema, modelChecksum: modelChecksum)
    }

    private func read() -> Content {
        if let known = content.withLock({ $0 }) { return known }
        // Two threads that ask at once both read it, and get equal contents.
        let read =
            switch format {
            case .permafrost: Content(files, comparesStore: summary == nil)
            case .freezeRay: Content(freezeRay: files)
            }
        content.withLock { $0 = read }
        return read
    }
}

/// What the document of a fixture says.
private struct Content {
    var damage: [FixtureDamage]
    var group: String?
    var schema: String?
    var model: SchemaModel?
    var variants: [String: SchemaModel] = [:]
    var isOfStore = false

    init(_ files: FrozenVersion.Files, comparesStore: Bool) {
        let fixture = files.folder
        damage = files.damage
        guard let bytes = files.modelBytes else { return }
        do {
            let document = try ModelDocument(parsing: bytes)
            group = document.group
            schema = document.schema
            model = document.model
            variants = document.variants
            isOfStore = document.isOfStore
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

    init(freezeRay files: FrozenVersion.Files) {
        isOfStore = true
        damage = files.damage
        guard let freezeRay = FreezeRayFixture(files.folder) else { return }
        do {
            guard try FileKind(of: freezeRay.storePath) == .regular else { return }
            model = try StoreReader(path: freezeRay.storePath).model()
        } catch {
            damage.append(.unreadableStore(file: freezeRay.files.store, reason: "\(error)"))
        }
    }

    /// Compares the store with the model: Core Data goes by the version hashes.
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
