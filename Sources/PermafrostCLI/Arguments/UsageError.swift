import PermafrostSource

/// A mistake in the command line. ``ErrorWording`` has the messages.
enum UsageError: Error, Sendable, Hashable {
    case unknownCommand(String, near: [String])
    case unknownOption(String, near: [String], command: String)
    /// A command that writes files, run where only commands that read files are allowed.
    case writesFiles(command: String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case missingOperand(String, command: String)
    case missingOption(String, command: String)
    case rehearsalOnly
    case unexpectedOperand(String, command: String)
    case invalidValue(option: String, value: String, expected: String)
    case conflictingOptions(String, String)
    case versionAndAll
    /// The option `--force-shipped` without a reason.
    case forceShippedWithoutReason
    /// A reason without `--force-shipped`.
    case becauseWithoutForceShipped
    case forceAndAll
    case unsafeVersion(String, reason: String)
    case noModel(String)
    case unknownModel(String, known: [String])
    case unknownRule(String, near: [String])
    /// A page that was written but can't be shown.
    case cannotOpen(String, program: String)
    /// The option `--open` in a plugin.
    case opensInPlugin
}
