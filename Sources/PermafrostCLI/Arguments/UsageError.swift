import PermafrostSource

/// A mistake in the command line. ``ErrorMessage`` provides the messages.
enum UsageError: Error, Sendable, Hashable {
    case unknownCommand(String, near: [String])
    /// The command is nil for the overview.
    case unknownOption(String, near: [String], command: String?)
    /// A command that writes files was run through a plugin that allows only read-only commands.
    case writesFiles(command: String)
    /// A read-only command was run with an option that writes the baseline, through a plugin that can't write files.
    case writesBaseline(option: String)
    /// `option` would write the baseline, but `selection` selects only a part of the project. The findings of all other
    /// parts would be lost.
    case partOfBaseline(option: String, selection: String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case missingOperand(String, command: String)
    case missingOption(String, command: String)
    case unexpectedOperand(String, command: String)
    case invalidValue(option: String, value: String, expected: String)
    case conflictingOptions(String, String)
    /// The first option works only together with the second option, which wasn't given.
    case optionNeeds(String, String)
    case versionAndAll
    /// `--force-shipped` was given without a reason.
    case forceShippedWithoutReason
    /// A reason was given without `--force-shipped`.
    case becauseWithoutForceShipped
    case forceAndAll
    case unsafeVersion(String, reason: String)
    case noModel(String)
    /// `permafrost` was run without a command in a folder that isn't in a project.
    case noProject(String)
    /// A command that compares a store with a project's versions was run in a folder that isn't in a project.
    case storeWithoutProject(command: String, directory: String)
    case unknownModel(String, known: [String])
    case unknownRule(String, near: [String])
    /// `report` wrote the page, but the program that opens it wasn't found or failed.
    case cannotOpen(String, program: String)
    /// `--open` was given in a plugin, which can't start other apps.
    case opensInPlugin
    /// `mcp` was run by a plugin. The plugin's standard input belongs to SwiftPM or Xcode, so no agent can send
    /// requests.
    case servesInPlugin
}
