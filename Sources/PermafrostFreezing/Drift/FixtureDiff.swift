import Permafrost
import PermafrostFixtures
import PermafrostModel
import SwiftData

/// The differences between a declared version and its fixture.
///
/// Call `checkDrift()` in a test to find out whether someone edited a version that has
/// shipped.
///
/// ```swift
/// let report = try PostsSchemaV2.checkDrift()
/// if !report.passed { print(report) }
/// ```
///
/// A printed report lists every difference, and describes the affected users and the fix for the most serious one. The
/// fix is usually to revert the version and make the change in a new one. To compare a store instead of a fixture, see
/// `detectDrift(declared:at:)` of Permafrost.
public struct FixtureDiff: Sendable, Hashable {
    /// The name of the type that declares the version.
    public let schema: String
    /// The frozen version's name.
    public let version: String
    /// The path of the fixture's folder.
    public let folder: String
    /// Every difference with its kind: identity, silent or physical. If the fixture contains a model for each platform,
    /// these are the differences from the most similar one.
    public let changes: [DriftChange]

    /// Whether the version equals its fixture.
    public var passed: Bool { changes.isEmpty }

    /// The most serious kind of difference; nil if there is no difference.
    public var strongest: DriftChange.Kind? { changes.map(\.kind).max() }
}

extension FixtureDiff: CustomStringConvertible {
    /// A list of every difference with its kind, followed by the affected users and the fix for the most serious one.
    /// If nothing differs, a sentence such as `PostsSchemaV2 matches the frozen 2.0.0`.
    public var description: String {
        guard let strongest else { return "\(schema) matches the frozen \(version)" }
        let wording = DriftMessage(strongest.modelKind, version: version, staging: .unknown)
        let lines = changes.map { "  [\($0.kind.rawValue)] \($0.what)" }
        let count = changes.count == 1 ? "1 difference" : "\(changes.count) differences"
        return """
            \(schema) has drifted from the frozen \(version): \(count)
            \(lines.joined(separator: "\n"))
            affects: \(wording.affected)
            fix: \(wording.fix(schema: schema))
            """
    }
}

extension FixtureDiff {
    /// Compares a version's live types with the fixture that was frozen under the given name.
    ///
    /// - Throws: ``FixtureError`` if the fixture is missing, ambiguous or damaged, or if the version's name is unsafe;
    ///   SwiftData's error if it can't make a container from the types.
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
        // A version can be frozen with a variant for each platform. The live types must match one of them.
        let models = [model] + frozen.variants.sorted { $0.key < $1.key }.map(\.value)
        // An archive doesn't record raw values or the contents of encoded values.
        let hasShapes = frozen.format == .permafrost && !frozen.isStoreDerived
        let differences = models.map { model in
            let comparison = DriftComparison(frozen: model, isArchived: frozen.format == .freezeRay, live: live)
            let changes = comparison.changes
            return hasShapes ? changes + LiveShapes.changes(of: schema, since: model, besides: changes) : changes
        }
        self.init(
            schema: name, version: version, folder: folder,
            changes: (differences.min { $0.count < $1.count } ?? []).map { DriftChange($0) })
    }
}
