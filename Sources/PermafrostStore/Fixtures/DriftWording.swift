import PermafrostModel

/// The message for a drifted version: who is affected, and the fix.
package struct DriftWording {
    /// The affected users and what happens to them.
    package let affected: String

    private let kind: ModelChange.Kind
    private let version: String

    /// Describes a kind of drift in a frozen version.
    package init(_ kind: ModelChange.Kind, version: String, hasPlan: Bool) {
        self.kind = kind
        self.version = version
        switch (kind, hasPlan) {
        case (.identity, true):
            affected =
                "Every user whose store is at \(version): it matches no version of the plan, and the app stops at launch "
                + "with \(CoreDataFailure.unknownModelVersion.quotation)"
        case (.identity, false):
            affected =
                "Every user whose store is at \(version): its version hash is unknown, and the store is migrated without "
                + "a plan, or not at all"
        case (.silent, _):
            affected = "Users at \(version): their stores still open, and behave otherwise than when \(version) shipped"
        case (.physical, _):
            affected =
                "Nobody's data: stores at \(version) still open; their tables or indexes differ from those of a new one"
        }
    }

    /// Returns the fix.
    ///
    /// - Parameters:
    ///   - reference: the commit with which the declaration is compared; nil for a fixture.
    ///   - unversioned: the way to freeze the models again if they have no `VersionedSchema` to create a new version
    ///     of.
    ///   - command: the command that freezes the version; nil if that would replace the fixture of another declaration.
    ///   - isNewest: whether it is the last version, in Swift, so that the edit can become the next one.
    package func fix(
        schema: String, reference: String? = nil, unversioned: FreezeCommandLine.UnversionedFreeze? = nil,
        command: FreezeCommandLine? = FreezeCommandLine(), isNewest: Bool = false
    ) -> String {
        if let unversioned { return Self.fix(kind, version, reference, unversioned) }
        if let reference {
            return "Put \(schema) back as it was at \(reference) and make the change in a new version"
        }
        let again = command?.text(version, isForced: true)
        return switch kind {
        case .identity where isNewest:
            "\(ToolCommand.line("new-version")) puts \(schema) back as it was and makes the change a new version"
                + (again.map { "; if \(version) never shipped: \($0)" } ?? "")
        case .identity:
            "Put \(schema) back as it was and make the change in a new version"
                + (again.map { "; if \(version) never shipped: \($0)" } ?? "")
        case .silent:
            "Put \(schema) back as it was and make the change in a new version, \(Self.withAnother)"
                + (again.map { "; if \(version) never shipped: \($0)" } ?? "")
        case .physical:
            "Put \(schema) back as it was"
                + (again.map { "; if the change is meant, leave it in \(version), \(Self.unheld): \($0)" } ?? "")
        }
    }

    /// If a version has only such a change, it has the hashes of the preceding version, which no plan accepts.
    package static let withAnother =
        "together with one that version hashes show: this one is in none, and two versions of equal hashes are refused"

    /// Tables and indexes don't affect the version hash: a version with only such a change would be a duplicate.
    private static let unheld = "as no version hash has it and so no new version can hold it"

    private static func fix(
        _ kind: ModelChange.Kind, _ version: String, _ reference: String?,
        _ unversioned: FreezeCommandLine.UnversionedFreeze
    ) -> String {
        if let reference {
            return
                "Revert the models to \(reference), or freeze what \(reference) declares and what they are now, each under a "
                + "number of its own: \(unversioned.command(as: version)) --at \(reference.asShellWord); then \(unversioned.command)"
        }
        return switch kind {
        case .identity, .silent:
            "Put the models back as they were, or freeze them as they are now under a new number, which supersedes "
                + "\(version): \(unversioned.command); if \(version) never shipped: "
                + unversioned.command(as: version, isForced: true)
        case .physical:
            "Put the models back as they were; if the change is meant: "
                + unversioned.command(as: version, isForced: true)
        }
    }
}
