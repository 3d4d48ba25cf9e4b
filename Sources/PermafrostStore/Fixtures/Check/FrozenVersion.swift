import PermafrostModel

/// What a fixture froze: the model, whose version it is, and what is wrong with the files that say so.
package struct FrozenVersion: Sendable, Hashable {
    /// The fixture.
    package let fixture: Fixture
    /// Who wrote it.
    package let format: FixtureInspection.Format
    /// What is wrong with its files; empty for an intact fixture.
    package private(set) var damage: [FixtureDamage]
    /// The group that it belongs to; nil if a FreezeRay fixture does not say, or the JSON cannot be read.
    package private(set) var group: String?
    /// The type that declared it, where known.
    package private(set) var schema: String?
    /// The frozen model; nil if it cannot be read. A FreezeRay fixture has what the store's model cache says.
    package private(set) var model: SchemaModel?
    /// The models on platforms on which it differed, by condition.
    package private(set) var variants: [String: SchemaModel] = [:]
    /// Whether the model has no more than a store says: FreezeRay froze it, or it was frozen from live types.
    package private(set) var isOfStore = false

    /// The version's name.
    package var version: VersionName { fixture.version }

    /// The version, as it is compared with others.
    package var schemaVersion: SchemaVersion {
        SchemaVersion(
            schema: schema, name: version.description, origin: .frozen(folder: fixture.folder),
            content: model.map { ModelContent($0, isArchived: isOfStore) },
            variants: variants.map { .init(condition: $0.key, location: nil, content: ModelContent($0.value)) })
    }

    init(reading inspection: FixtureInspection, comparesStore: Bool) {
        fixture = inspection.fixture
        format = .permafrost
        damage = inspection.damage
        guard let bytes = inspection.modelBytes else { return }
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
            if let found = inspection.ddlChecksum, found != document.ddlChecksum {
                damage.append(
                    .ddlMismatch(file: fixture.files.ddl, recorded: document.ddlChecksum, found: found))
            }
            if comparesStore { compareStore(with: document) }
        } catch let error as ModelDocumentError {
            damage.append(.unreadableModel(file: fixture.files.model, error))
        } catch {
            damage.append(.unreadable(file: fixture.files.model, reason: "\(error)"))
        }
    }

    init(freezeRay fixture: Fixture, damage: [FixtureDamage]) {
        self.fixture = fixture
        format = .freezeRay
        isOfStore = true
        self.damage = damage
        guard let freezeRay = FreezeRayFixture(fixture) else { return }
        do {
            guard try FileKind(of: freezeRay.storePath) == .regular else { return }
            model = try StoreReader(path: freezeRay.storePath).model()
        } catch {
            self.damage.append(.unreadableStore(file: freezeRay.files.store, reason: "\(error)"))
        }
    }

    /// The store must be one of the model beside it: Core Data goes by its version hashes.
    private mutating func compareStore(with document: ModelDocument) {
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
