import PermafrostFiles
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

    /// Reads the fixture tree. Throws a `FileError` where it cannot be listed.
    init(_ project: Project) throws {
        guard project.tree.exists else {
            entries = []
            return
        }
        let superseded = try Self.superseded(project)
        entries = try project.tree.contents().fixtures.map { fixture in
            let frozen = FixtureInspection(fixture).read()
            return Entry(
                fixture: fixture, group: frozen.group, schema: frozen.schema,
                versionChecksums: frozen.model?.versionChecksums ?? [], isOfFormerMapping: frozen.isOfFormerMapping,
                isSuperseded: superseded.contains(fixture.folder))
        }
    }

    /// How the tree has a shape of a version, which has a checksum for each of the frameworks that read it differently.
    ///
    /// - Parameter former: the checksum of what the first releases made of it, if that was something else.
    func standing(
        _ versionChecksums: [String], former: String?, of schema: String, _ version: String, in group: String
    ) -> FrozenStanding {
        let own = entries.filter { $0.isOf(schema, in: group) }
        let same = own.filter { entry in
            versionChecksums.contains(where: entry.versionChecksums.contains)
                || entry.isOfFormerMapping && former.map(entry.versionChecksums.contains) == true
        }
        if let entry = same.first(where: \.isSuperseded) { return .superseded(folder: entry.fixture.folder) }
        if let entry = same.first(where: { $0.fixture.version.description == version }) ?? same.first {
            return .frozen(folder: entry.fixture.folder)
        }
        let taken = own.first { $0.fixture.version.description == version }
        return taken.map { .versionTaken(folder: $0.fixture.folder) } ?? .notFrozen
    }

    /// The folders of what a check calls superseded.
    private static func superseded(_ project: Project) throws -> Set<String> {
        guard project.groups.contains(where: { $0.schemas.contains(where: \.isUnversioned) }) else { return [] }
        let versions = try ProjectCheck(project, needsFixtures: false).versions
        return Set(versions.filter { $0.status == .superseded }.compactMap(\.fixture))
    }
}
