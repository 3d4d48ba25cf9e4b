import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost mcp`: serves the read-only commands to an agent over the Model Context Protocol.
struct MCPCommand: Command {
    static let specification = CommandSpecification(
        name: "mcp",
        summary: "serve the read-only commands to an agent over the Model Context Protocol",
        discussion: """
            Reads requests from standard input and writes answers to standard output, one JSON message a line, until the input \
            ends. Supports the protocol's revision \(MCPServer.revision), and clients of \
            \(MCPServer.initializedRevisions.joined(separator: " and ")) that call initialize. The tools are the commands that \
            read a project, without their options that write, and new-version with --dry-run. All paths must be inside the \
            project. An answer has at most \(answerLimit) bytes of results, and says when more were cut. Options such as --models \
            apply to every call that doesn't set them. Exit 0: the input ended. 2: failed.
            """,
        examples: [
            CommandExample("--project MyApp", "serve a project to an agent")
        ],
        formats: [.text], agentArguments: nil)

    /// The maximum size of a call's results in bytes. A finding has about 500 bytes.
    private static let answerLimit = 100_000
    /// The maximum size of a call's notes and errors, in bytes.
    private static let noteLimit = 20_000

    /// The tools for all commands that agents can call.
    static var tools: [AgentTool] {
        ([OverviewCommand.specification] + Commands.all.map { $0.specification }).compactMap(AgentTool.init)
    }

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        guard ToolCommand.caller(in: context.environment) == .shell else { throw UsageError.servesInPlugin }
        let root = FileStatus.resolved(context.options.directory)
        let defaults = defaults
        // Commands print paths relative to the working folder, and read relative paths there.
        guard FileManager.default.changeCurrentDirectoryPath(root) else {
            throw ProjectError.noProject(path: context.options.directory)
        }
        var server = MCPServer(
            tools: Self.tools, paths: ProjectPaths(root: root),
            version: PermafrostRelease.version, defaults: { defaults[$0.name] ?? [] },
            run: { [environment = context.environment] in Self.result(of: $0, environment) })
        var lines = MCPLines(reading: context.output.nextInput)
        while let line = try lines.next() {
            if let answer = server.answer(to: line) { context.output.document(PrintableText.json(answer)) }
        }
        return .success
    }

    /// The common options of the `mcp` command, as arguments keyed by the option's name. They apply to every call that
    /// doesn't set the option. The path of the fixture tree is absolute, and the paths of models are relative to the
    /// project's folder.
    private var defaults: [String: [String]] {
        var defaults: [String: [String]] = [:]
        for option in CommonOptions.all { defaults[option.name] = context.invocation.arguments(of: option) }
        defaults[CommonOptions.fixtures.specification.name] = context.options.fixtures.map {
            [CommonOptions.fixtures.specification.name, $0]
        }
        defaults[CommonOptions.model.specification.name] = context.options.coreDataModels.flatMap {
            [CommonOptions.model.specification.name, $0]
        }
        return defaults
    }

    /// Runs a command in this process, and collects its output.
    static func result(of arguments: [String], _ environment: [String: String]) -> MCPServer.CommandResult {
        let results = BoundedText(limit: answerLimit)
        let notes = BoundedText(limit: noteLimit)
        let streams = OutputStreams(
            output: .init(isTerminal: false) { results.append($0) },
            errors: .init(isTerminal: false) { notes.append($0) }, canAsk: false)
        let code = CommandLineRun.exitCode(of: arguments, environment: environment, writingTo: streams)
        return MCPServer.CommandResult(results: results, notes: notes, exitCode: ExitCode(rawValue: code) ?? .failed)
    }
}
