import PermafrostModel
import PermafrostSource
import PermafrostStore

/// One fixture of the tree, read as far as a check needs it.
///
/// A fixture whose bytes are known, or equal what the declaration would freeze today, is recognised by checksums alone; only
/// the others are decoded.
struct FrozenState: PairedFixture {
    let inspection: FixtureInspection
    /// The group, schema and model checksum, known without decoding; nil for a fixture that had to be read.
    let entry: KnownFixtures.Entry?
    /// What was read; nil if ``entry`` says enough.
    let frozen: FrozenVersion?

    init(_ fixture: Fixture, groups: [VersionGroup], known: KnownFixtures) {
        inspection = FixtureInspection(fixture)
        entry = known.entry(for: inspection) ?? Self.recognised(inspection, groups: groups)
        frozen = entry == nil ? inspection.read() : nil
    }

    var fixture: Fixture { inspection.fixture }
    var group: String? { entry?.group ?? frozen?.group }
    var schema: String? { entry?.schema ?? frozen?.schema }
    var read: FrozenVersion { frozen ?? inspection.read(isKnownSound: entry != nil) }
    var damage: [FixtureDamage] { frozen?.damage ?? inspection.damage }

    /// Whether the declared version is just what the fixture froze.
    func matches(_ declared: DeclaredSchema) -> Bool {
        guard let entry, let model = declared.model, declared.variants.isEmpty else { return false }
        return entry.modelChecksum == model.checksum
    }

    /// The declared version that would freeze to just these bytes, if there is one.
    private static func recognised(_ inspection: FixtureInspection, groups: [VersionGroup]) -> KnownFixtures.Entry? {
        guard inspection.damage.isEmpty, let bytes = inspection.modelBytes, let ddl = inspection.ddlChecksum else {
            return nil
        }
        let version = inspection.fixture.version.description
        for group in groups {
            guard let schema = group.schema(version: version), let model = schema.model, schema.variants.isEmpty else {
                continue
            }
            let header = ModelDocument.Header(
                group: group.name, version: version, schema: schema.name, variants: [:],
                assumptions: schema.assumptionTexts, ddlChecksum: ddl)
            guard header.bytes(with: model.encoded) == bytes, isStore(inspection.fixture, of: model, ddlChecksum: ddl)
            else { continue }
            return KnownFixtures.Entry(group: group.name, schema: schema.name, modelChecksum: model.checksum)
        }
        return nil
    }

    /// Whether the store is a sound one of the model. If it is not, or cannot be read, the fixture is read whole, which says
    /// what is wrong.
    private static func isStore(_ fixture: Fixture, of model: ModelContent, ddlChecksum: String) -> Bool {
        do {
            let store = try StoreReader(path: fixture.path(of: fixture.files.store))
            return try store.metadata().versionChecksum == model.versionChecksum && store.ddlChecksum() == ddlChecksum
                && StoreIntegrity(store, model: model.decoded()).problems.isEmpty
        } catch {
            return false
        }
    }
}

extension DeclaredSchema {
    /// The conditions under which it declares another model, with their places: `os(iOS) (Sources/App/Models.swift:3:1)`.
    package var variantTexts: [String] { variants.map { "\($0.condition) (\($0.location ?? location))" } }

    /// The assumed parts as a fixture lists them: `Post.link: URL`.
    package var assumptionTexts: [String] {
        assumptions.map { assumption in
            let subject = [assumption.entity, assumption.property].compactMap { $0 }.joined(separator: ".")
            return "\(subject): \(assumption.shape)"
        }.sortedByCodeUnit()
    }
}
