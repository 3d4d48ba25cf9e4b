/// The kind of an option's value or of an operand, for shell completions.
enum CompletedValue: Sendable, Hashable {
    /// One of the given words.
    case choice([String])
    case folder
    /// A file path, such as a store's.
    case file
    /// The name of a declared or frozen version.
    case version
    /// The name of a version, or a file path, such as a store's.
    case versionOrFile
    /// A tag or branch in the repository.
    case commit
    case rule
    /// Any other string, which the shell can't complete.
    case word

    /// Creates the kind of value for a placeholder in the help, such as `DIR` or `text|json`.
    init(named name: String) {
        switch name {
        case "DIR": self = .folder
        case "FILE", "STORE", "OLD", "NEW": self = .file
        case "VERSION": self = .version
        case "GITREF", "TAG": self = .commit
        case "CODE": self = .rule
        default:
            let words = name.split(separator: "|").map(String.init)
            self = words.count > 1 ? .choice(words) : .word
        }
    }
}

extension CommandOption {
    /// The kind of the option's value; nil for a flag.
    var completedValue: CompletedValue? { value.map(CompletedValue.init(named:)) }

    /// The option's names, long name first.
    var names: [String] { [name] + [shortName].compactMap { $0 } }
}

extension CommandSpecification {
    /// The kind of the operands; nil if the command has no operands.
    var completedOperand: CompletedValue? {
        guard operandCount.upperBound > 0 else { return nil }
        // Brackets mark optional operands.
        let name = operands.split { " []".contains($0) }.first
        return operandValue ?? name.map { CompletedValue(named: String($0)) }
    }
}
