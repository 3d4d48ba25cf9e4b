import PermafrostModel
import PermafrostStore
import SwiftData

/// What changes from one version to a later one, and what each change asks of the migration. It is computed from the live types,
/// as stores of the versions carry them.
///
/// ```swift
/// let diff = try SchemaDiff.diff(from: SchemaV1.self, to: SchemaV2.self)
/// #expect(diff.verdict != .losesData)
/// print(MigrationReport.render(diff, as: .markdown))
/// ```
///
/// - Note: What source alone says, such as the cases of an enum with raw values, is in no store: `permafrost diff` and
///   `permafrost check` compare it.
public struct SchemaDiff: Sendable, Hashable {
    /// A version that is compared.
    public struct Version: Sendable, Hashable {
        /// The type's name.
        public let name: String
        /// Its version identifier: `1.0.0`.
        public let identifier: String

        /// `PostsSchemaV1 1.0.0`
        public var title: String { "\(name) \(identifier)" }
    }

    /// What a change asks of the migration from one version to the other, mildest first.
    public enum Verdict: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing: the stores open as they are.
        case nothing
        /// A lightweight stage: the framework infers it.
        case lightweight
        /// A lightweight stage, which drops data without an error.
        case losesData
        /// A default on the property; without one the migration fails.
        case needsDefault
        /// A custom stage, or several versions: the framework infers nothing that keeps the data.
        case needsCustomStage

        public static func < (left: Verdict, right: Verdict) -> Bool { left.inferred < right.inferred }

        /// The same as the inference has it.
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

        /// The verdict in a few words.
        var words: String { inferred.words }
    }

    /// One difference.
    public struct Change: Sendable, Hashable {
        /// What changed: `Post`, `Post.slug`; empty for the model as a whole.
        public let subject: String
        /// What changed about it, in a clause.
        public let what: String
        /// What becomes of rows that exist, and what to do, in a clause.
        public let advice: String
        /// What the change asks of the migration.
        public let verdict: Verdict
    }

    /// The older version.
    public let from: Version
    /// The newer version.
    public let to: Version
    /// Every difference: renames first, then by entity and property.
    public let changes: [Change]
    /// What is gone and what is new and like it: perhaps renames, each as a question.
    public let questions: [String]

    /// The gravest verdict; nil if the versions' stores are equal.
    public var verdict: Verdict? { changes.map(\.verdict).max() }

    /// The differences between two versions.
    ///
    /// - Throws: SwiftData's error if no container can be made of the types.
    public static func diff(
        from old: any VersionedSchema.Type, to new: any VersionedSchema.Type
    ) throws -> SchemaDiff {
        let before = try LiveVersion.of(old)
        let after = try LiveVersion.of(new)
        let inference = LightweightInference(from: before.comparableModel, to: after.comparableModel)
        return SchemaDiff(
            from: Version(before), to: Version(after),
            changes: inference.changes.map { judged in
                let wording = JudgementWording(judged)
                return Change(
                    subject: judged.change.subject, what: wording.what, advice: wording.advice,
                    verdict: Verdict(judged.verdict))
            }, questions: inference.questions.map { JudgementWording.RenameQuestionWording($0).text })
    }
}

extension SchemaDiff.Version {
    init(_ identity: LiveVersion) {
        name = identity.name
        identifier = "\(identity.version)"
    }
}

extension LiveVersion {
    /// The model without what tells no difference to a migration: the version's number, and the value that a default which
    /// is made anew each time happened to have.
    fileprivate var comparableModel: SchemaModel {
        var model = model.markingDynamicDefaults(dynamicDefaults)
        model.versionIdentifiers = []
        return model
    }
}
