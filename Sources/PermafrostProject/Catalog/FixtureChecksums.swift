import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project's fixtures, found by the checksums of the models that they froze.
struct FixtureChecksums {
    /// A fixture, whether it was frozen again since, and the checksums of its model and of its variants by framework; none if it
    /// cannot be read.
    private typealias Entry = (frozen: FrozenVersion, isSuperseded: Bool, versionChecksums: [String])

    private let entries: [Entry]

    /// Collects them. Throws a `ModelDocumentError` if a declared model cannot be read.
    init(_ matcher: VersionMatcher) throws {
        entries = try matcher.pairs.compactMap { pair in
            guard let frozen = pair.frozen else { return nil }
            let model = try pair.frozenVersion?.content?.decoded()
            return (frozen, pair.isSuperseded, model?.versionChecksums ?? [])
        }
    }

    private static func isFrozen(_ frozen: FrozenVersion, of schema: String, in group: String) -> Bool {
        frozen.group == nil || frozen.group == group || frozen.schema == schema
    }

    /// The version under which the tree has a shape of models that have none of their own; the oldest, if several have it.
    func version(of versionChecksums: [String], of schema: String, in group: String) -> String? {
        same(versionChecksums, of: schema, in: group).map(\.frozen.fixture.version).min()?.description
    }

    /// The versions of fixtures that have another shape than these, oldest first; without those that cannot be read.
    func versions(besides versionChecksums: Set<String>, of schema: String, in group: String) -> [String] {
        entries.filter { entry in
            Self.isFrozen(entry.frozen, of: schema, in: group) && !entry.versionChecksums.isEmpty
                && versionChecksums.isDisjoint(with: entry.versionChecksums)
        }.map(\.frozen.fixture.version).sorted().map(\.description)
    }

    private func same(_ versionChecksums: [String], of schema: String, in group: String) -> [Entry] {
        entries.filter { entry in
            Self.isFrozen(entry.frozen, of: schema, in: group)
                && versionChecksums.contains(where: entry.versionChecksums.contains)
        }
    }

    /// How the tree has a shape of a version, which has a checksum for each of the frameworks that read it differently.
    func standing(
        _ versionChecksums: [String], of schema: String, _ version: String, in group: String
    ) -> FreezeState {
        let same = same(versionChecksums, of: schema, in: group)
        if let entry = same.first(where: \.isSuperseded) { return .superseded(folder: entry.frozen.fixture.folder) }
        if let entry = same.first(where: { $0.frozen.fixture.version.description == version }) ?? same.first {
            return .frozen(folder: entry.frozen.fixture.folder)
        }
        let taken = entries.first {
            Self.isFrozen($0.frozen, of: schema, in: group) && $0.frozen.fixture.version.description == version
        }
        return taken.map { .versionTaken(folder: $0.frozen.fixture.folder) } ?? .notFrozen
    }
}

/// How the fixture tree has a shape that shipped.
package enum FreezeState: Sendable, Hashable {
    /// No fixture has it.
    case notFrozen
    /// No fixture has it, and one of another shape has its version's name, which a freeze would not replace.
    case versionTaken(folder: String)
    /// A fixture has it.
    case frozen(folder: String)
    /// A fixture of models without a `VersionedSchema` has it, which have been frozen again since.
    case superseded(folder: String)
}
