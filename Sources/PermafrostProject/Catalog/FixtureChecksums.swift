import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The fixtures of a project, looked up by their models' checksums.
struct FixtureChecksums {
    /// A fixture, with its match among the declared versions, and with the checksums of its model and of its variants
    /// for other frameworks. The checksums are empty if the fixture can't be read.
    private typealias Entry = (frozen: FrozenVersion, match: VersionPair.Match, versionChecksums: [String])

    private let entries: [Entry]

    /// Collects the fixtures. Throws a `ModelDocumentError` if a model can't be decoded.
    init(_ matcher: VersionMatcher) throws {
        entries = try matcher.pairs.compactMap { pair in
            guard let frozen = pair.frozen else { return nil }
            let model = try pair.frozenVersion?.content?.decoded()
            return (frozen, pair.match, model?.versionChecksums ?? [])
        }
    }

    private static func isFrozen(_ frozen: FrozenVersion, of schema: String, in group: String) -> Bool {
        frozen.group == nil || frozen.group == group || frozen.schema == schema
    }

    /// Returns the lowest version that has a fixture with any of the given checksums, or nil if no fixture has them.
    /// Used for models that don't declare a version.
    func version(of versionChecksums: [String], of schema: String, in group: String) -> String? {
        same(versionChecksums, of: schema, in: group).map(\.frozen.fixture.version).min()?.description
    }

    /// Returns the versions of readable fixtures that have none of the given checksums, from lowest to highest.
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

    /// Returns the state of a version's shape in the fixture tree. The shape has several checksums if frameworks
    /// interpret its declaration differently.
    func standing(
        _ versionChecksums: [String], of schema: String, _ version: String, in group: String
    ) -> FreezeState {
        let same = same(versionChecksums, of: schema, in: group)
        for entry in same {
            switch entry.match {
            case .superseded: return .superseded(folder: entry.frozen.fixture.folder)
            case .retired: return .retired(folder: entry.frozen.fixture.folder)
            default: continue
            }
        }
        if let entry = same.first(where: { $0.frozen.fixture.version.description == version }) ?? same.first {
            return .frozen(folder: entry.frozen.fixture.folder)
        }
        let taken = entries.first {
            Self.isFrozen($0.frozen, of: schema, in: group) && $0.frozen.fixture.version.description == version
        }
        return taken.map { .versionTaken(folder: $0.frozen.fixture.folder) } ?? .notFrozen
    }
}

/// The state of a shipped shape in the fixture tree.
package enum FreezeState: Sendable, Hashable {
    /// No fixture has the shape.
    case notFrozen
    /// No fixture has the shape, but a fixture with another shape has the version's name. Freezing wouldn't replace
    /// that fixture.
    case versionTaken(folder: String)
    /// A fixture has the shape.
    case frozen(folder: String)
    /// A fixture of models without a `VersionedSchema` has the shape, but the models have been frozen again since.
    case superseded(folder: String)
    /// A fixture of a version that the plan declares as retired has the shape.
    case retired(folder: String)
}
