import Foundation
import PermafrostSource

/// A command line that was understood: the command, its operands and its options.
struct Invocation: Sendable {
    let command: CommandSpecification
    let operands: [String]
    private let values: [String: [String]]

    /// Whether a switch is set.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value of an option.
    func value(_ option: String) -> String? { values[option]?.last }

    /// Every value of an option that may be repeated.
    func values(_ option: String) -> [String] { values[option] ?? [] }

    /// Every value of an option that takes a list, split at commas.
    func list(_ option: String) -> [String] {
        (values[option] ?? []).flatMap { $0.split(separator: ",").map { String($0).trimmingSpaces } }
    }

    /// Reads the arguments behind the command's name. Throws a ``UsageError``.
    init(_ command: CommandSpecification, arguments: [String]) throws {
        var values: [String: [String]] = [:]
        var operands: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = command.option(parts[0]) else {
                throw UsageError.unknownOption(
                    parts[0], near: NearNames.of(parts[0], among: command.knownOptions), command: command.name)
            }
            if option.value == nil {
                guard parts.count == 1 else { throw UsageError.unexpectedValue(option: option.name) }
                values[option.name, default: []].append("")
            } else if parts.count == 2 {
                values[option.name, default: []].append(parts[1])
            } else if let value = rest.popFirst() {
                values[option.name, default: []].append(value)
            } else {
                throw UsageError.missingValue(option: option.name)
            }
        }
        for (option, given) in values where command.option(option)?.value != nil {
            for value in given where !value.contains(where: { $0 != "," && !$0.isWhitespace }) {
                throw UsageError.invalidValue(
                    option: option, value: value, expected: command.option(option)?.value ?? "a value")
            }
        }
        if values["--help"] == nil, !command.operandCount.contains(operands.count) {
            throw operands.count < command.operandCount.lowerBound
                ? UsageError.missingOperand(command.operands, command: command.name)
                : UsageError.unexpectedOperand(operands[command.operandCount.upperBound], command: command.name)
        }
        self.command = command
        self.operands = operands
        self.values = values
    }
}

extension CommandSpecification {
    fileprivate var knownOptions: [String] { allOptions.map(\.name) }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// A path that a user gave, relative to the working folder, as one from the root.
    var absolutePath: String {
        let url = URL(fileURLWithPath: self).standardizedFileURL
        return url.path.count > 1 && url.path.hasSuffix("/") ? String(url.path.dropLast()) : url.path
    }
}
