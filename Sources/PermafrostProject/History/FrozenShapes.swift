import PermafrostFixtures
import PermafrostModel

/// The shapes that a project's fixtures froze.
struct FrozenShapes {
    private struct Entry {
        let fixture: Fixture
        let group: String?
        let schema: String?
        /// The checksum of the fixture's model and those of its variants by framework; empty if it cannot be read.
        let versionChecksums: [String]
        /// Whether the first releases wrote the fixture.
        let isOfFormerMapping: Bool
        let isSuperseded: Bool

        func isOf(_ schema: String, in group: String) -> Bool {
            self.group == nil || self.group == group || self.schema == schema
        }
    }

    private let entries: [Entry]

    /// Reads the fixture tree. Throws a `FileError` if it cannot be listed.
    init(_ project: Project) throws {
        entries = try FixturePairing(project).pairs.map { frozen, owner in
            let isSuperseded = if case .superseded = owner { true } else { false }
            return Entry(
                fixture: frozen.fixture, group: frozen.group, schema: frozen.schema,
                versionChecksums: frozen.model?.versionChecksums ?? [], isOfFormerMapping: frozen.isOfFormerMapping,
                isSuperseded: isSuperseded)
        }
    }

    /// The version under which the tree has a shape of models that have none of their own; the oldest, if several have it.
    func version(of versionChecksums: [String], former: String?, of schema: String, in group: String) -> String? {
        same(versionChecksums, former: former, of: schema, in: group).map(\.fixture.version).min()?.description
    }

    private func same(
        _ versionChecksums: [String], former: String?, of schema: String, in group: String
    ) -> [Entry] {
        entries.filter { entry in
            entry.isOf(schema, in: group)
                && (versionChecksums.contains(where: entry.versionChecksums.contains)
                    || entry.isOfFormerMapping && former.map(entry.versionChecksums.contains) == true)
        }
    }

    /// How the tree has a shape of a version, which has a checksum for each of the frameworks that read it differently.
    ///
    /// - Parameter former: the checksum of what the first releases made of it, if that was something else.
    func standing(
        _ versionChecksums: [String], former: String?, of schema: String, _ version: String, in group: String
    ) -> FreezeState {
        let same = same(versionChecksums, former: former, of: schema, in: group)
        if let entry = same.first(where: \.isSuperseded) { return .superseded(folder: entry.fixture.folder) }
        if let entry = same.first(where: { $0.fixture.version.description == version }) ?? same.first {
            return .frozen(folder: entry.fixture.folder)
        }
        let taken = entries.first { $0.isOf(schema, in: group) && $0.fixture.version.description == version }
        return taken.map { .versionTaken(folder: $0.fixture.folder) } ?? .notFrozen
    }
}
