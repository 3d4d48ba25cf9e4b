/// The freeze of models without a `VersionedSchema`, which takes their names and a number.
package struct UnversionedFreeze: Sendable, Hashable {
    /// The number after the newest frozen one.
    package let number: String
    /// The frozen version with the version hashes of today; nil if none has them.
    package let frozenAs: String?
    private let models: [String]

    /// - Parameter models: the classes, as `--models` gives them; none if containers say.
    package init(number: String, frozenAs: String?, models: [String]) {
        self.number = number
        self.frozenAs = frozenAs
        self.models = models
    }

    /// The command for what is declared today: `permafrost freeze 1.1.0 --models Trip,BucketListItem`.
    package var command: String { command(as: number) }

    /// The command for another version.
    package func command(as version: String, isForced: Bool = false) -> String {
        commandLine.text(version, isForced: isForced)
    }

    private var commandLine: FreezeCommandLine {
        FreezeCommandLine(options: models.isEmpty ? [] : ["--models", models.joined(separator: ",")])
    }
}
