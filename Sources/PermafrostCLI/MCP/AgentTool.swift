import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// A command as a tool that an agent can call. Its parameters are the command's operands and options.
struct AgentTool {
    let command: CommandSpecification
    let parameters: [Parameter]
    /// The arguments that the tool adds to every call, such as `--dry-run`.
    private let fixed: [String]

    /// Creates the tool for a command. Returns nil if agents can't call the command, because it writes files or is about
    /// the tool itself.
    init?(_ command: CommandSpecification) {
        guard let fixed = command.agentArguments,
            ToolCommand.writing[command.name] == nil || fixed.contains(Flag.dryRunName)
        else { return nil }
        self.command = command
        self.fixed = fixed
        let names = Set(fixed.map { String($0.prefix { $0 != "=" }) })
        let words = command.operands.split(separator: " ").map(String.init)
        let options = command.allOptions.filter { option in
            !option.hasSideEffect && !names.contains(option.name) && !Self.withheld.contains(option.name)
        }
        parameters =
            Self.operands(of: command, words)
            + options.map { Parameter($0, isRequired: words.contains($0.name)) }
    }

    /// The names of the common options that agents can't set. For example, a call can't set `--project`, because it
    /// always works on the server's project.
    private static let withheld: Set<String> = Set(
        [CommonOptions.project.specification, CommonOptions.quiet.specification, CommonOptions.help.specification].map(
            \.name))

    private static func operands(of command: CommandSpecification, _ words: [String]) -> [Parameter] {
        guard let value = command.completedOperand else { return [] }
        return words.prefix(command.operandCount.upperBound).enumerated().map { index, word in
            Parameter(
                operand: word.filter { !"[]".contains($0) }, value,
                isRequired: index < command.operandCount.lowerBound)
        }
    }

    // MARK: Description

    /// The tool's description in the protocol's list of tools.
    var json: CanonicalJSON {
        let required = parameters.filter(\.isRequired).map(\.name)
        let schema = CanonicalJSON.object([
            ("additionalProperties", .boolean(false)),
            ("properties", .object(parameters.map { ($0.name, $0.schema) })),
            ("required", required.isEmpty ? nil : .strings(required)),
            ("type", .string("object")),
        ])
        let behavior = CanonicalJSON.object([("openWorldHint", .boolean(false)), ("readOnlyHint", .boolean(true))])
        return .object([
            ("annotations", behavior), ("description", .string(description)), ("inputSchema", schema),
            ("name", .string(command.name)),
        ])
    }

    private var description: String {
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst()
        let always = fixed.isEmpty ? "" : " Always runs with \(fixed.joined(separator: " "))."
        return "\(summary).\(always)\n\n\(command.discussion)"
    }

    // MARK: Calls

    /// The error that is thrown if a call's arguments don't match the tool's schema.
    struct ArgumentError: Error, Hashable {
        let text: String
    }

    /// Returns the command line for a call.
    ///
    /// - Parameters:
    ///   - given: the call's arguments; nil if it has none.
    ///   - paths: the project's folder. The arguments can't refer to files outside of it.
    ///   - defaults: returns the server's arguments for an option that the call doesn't set.
    func commandLine(
        _ given: CanonicalJSON?, in paths: ProjectPaths,
        defaults: (CommandOption) -> [String] = { _ in [] }
    ) throws(ArgumentError) -> [String] {
        guard case .object(let members) = given ?? .object([Member]()) else {
            throw ArgumentError(text: "the arguments must be an object")
        }
        for member in members where !parameters.contains(where: { $0.name == member.key }) {
            throw unknown(member.key)
        }
        var options: [String] = []
        var operands: [String] = []
        for parameter in parameters {
            let value = members.first { $0.key == parameter.name }?.value
            guard let value else {
                guard !parameter.isRequired else {
                    throw ArgumentError(text: "\(command.name) needs \"\(parameter.name)\": \(parameter.help)")
                }
                options += parameter.option.map(defaults) ?? []
                continue
            }
            let texts = try parameter.texts(of: value, in: paths)
            if let option = parameter.option {
                options += texts.map { option.value == nil ? option.name : "\(option.name)=\($0)" }
            } else {
                operands += texts
            }
        }
        let project = command.isOfProject ? ["\(CommonOptions.project.specification.name)=\(paths.root)"] : []
        return (command.isNamed ? [command.name] : []) + project + options + fixed
            + (operands.isEmpty ? [] : ["--"] + operands)
    }

    private typealias Member = CanonicalJSON.Member

    private func unknown(_ name: String) -> ArgumentError {
        let known = parameters.map(\.name)
        let near = NearNames.of(name, among: known)
        return ArgumentError(
            text: "\(command.name) has no argument \"\(name)\". "
                + (near.isEmpty
                    ? "Its arguments: \(known.joined(separator: ", "))"
                    : "Did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"))
    }
}
