import Foundation
import PermafrostFixtures
import PermafrostProject

/// `permafrost report [STORE]`: writes an HTML page about a project's versions or about a store.
struct ReportCommand: Command {
    static let output = TextOption(
        "--output", value: "FILE", "the file to write, or - for standard output (default: \(defaultFile))",
        hasSideEffect: true)
    static let opens = Flag("--open", "open the page in the browser", hasSideEffect: true)
    static let rows = Flag("--rows", "include the rows of the store's models")

    static let specification = CommandSpecification(
        name: "report", operands: "[STORE]", operandCount: 0...1,
        summary: "write an HTML page about the project's versions and findings, or about a store",
        discussion: """
            The page shows every version with its stage and the tags that shipped it, the differences between any two \
            versions, a diagram of the models, and the findings of check and lint. For a store, it shows what inspect shows. \
            It is a single file that loads no other resources, and the same project always produces the same bytes. Exit 0: \
            written. 2: couldn't be written, or is incomplete and says what couldn't be read.
            """,
        examples: [
            CommandExample("--open", "write the page about the project, and open it"),
            CommandExample("user.store --rows", "write a page about a store, with its rows"),
        ],
        options: [
            output, opens, rows, RowLimit.option,
        ],
        agentArguments: ["--output=-", "--format=text"])

    private static let defaultFile = "permafrost-report.html"

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let invocation = context.invocation
        let output = invocation[Self.output] ?? Self.defaultFile
        let isStandardOutput = output == "-"
        if invocation[Self.opens], ToolCommand.caller(in: context.environment) != .shell {
            throw UsageError.opensInPlugin
        }
        if isStandardOutput, invocation[Self.opens] { throw UsageError.conflictingOptions("--output -", "--open") }
        if isStandardOutput, !context.isForPeople {
            throw UsageError.conflictingOptions("--output -", "--format \(context.format.rawValue)")
        }
        let limit = try RowLimit(invocation)
        let made =
            invocation.operands.first.map { StorePage(path: $0, rows: invocation[Self.rows] ? limit : nil, context) }
            .map { ($0.page, $0.error) } ?? projectPage()
        let bytes = made.page.bytes
        if let error = made.error { context.output.error(ErrorMessage(error)) }
        if isStandardOutput {
            context.output.document(bytes)
        } else {
            try OutputFile(output, option: "--output", context).write(bytes)
        }
        let report = PageReport(file: output, page: made.page, size: bytes.count, hasFailed: made.error != nil)
        guard !isStandardOutput else { return report.exitCode }
        let code = context.write(report)
        if invocation[Self.opens] { try Self.open(output, project: context.options.directory) }
        return code
    }

    private func projectPage() -> (page: ReportPage, error: (any Error)?) {
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        do {
            return (try ProjectPage.run(context), nil)
        } catch {
            return (ReportPage(failure: error), error)
        }
    }

    /// Opens a file in the browser. Never runs a program from the project or the working folder. A device can't start
    /// programs: Xcode builds a plugin's tool for the app's platform, although it never runs there.
    private static func open(_ file: String, project: String) throws {
        #if os(macOS)
            let program = "open"
        #else
            let program = "xdg-open"
        #endif
        #if os(Linux) || os(macOS)
            let search = ProgramSearch(outside: [project, FileManager.default.currentDirectoryPath])
            guard let executable = search.find(program) else { throw UsageError.cannotOpen(file, program: program) }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: executable)
            process.arguments = [file.absolutePath]
            process.environment = ProcessInfo.processInfo.environment.merging(["PATH": search.path]) { $1 }
            do {
                try process.run()
                process.waitUntilExit()
            } catch {
                throw UsageError.cannotOpen(file, program: program)
            }
            guard process.terminationStatus == 0 else { throw UsageError.cannotOpen(file, program: program) }
        #else
            throw UsageError.cannotOpen(file, program: program)
        #endif
    }
}
