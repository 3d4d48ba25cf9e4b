import PermafrostModel
import PermafrostStore

/// The texts about the affected users and the fix, in a message about a kind of drift in a frozen version.
package struct DriftMessage {
    /// The affected users, such as `users with a 1.0.0 store on iOS`, followed by the effect on them.
    package let affected: String

    private let kind: ModelChange.Kind
    private let version: String
    private let alsoChangesHash: Bool

    /// Creates a message about a kind of drift in a frozen version.
    ///
    /// - Parameters:
    ///   - staging: the staging of the migration plan that lists the version.
    ///   - verdict: the migration that an identity drift requires, or nil if it isn't known.
    ///   - platforms: the names of the affected platforms; empty for all.
    ///   - alsoChangesHash: whether another change to the version affects its version hash.
    package init(
        _ kind: ModelChange.Kind, version: String, staging: Staging, verdict: MigrationVerdict? = nil,
        platforms: [String] = [], alsoChangesHash: Bool = false
    ) {
        let users =
            "users with a \(version) store" + (platforms.isEmpty ? "" : " on \(platforms.joined(separator: ", "))")
        self.kind = kind
        self.version = version
        self.alsoChangesHash = alsoChangesHash
        switch kind {
        case .identity:
            let effect =
                staging.effectOnUnknownStore(
                    "The store no longer matches a version in the plan",
                    isInferable: verdict != .needsDefault && verdict != .needsCustomStage)
                ?? "The store's version hashes no longer match the models, " + Self.inference(verdict)
            affected = "\(users). \(effect)"
        case .silent:
            affected =
                "\(users). \(alsoChangesHash ? "The" : "The store still opens, but the") models behave differently from when "
                + "\(version) shipped"
        case .physical:
            affected =
                alsoChangesHash
                ? "\(users). The store's tables or indexes differ from a new store's"
                : "\(users). The store still opens, but its tables or indexes differ from a new store's. No data is "
                    + "lost"
        }
    }

    /// Returns what Core Data does with a store without a plan.
    private static func inference(_ verdict: MigrationVerdict?) -> String {
        switch verdict {
        case .nothing, .lightweight: "so Core Data infers a migration"
        case .losesData: "so Core Data infers a migration, and what was removed is lost"
        case .needsDefault:
            "and a store with rows can't be migrated (\(CoreDataFailure.migrationFailed.code)), because a required property "
                + "has no default"
        case .needsCustomStage: "and Core Data can't infer this migration for every store"
        case nil: "so Core Data infers a migration or rejects the store"
        }
    }

    /// Returns the fix for the drift, without a final period.
    ///
    /// - Parameters:
    ///   - reference: the commit that the declaration is compared with, or nil if it is compared with a fixture.
    ///   - unversioned: the freeze of models without a `VersionedSchema`, for which no new version can be declared. Nil
    ///     if the version has a `VersionedSchema` or a Core Data model.
    ///   - command: the command that freezes the version, or nil if the command would replace the fixture of a
    ///     different declaration.
    ///   - isNewest: whether the version is the newest in its group and is declared in Swift. If so, the edit can
    ///     become the next version.
    ///   - attribute: an attribute whose hash modifier would make the edit a new version, such as `Song.plays`. If nil,
    ///     the fix doesn't offer `--hash-modifier`.
    ///   - keeping: the command that freezes the version again with the edit, even if the version shipped. If nil, the
    ///     fix offers `command` with `--force`.
    ///   - isModelFile: whether a Core Data model declares the version.
    package func fix(
        schema: String, reference: String? = nil, unversioned: UnversionedFreeze? = nil,
        command: FreezeCommandLine? = FreezeCommandLine(), isNewest: Bool = false, attribute: String? = nil,
        keeping: String? = nil, isModelFile: Bool = false
    ) -> String {
        if let unversioned { return Self.fix(kind, version, reference, unversioned, isReplaceable: command != nil) }
        if let reference {
            return "Revert \(schema) to \(reference) and make the change in a new version"
                + (kind == .silent && !alsoChangesHash ? ". \(Self.withAnother)" : "")
        }
        let again = command?.text(version, isForced: true)
        let unshipped = again.map { ". If \(version) never shipped, run \($0)" } ?? ""
        // A new version is refused until a release has the newest version.
        let run = again == nil ? "Run" : "If \(version) has shipped, run"
        let modified = isNewest ? attribute.map { Self.newVersion(modifying: $0, reverting: schema) } : nil
        // A change that affects the hash makes a new version possible, and one change can't be kept without the other.
        let handled: ModelChange.Kind = kind == .silent && alsoChangesHash ? .identity : kind
        let kept = alsoChangesHash ? nil : keeping ?? again
        let migrated = modified.map { "To bring the change to existing stores, run \($0), so that a migration runs" }
        return switch handled {
        case .identity where isNewest:
            "\(run) \(ToolCommand.line("new-version")). It reverts \(schema) and makes the change in a new version\(unshipped)"
        case .identity: "Revert \(schema) and make the change in a new version\(unshipped)"
        case .silent:
            (modified.map { "\(run) \($0). \(Self.whyModified)" }
                ?? "Revert \(schema) and make the change in a new version. \(Self.withAnother)") + unshipped
        case .physical:
            (migrated
                ?? "Revert \(schema). To bring the change to existing stores, make the change in a new version that "
                + "also sets "
                + (isModelFile
                    ? "a hash modifier on an attribute of the entity"
                    : "@Attribute(hashModifier:) on an attribute of the model")
                + ", so that a migration runs")
                + (kept.map { ". If existing stores don't need the change, keep it in \(version): \($0)" } ?? "")
        }
    }

    /// Returns the command that moves a change to a new version with a hash modifier, and a sentence about its effect.
    private static func newVersion(modifying attribute: String, reverting schema: String) -> String {
        "\(ToolCommand.line("new-version")) --hash-modifier \(attribute). It reverts \(schema) and makes the change in a new "
            + "version with a hashModifier"
    }

    /// The reason why a silent change needs a hash modifier. It doesn't mention existing stores, because a silent
    /// change affects them even without a migration.
    private static let whyModified =
        "The hashModifier is necessary because the change doesn't affect the version hash, and SwiftData rejects two "
        + "versions with equal hashes"

    /// The fix for a change that doesn't affect the version hash. If a version contains only such a change, it has the
    /// same hashes as the preceding version, so SwiftData rejects a plan that lists both versions.
    package static let withAnother =
        "In that version, also make a change that affects the version hash, such as a hashModifier on an attribute. "
        + "Otherwise the two versions have equal hashes, and SwiftData rejects them"

    private static func fix(
        _ kind: ModelChange.Kind, _ version: String, _ reference: String?,
        _ unversioned: UnversionedFreeze, isReplaceable: Bool
    ) -> String {
        if let reference {
            let current =
                unversioned.number == version ? unversioned.command(as: unversioned.following) : unversioned.command
            return
                "Revert the models to \(reference), or freeze both the models at \(reference) and the current models, "
                + "each under its own number: \(unversioned.command(as: version)) --at \(reference.asShellWord); "
                + "then \(current)"
        }
        return switch kind {
        case .identity, .silent:
            "Revert the models, or freeze the current models as a new version that supersedes \(version): "
                + unversioned.command
                + (isReplaceable
                    ? ". If \(version) never shipped, run \(unversioned.command(as: version, isForced: true))" : "")
        case .physical:
            "Revert the models"
                + (isReplaceable
                    ? ". If the change is intended: \(unversioned.command(as: version, isForced: true))" : "")
        }
    }
}
