import PermafrostModel

extension AgentTool {
    /// An operand or option of a command, as a parameter of its tool.
    struct Parameter {
        /// The type of values that the parameter accepts.
        enum Kind: Hashable {
            case flag
            case text
            case number
            case list
        }

        /// The option's name without its leading dashes, or the operand's name in lowercase.
        let name: String
        /// The option; nil for an operand.
        let option: CommandOption?
        let help: String
        let isRequired: Bool
        let kind: Kind
        private let value: CompletedValue?

        init(_ option: CommandOption, isRequired: Bool) {
            name = String(option.name.drop { $0 == "-" })
            self.option = option
            help = option.help
            self.isRequired = isRequired
            value = option.completedValue
            kind = option.value == nil ? .flag : option.isList ? .list : option.value == "N" ? .number : .text
        }

        init(operand placeholder: String, _ value: CompletedValue, isRequired: Bool) {
            name = placeholder.lowercased()
            option = nil
            help =
                switch value {
                case .version: "a version, such as 2.0.0"
                case .versionOrFile: "a version, such as 2.0.0, or the path of a fixture or store in the project"
                case .file, .folder: "the path of a store in the project"
                case .rule: "the code of a rule, such as PF0101"
                case .choice, .commit, .word: placeholder
                }
            self.isRequired = isRequired
            self.value = value
            kind = .text
        }

        /// The JSON schema of the parameter.
        var schema: CanonicalJSON {
            let text = ("type", CanonicalJSON.string("string"))
            let type: [(String, CanonicalJSON?)] =
                switch kind {
                case .flag: [("type", .string("boolean"))]
                case .number: [("minimum", .integer(0)), ("type", .string("integer"))]
                case .list: [("items", .object([text])), ("type", .string("array"))]
                case .text:
                    if case .choice(let words)? = value { [text, ("enum", .strings(words))] } else { [text] }
                }
            return .object(type + [("description", .string(help))])
        }

        /// Returns the parameter's values for the command line. For a flag, returns one empty string if the flag is
        /// set, and an empty array if it isn't.
        func texts(of json: CanonicalJSON, in paths: ProjectPaths) throws(ArgumentError) -> [String] {
            switch (kind, json) {
            case (.flag, .boolean(let isSet)): return isSet ? [""] : []
            case (.number, .integer(let number)) where number >= 0: return ["\(number)"]
            case (.text, .string(let text)): return [try checked(text, in: paths)]
            case (.list, .array(let elements)):
                var texts: [String] = []
                for element in elements {
                    guard case .string(let text) = element else { throw mismatch(json) }
                    texts.append(try checked(text, in: paths))
                }
                return texts
            default: throw mismatch(json)
            }
        }

        private func checked(_ text: String, in paths: ProjectPaths) throws(ArgumentError) -> String {
            guard !text.isEmpty, !text.utf8.contains(0) else {
                throw ArgumentError(text: "\"\(name)\" is empty or contains a NUL. Expected: \(help)")
            }
            if case .choice(let words)? = value, !words.contains(text) {
                throw ArgumentError(
                    text: "invalid \"\(name)\": \"\(text)\". Expected one of: \(words.joined(separator: ", "))")
            }
            do throws(ProjectPaths.Outside) {
                return switch value {
                case .file?, .folder?: try paths.path(text)
                case .versionOrFile?: try paths.pathOrName(text)
                case .choice?, .version?, .commit?, .rule?, .word?, nil: text
                }
            } catch {
                throw ArgumentError(
                    text: "\"\(name)\" is outside the project: \(error.path). Use a path inside \(error.project)")
            }
        }

        private func mismatch(_ json: CanonicalJSON) -> ArgumentError {
            let expected =
                switch kind {
                case .flag: "true or false"
                case .number: "an integer of at least 0"
                case .text: "a string"
                case .list: "an array of strings"
                }
            return ArgumentError(text: "\"\(name)\" must be \(expected), not \(json.typeName)")
        }
    }
}

extension CanonicalJSON {
    /// A description of the value for an error message: the value of a number, or the type of any other value, such as
    /// `a string`.
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .integer(let integer): "\(integer)"
        case .double(let number): "\(number)"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
