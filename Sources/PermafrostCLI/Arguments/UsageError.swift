/// A command line that cannot be understood: facts, worded by ``ErrorWording``.
enum UsageError: Error, Sendable, Hashable {
    case unknownCommand(String, near: [String])
    case unknownOption(String, near: [String], command: String)
    case missingValue(option: String)
    case unexpectedValue(option: String)
    case missingOperand(String, command: String)
    case missingOption(String, command: String)
    case rehearsalOnly
    case unexpectedOperand(String, command: String)
    case invalidValue(option: String, value: String, expected: String)
    case conflictingOptions(String, String)
    case versionAndAll
    case forceAndAll
    case remapWithoutAll
    case unsafeVersion(String, reason: String)
    case noModel(String)
    case unknownModel(String, known: [String])
    case unknownRule(String, near: [String])
}
