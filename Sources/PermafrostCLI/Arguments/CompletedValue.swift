/// What a shell can offer in the place of a value or an operand.
enum CompletedValue: Sendable, Hashable {
    /// One of a few words.
    case choice([String])
    /// A folder.
    case folder
    /// A file, such as a store.
    case file
    /// A version that is declared or frozen.
    case version
    /// A version, or a file such as a store.
    case versionOrFile
    /// A tag or branch of the repository.
    case commit
    /// The code of a rule.
    case rule
    /// Anything else: nothing is offered.
    case word

    /// What a value is by what the help calls it: `DIR`, `text|json`.
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

extension CommandSpecification.Option {
    /// What its value is; nil for a switch.
    var completedValue: CompletedValue? { value.map(CompletedValue.init(named:)) }

    /// Its names, the long one first.
    var names: [String] { [name] + [shortName].compactMap { $0 } }
}

extension CommandSpecification {
    /// What its operands are; nil if it takes none.
    var completedOperand: CompletedValue? {
        guard operandCount.upperBound > 0 else { return nil }
        // One that need not be given is in brackets.
        let name = operands.split { " []".contains($0) }.first
        return operandValue ?? name.map { CompletedValue(named: String($0)) }
    }
}
