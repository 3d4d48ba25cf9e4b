import PermafrostModel
import PermafrostStore
import SwiftData

/// The changes from one schema version to a later one, and the kind of migration that each change requires. Use it in a
/// test, or while you write a stage, to see whether SwiftData can infer the migration.
///
/// ```swift
/// let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
/// for change in diff.changes where change.verdict >= .losesData {
///     print("\(change.what): \(change.advice)")
/// }
/// ```
///
/// The changes are computed from the models that SwiftData writes to stores of the live types.
///
/// > Note: A store doesn't record everything in the source, such as the cases of an enum with raw values. `permafrost
/// > diff` and `permafrost check` read the source, so they also compare these details.
///
/// To print a diff, use ``rendered(as:)``. To check all steps of a plan at once, use ``MigrationPlan/validate()``.
public struct SchemaDiff: Sendable, Hashable {
    /// A version in a diff.
    public struct Version: Sendable, Hashable {
        /// The name of the version's type.
        public let name: String
        /// The version's identifier, such as `1.0.0`.
        public let identifier: String

        /// The type's name and the version's identifier, such as `PostsSchemaV1 1.0.0`.
        public var title: String { "\(name) \(identifier)" }
    }

    /// The kind of migration that a change requires. The cases are in order of severity, mildest first.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
        /// No migration is required. The stores open unchanged.
        case nothing
        /// A lightweight stage is required. SwiftData infers its migration.
        case lightweight
        /// A lightweight stage is required, and it silently deletes data.
        ///
        /// > Warning: SwiftData reports no error. Carry the values over with operations if users need them.
        case losesData
        /// The property needs a default; without one, the migration fails.
        case needsDefault
        /// SwiftData can't infer a migration that keeps the data. The change requires a custom stage, or several
        /// versions.
        case needsCustomStage

        public static func < (left: Verdict, right: Verdict) -> Bool { left.inferred < right.inferred }

        private var inferred: MigrationVerdict {
            switch self {
            case .nothing: .nothing
            case .lightweight: .lightweight
            case .losesData: .losesData
            case .needsDefault: .needsDefault
            case .needsCustomStage: .needsCustomStage
            }
        }

        init(_ inferred: MigrationVerdict) {
            self = Self.allCases.first { $0.inferred == inferred } ?? .needsCustomStage
        }

        /// The verdict as a short phrase.
        var text: String { inferred.text }
    }

    /// One difference between the two versions, with its effect on the migration.
    public struct Change: Sendable, Hashable {
        /// The entity or property that changes, such as `Post` or `Post.slug`. Empty if the model itself changes.
        public let subject: String
        /// A description of the change, such as `Post.title changed from required to optional`.
        public let what: String
        /// The effect, followed by the fix if there is one.
        public let advice: String
        /// The kind of migration that the change requires.
        public let verdict: Verdict
    }

    /// The older version.
    public let from: Version
    /// The newer version.
    public let to: Version
    /// Every change: first the renames, then the other changes, sorted by entity, and last the changes that result from
    /// inheritance and from uniqueness constraints.
    public let changes: [Change]
    /// A question for each possible rename: an entity or property was removed, and a similar one was added.
    public let questions: [String]

    /// The most severe verdict of all changes; nil if there are no changes.
    public var verdict: Verdict? { changes.map(\.verdict).max() }

    /// Returns the changes from one version to a later one.
    ///
    /// The first call for a version creates an empty store in the temporary folder to read its model. This takes a few
    /// milliseconds. The app's stores aren't opened.
    ///
    /// - Parameters:
    ///   - old: the older version.
    ///   - new: the newer version.
    /// - Returns: the changes. ``verdict-swift.property`` is the most severe verdict of all changes.
    /// - Throws: SwiftData's error if it can't make a container from the types.
    public static func diff(
        from old: any VersionedSchema.Type, to new: any VersionedSchema.Type
    ) throws -> SchemaDiff {
        let before = try LiveVersion.of(old)
        let after = try LiveVersion.of(new)
        let inference = LightweightInference(from: before.comparableModel, to: after.comparableModel)
        return SchemaDiff(
            from: Version(before), to: Version(after),
            changes: inference.changes.map { judged in
                let wording = JudgementMessage(judged)
                return Change(
                    subject: judged.change.subject, what: wording.what, advice: wording.advice,
                    verdict: Verdict(judged.verdict))
            }, questions: inference.questions.map { RenameQuestionMessage($0).text })
    }
}

extension SchemaDiff.Version {
    init(_ identity: LiveVersion) {
        name = identity.name
        identifier = "\(identity.version)"
    }
}

extension LiveVersion {
    /// The model without the parts that don't affect a migration. It has no version identifiers, and a default that
    /// differs for each object, such as `UUID()`, is an expression instead of a value.
    fileprivate var comparableModel: SchemaModel {
        var model = model.markingDynamicDefaults(dynamicDefaults)
        model.versionIdentifiers = []
        return model
    }
}
