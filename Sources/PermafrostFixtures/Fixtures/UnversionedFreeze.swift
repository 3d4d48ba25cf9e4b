import PermafrostStore

/// A freeze of models without a `VersionedSchema`. Its command specifies a version number, and selects the models
/// if the sources also contain other models.
package struct UnversionedFreeze: Sendable, Hashable {
    /// The version number for the freeze, such as `1.1.0` if the newest frozen version is `1.0.0`, or the models'
    /// version identifier if no version is frozen.
    package let number: String
    /// The version number after ``number``, for models that change once more.
    package let following: String
    /// The name of the frozen version with the same version hashes as the current models, or nil if there isn't
    /// one.
    package let frozenAs: String?
    private let options: [String]

    /// Creates a freeze.
    ///
    /// - Parameter options: the options that select the models, such as `--models Trip`. Empty if the sources have
    ///   no other models.
    package init(number: String, following: String, frozenAs: String?, options: [String]) {
        self.number = number
        self.following = following
        self.frozenAs = frozenAs
        self.options = options
    }

    /// The command for the current declarations, such as `permafrost freeze 1.1.0 --models Trip,BucketListItem`.
    package var command: String { command(as: number) }

    /// Returns the command that freezes the current declarations as the given version.
    package func command(as version: String, isForced: Bool = false) -> String {
        commandLine.text(version, isForced: isForced)
    }

    package var commandLine: FreezeCommandLine {
        FreezeCommandLine(options: options)
    }
}
