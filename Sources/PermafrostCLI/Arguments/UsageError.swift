import PermafrostSource

/// A command line that cannot be understood: facts, worded by ``ErrorWording``.
enum UsageError: Error, Sendable, Hashable {
    case unknownCommand(String, near: [String])
    case unknownOption(String, near: [String], command: String)
    /// A command that writes, where only those that read may run.
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
    /// `--force-shipped` without a reason.
    case forceShippedWithoutReason
    /// A reason without `--force-shipped`.
    case becauseWithoutForceShipped
    case forceAndAll
    case unsafeVersion(String, reason: String)
    case noModel(String)
    case unknownModel(String, known: [String])
    case unknownRule(String, near: [String])
    /// A page that was written and cannot be shown.
    case cannotOpen(String, program: String)
    /// `--open` in a plugin.
    case opensInPlugin
}
