import Foundation
import PermafrostDeclarations
import PermafrostProject

/// The command line: reads the arguments, runs one command, and ends with its code.
@main enum Main {
    static func main() {
        let environment = ProcessInfo.processInfo.environment
        let arguments = Array(CommandLine.arguments.dropFirst())
        let output = Output(
            isQuiet: arguments.contains("--quiet") || arguments.contains("-q"), environment: environment)
        do {
            exit(try run(arguments, output: output, environment: environment).rawValue)
        } catch {
            output.error(ErrorWording(error).text)
            if arguments.contains("--format=json")
                || zip(arguments, arguments.dropFirst()).contains(where: { $0 == ("--format", "json") })
            {
                output.result(ErrorJSON(error, command: arguments.first ?? "").json.bytes(.lines))
            }
            exit(ExitCode.failed.rawValue)
        }
    }

    private static func run(
        _ arguments: [String], output: Output, environment: [String: String]
    ) throws -> ExitCode {
        guard let name = arguments.first else {
            output.note(Help.overview)
            return .failed
        }
        if ["--help", "-h", "help"].contains(name) {
            output.result(
                try arguments.dropFirst().first.map { Help.text(try Self.command(named: $0)) } ?? Help.overview)
            return .fine
        }
        if name == "--version" {
            output.result("permafrost \(Tool.version)")
            return .fine
        }
        let command = try Self.command(named: name)
        let invocation = try Invocation(command, arguments: Array(arguments.dropFirst()))
        if invocation.has("--help") {
            output.result(Help.text(command))
            return .fine
        }
        let context = try CommandContext(invocation, output: output, environment: environment)
        switch command.name {
        case "freeze": return try FreezeCommand(context).run()
        case "check": return try CheckCommand(context).run()
        case "list": return try ListCommand(context).run()
        case "scaffold": return try ScaffoldCommand(context).run()
        default: return try SchemaCommand(context).run()
        }
    }

    private static func command(named name: String) throws -> CommandSpecification {
        guard let command = CommandSpecification.named(name) else {
            throw UsageError.unknownCommand(name, near: NearNames.of(name, among: CommandSpecification.all.map(\.name)))
        }
        return command
    }
}
