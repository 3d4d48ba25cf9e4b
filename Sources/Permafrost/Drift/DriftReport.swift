import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import SwiftData

/// What differs between a declared version and its frozen form.
public struct DriftReport: Sendable, Hashable {
    /// The type that declares the version.
    public let schema: String
    /// The frozen version's name.
    public let version: String
    /// The fixture's folder.
    public let folder: String
    /// Every difference, each with its kind: identity, silent or physical.
    public let changes: [DriftChange]
    /// What the mapping got wrong of an earlier Permafrost that froze the version, if nothing else differs. Known on Linux
    /// alone: on Apple's platforms the framework makes the models of live types, and nothing says what Permafrost made of them.
    package var formerMapping: FormerMapping?

    /// Whether there is any difference.
    public var hasDrifted: Bool { !changes.isEmpty }

    /// The strongest kind among the differences; nil if there are none.
    public var strongest: DriftChange.Kind? { changes.map(\.kind).max() }
}

extension DriftReport: CustomStringConvertible {
    /// Every difference with its kind, who is hit, and what to do.
    public var description: String {
        guard let strongest else { return "\(schema) is \(version) as it was frozen" }
        if let formerMapping {
            let wording = FormerMappingWording(formerMapping)
            return """
                \(schema) has not changed since \(version) was frozen; but \(version) \(wording.frozen)
                \(wording.affected)
                \(wording.fix(isEdited: false, one: FreezeCommandLine().text(version, isForced: true), all: FreezeCommandLine().remapping))
                """
        }
        let wording = DriftWording(strongest.modelKind, version: version, hasPlan: true)
        let lines = changes.map { "  [\($0.kind.rawValue)] \($0.what)" }
        let count = changes.count == 1 ? "1 difference" : "\(changes.count) differences"
        return """
            \(schema) has drifted from the frozen \(version): \(count)
            \(lines.joined(separator: "\n"))
            \(wording.affected)
            \(wording.fix(schema: schema))
            """
    }
}

extension DriftReport {
    /// Compares the live types of a version with what was frozen under a name.
    ///
    /// - Throws: ``FixtureError`` if there is no intact fixture, SwiftData's error if no container can be made of the
    ///   types.
    package init(
        of schema: any VersionedSchema.Type, frozenAs version: String, group: String?, search: FixtureSearch
    ) throws {
        let name = String(describing: schema)
        let frozen = try search.fixture(version, group: group, schema: name)
        let folder = frozen.fixture.path
        guard frozen.damage.isEmpty, let model = frozen.model else {
            throw FixtureError.damaged(frozen)
        }
        let live = try LiveVersion.of(schema)
        // A version may have been declared differently for some platform; this is one of them.
        let models = [model] + frozen.variants.sorted { $0.key < $1.key }.map(\.value)
        // Shapes of values are in no archive, and those of an earlier mapping may be wrong.
        let hasShapes = frozen.format == .permafrost && !frozen.isOfStore && !frozen.isOfFormerMapping
        let differences = models.map { model in
            let changes = DriftComparison(frozen: model, format: frozen.format, live: live).changes
            return hasShapes ? changes + LiveShapes.changes(of: schema, since: model, besides: changes) : changes
        }
        self.init(
            schema: name, version: version, folder: folder,
            changes: (differences.min { $0.count < $1.count } ?? []).map { DriftChange($0) })
        #if os(Linux)
            if hasDrifted, frozen.isOfFormerMapping {
                let former = Schema.formerModel(of: schema).archived
                let isFormer = models.contains {
                    DriftComparison(frozen: $0, format: frozen.format, live: live, as: former).changes.isEmpty
                }
                formerMapping = isFormer ? FormerMapping(changes.map(\.change)) : nil
            }
        #endif
    }
}
