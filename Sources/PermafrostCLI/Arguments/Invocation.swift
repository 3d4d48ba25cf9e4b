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
    func arguments(of option: CommandSpecification.Option) -> [String] {
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

extension Invocation {
    /// The `--limit` option, which specifies the maximum number of rows to show.
    struct RowLimit {
        static let option = TextOption(
            "--limit", value: "N", "the maximum number of rows to show (default \(usual), 0 for all)")

        private static let usual = 100

        /// The maximum number of rows to show; `Int.max` to show all.
        let count: Int

        /// Creates the limit that `--limit` specifies, or the default limit if the option wasn't given. Throws a
        /// ``UsageError`` if the option's value isn't a number of rows.
        init(_ invocation: Invocation) throws {
            guard let text = invocation[Self.option] else {
                count = Self.usual
                return
            }
            guard let number = Int(text), number >= 0 else {
                throw UsageError.invalidValue(option: "--limit", value: text, expected: "a number, or 0 for all")
            }
            count = number == 0 ? .max : number
        }
    }
}

extension Invocation {
    /// The path of a Core Data model that `--model` specifies. The model is a folder inside the project.
    struct ModelPath {
        /// The model's path relative to the project's folder.
        let relative: String

        /// Creates a model path from a value of `--model`. The value is a path relative to the working folder or, if no
        /// folder exists there, relative to the project's folder. Throws a ``UsageError`` if there is no model at
        /// either path, if the path is a single version of a model, or if the model isn't in the project's folder.
        init(_ text: String, project: String) throws {
            let candidates = [text.absolutePath, "\(project)/\(text)".absolutePath]
            var isDirectory: ObjCBool = false
            let found = candidates.first {
                FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory) && isDirectory.boolValue
            }
            guard candidates.contains(where: FileManager.default.fileExists(atPath:)) else {
                throw UsageError.noModel(text)
            }
            guard let found, found.hasSuffix(".xcdatamodeld") || found.hasSuffix(".xcdatamodel") else {
                throw UsageError.invalidValue(
                    option: "--model", value: text, expected: "a folder such as App.xcdatamodeld or App.xcdatamodel")
            }
            if let model = Self.model(around: found) {
                let shown = model.hasPrefix(project + "/") ? String(model.dropFirst(project.count + 1)) : model
                throw UsageError.invalidValue(
                    option: "--model", value: text, expected: "the model with all of its versions: \(shown)")
            }
            guard found.hasPrefix(project + "/") else {
                throw UsageError.invalidValue(
                    option: "--model", value: text, expected: "a model inside the project \(project) (see --project)")
            }
            relative = String(found.dropFirst(project.count + 1))
        }

        /// Returns the model that contains the folder of a single version; nil if the folder isn't inside a model. The
        /// caller rejects a single version, because all other frozen versions would be reported as removed.
        private static func model(around folder: String) -> String? {
            let parent = folder.parentPath
            return parent.hasSuffix(".xcdatamodeld") ? parent : nil
        }
    }
}
