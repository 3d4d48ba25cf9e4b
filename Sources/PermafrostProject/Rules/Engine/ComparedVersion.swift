import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A declared version that is compared with its fixture or with its declaration at a commit, or that isn't frozen.
struct ComparedVersion: Sendable {
    let group: VersionGroup
    let schema: DeclaredVersion
    /// The version's name. If the version is frozen, this is its name in the fixture.
    let version: String
    /// The name of the commit that the version is compared with, or nil if it isn't compared with a commit.
    let reference: String?
    /// The command that freezes the version. It includes the necessary options if several versions share the name
    /// or a Core Data model declares the version.
    let command: FreezeCommandLine
    /// The command that freezes models without a `VersionedSchema` again, or nil for other versions.
    let unversioned: UnversionedFreeze?
    /// Whether freezing the declaration may replace the fixture. False if the version shipped or may have shipped, or if
    /// the schema isn't the only one in its group that declares the version.
    private(set) var isReplaceable: Bool
    /// Whether the version shipped, and nothing else prevents the declaration from replacing its fixture.
    private(set) var isReleased: Bool
    var drift = SchemaDrift()
    /// The newest release tag that declares the version differently, with the kind of the difference, if the version isn't
    /// frozen. Nil if a release declares it as it is now, if none declares it, or if that isn't known.
    var otherRelease: (tag: String, drift: ModelChange.Kind)?
    /// Whether the version is now declared under a different name.
    var isRenamed = false

    /// The command that replaces the fixture with the current declaration. Nil if the declaration can't replace the
    /// fixture. If the version shipped, the command records the replacement, or is nil for models
    /// without a `VersionedSchema`.
    var refreezing: String? {
        guard isReplaceable || isReleased else { return nil }
        if let unversioned { return isReleased ? nil : unversioned.command(as: version, isForced: true) }
        return command.text(version, isForced: isReplaceable, isShipped: isReleased)
    }

    /// Takes the release of the version into account, as far as the sources at release tags show it.
    mutating func apply(_ release: HeldFixtures.DeclaredRelease) {
        guard isReplaceable else { return }
        switch release {
        case .released: (isReplaceable, isReleased) = (false, true)
        case .incomplete: isReplaceable = false
        case .unreleased, .undetermined: break
        }
    }

    /// The migration from the version's stores to the models of the app's container. Nil if it isn't known, because
    /// the container has the models of a later version.
    var verdict: MigrationVerdict? {
        unversioned != nil || group.newestSchema == schema.name ? drift.verdict : nil
    }

    /// Returns whether a change since a commit is one that an app without versions makes in its models, none of which are
    /// frozen: the framework infers the migration, and every value that is kept still decodes.
    func isOrdinaryEdit(_ change: ModelChange) -> Bool {
        guard unversioned != nil, reference != nil, verdict ?? .nothing < .needsDefault else { return false }
        return change.kind == .identity || [.defaultValue, .deleteRule, .renamingIdentifier].contains(change.aspect)
    }

    /// Returns whether a version hash changed since the version was frozen, or since the commit ``reference``.
    ///
    /// - Parameter platform: the `#if` condition of a variant, or nil for the version's main model.
    func changesHash(on platform: String?) -> Bool {
        drift.changes.contains { $0.platform == platform && $0.change.kind == .identity }
    }

    /// The type and name, such as `PostsSchemaV1 1.0.0`.
    var title: String { VersionTitle(schema: schema.name, name: version).description }

    /// The predicate for sentences about the version: `is frozen`, or `is declared at` with the name of the commit
    /// that the version is compared with.
    var standing: String { Self.standing(reference) }

    /// Whether the version's name can be a folder name.
    var isSafeName: Bool { (try? VersionName(version)) != nil }

    static func standing(_ reference: String?) -> String {
        reference.map { "is declared at \($0)" } ?? "is frozen"
    }
}
