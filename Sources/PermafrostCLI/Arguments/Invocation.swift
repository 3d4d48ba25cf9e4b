import Foundation
import PermafrostSource
import PermafrostStore

/// A parsed command line.
struct Invocation: Sendable {
    let command: CommandSpecification
    let operands: [String]
    private let values: [String: [String]]

    /// Returns whether the flag was given.
    subscript(_ option: Flag) -> Bool { values[option.specification.name] != nil }

    /// Returns the option's value; nil if the option wasn't given. If the option was given several times, returns the
    /// last value.
    subscript(_ option: TextOption) -> String? { values[option.specification.name]?.last }

    /// Returns the option's values, split at commas, in the order that they were given; empty if the option wasn't
    /// given.
    subscript(_ option: ListOption) -> [String] {
        self[all: option].flatMap { $0.split(separator: ",").map { String($0).trimmingSpaces } }
    }

    /// Returns the option's values, one for each time that the option was given. Values aren't split at commas. A
    /// flag's values are empty strings.
    subscript(all option: any DeclaredOption) -> [String] { values[option.specification.name] ?? [] }

    /// Returns the option as arguments for another command line, once for each time that it was given, with its values.
    /// Empty if the option wasn't given.
    func arguments(of option: CommandOption) -> [String] {
        (values[option.name] ?? []).flatMap { option.value == nil ? [option.name] : [option.name, $0] }
    }

    /// Whether `--dry-run` was given.
    var isDryRun: Bool { values[Flag.dryRunName] != nil }

    /// Parses the arguments after the command's name. Throws a ``UsageError`` if the command doesn't accept them.
    static func parse(_ arguments: [String], of command: CommandSpecification) throws -> Invocation {
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
                    parts[0], near: NearNames.of(parts[0], among: command.knownOptions),
                    command: command.isNamed ? command.name : nil)
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
        if values[CommonOptions.help.specification.name] == nil, !command.operandCount.contains(operands.count) {
            throw operands.count < command.operandCount.lowerBound
                ? UsageError.missingOperand(command.operands, command: command.name)
                : UsageError.unexpectedOperand(operands[command.operandCount.upperBound], command: command.name)
        }
        return Invocation(command: command, operands: operands, values: values)
    }
}

extension CommandSpecification {
    fileprivate var knownOptions: [String] { allOptions.map(\.name) + (isNamed ? [] : ["--version"]) }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The absolute form of the path. A relative path is resolved against the working folder. Symbolic links are only
    /// resolved before `..`.
    ///
    /// Foundation's own function removes `/private` from paths on a Mac, which the working folder's path begins with if
    /// the folder is temporary.
    var absolutePath: String {
        let path = hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self
        var result = ""
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                let resolved = FileStatus.resolved(result)
                result = String(resolved[..<(resolved.lastIndex(of: "/") ?? resolved.startIndex)])
            } else {
                result += "/" + part
            }
        }
        return result.isEmpty ? "/" : result
    }
}
