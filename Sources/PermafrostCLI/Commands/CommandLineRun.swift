import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Functions that parse a command line, run its command, and print errors.
package enum CommandLineRun {
    /// Runs the command specified by this process's arguments, and prints errors.
    ///
    /// - Returns: the process's exit code.
    package static func exitCode() -> Int32 {
        // If a write exceeds the file size limit, report an error with advice instead of letting the signal end the
        // process.
        signal(SIGXFSZ, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        EndingSignals.removeTemporaryFolders()
        LockedFolder.removeLeftovers()
        // Don't exit while a signal's thread removes the temporary folders, so that the signal ends the process.
        defer { LockedFolder.withoutRemoval {} }
        let environment = ProcessInfo.processInfo.environment
        let arguments = Array(CommandLine.arguments.dropFirst())
        let output = output(.ofProcess, arguments, environment)
        ParsingWatch.reportCrashes()
        ParsingWatch.endHangs(after: secondsPerFile) { hang in
            output.error(ErrorMessage(hang))
            LockedFolder.removeAll {
                RunningProgram.endAll()
                _exit(ExitCode.failed.rawValue)
            }
        }
        defer { RunningProgram.endAll() }
        // Parsing nested code requires a large stack.
        return Concurrently.run {
            exitCode(of: arguments, output, environment, prepare: OpenFileLimit.prepare)
        } ?? ExitCode.failed.rawValue
    }

    /// Runs the command that the arguments specify, in the calling thread's working folder, and writes to the given
    /// streams. Doesn't install handlers for crashes, hangs and limits in this process.
    ///
    /// - Returns: the exit code that a process with these arguments would have.
    package static func exitCode(
        of arguments: [String], environment: [String: String], writingTo streams: OutputStreams
    ) -> Int32 {
        let output = output(streams, arguments, environment)
        return Concurrently.run { exitCode(of: arguments, output, environment) {} } ?? ExitCode.failed.rawValue
    }

    private static func output(
        _ streams: OutputStreams, _ arguments: [String], _ environment: [String: String]
    ) -> Output {
        Output(
            streams, isQuiet: arguments.contains("--quiet") || arguments.contains("-q"), environment: environment,
            isForPeople: format(of: arguments) == .text)
    }

    /// The number of seconds after which parsing a file counts as a hang. The largest files that are parsed take a few
    /// seconds.
    private static let secondsPerFile = 120

    private static func exitCode(
        of arguments: [String], _ output: Output, _ environment: [String: String], prepare: () throws -> Void
    ) -> Int32 {
        do {
            try prepare()
            return try run(arguments, output: output, environment: environment).rawValue
        } catch {
            output.error(ErrorMessage(error))
            let report = CommandLineRun.ErrorReport(error, command: arguments.first ?? "")
            return output.write(report, Self.format(of: arguments), directory: "").rawValue
        }
    }

    private static func run(
        _ arguments: [String], output: Output, environment: [String: String]
    ) throws -> ExitCode {
        let name = arguments.first ?? ""
        if ["--help", "-h", "help"].contains(name) {
            output.results(
                try arguments.dropFirst().first.map {
                    CommandHelp(width: output.width).lines(of: try Commands.named($0).specification)
                } ?? CommandHelp(width: output.width).overview
            )
            return .success
        }
        if ["--version", "-v"].contains(name) {
            output.result("permafrost \(PermafrostRelease.version)")
            return .success
        }
        // Options without a command belong to the overview.
        let isOverview = name.isEmpty || name.hasPrefix("-")
        let command: any Command.Type = isOverview ? OverviewCommand.self : try Commands.named(name)
        // If the command wrote anyway, SwiftPM would end the tool without mentioning the plugin that is allowed to
        // write.
        if environment[ToolCommand.readsOnlyVariable] != nil, ToolCommand.writing[name] != nil {
            throw UsageError.writesFiles(command: name)
        }
        let invocation = try Invocation.parse(
            Array(arguments.dropFirst(isOverview ? 0 : 1)), of: command.specification)
        if invocation[CommonOptions.help] {
            output.results(CommandHelp(width: output.width).lines(of: command.specification))
            return .success
        }
        let context = try CommandContext.make(invocation, output: output, environment: environment)
        return try command.init(context).run()
    }

    /// Returns the value of the last `--format` option, even if other arguments are invalid. Returns `.text` if the
    /// option is missing or has an unknown value.
    private static func format(of arguments: [String]) -> ReportFormat {
        let names =
            arguments.filter { $0.hasPrefix("--format=") }.map { String($0.dropFirst("--format=".count)) }
            + zip(arguments, arguments.dropFirst()).filter { $0.0 == "--format" }.map(\.1)
        return names.last.flatMap(ReportFormat.init) ?? .text
    }
}

extension CommandLineRun {
    /// A report of the error that ended a command, for programs that read the command's standard output.
    ///
    /// In the text and Xcode formats, the report is empty, and the error is printed only to standard error.
    struct ErrorReport: Report {
        let command: String
        let exitCode = ExitCode.failed
        let failure: String?

        init(_ error: any Error, command: String) {
            failure = ErrorMessage(error).whole
            self.command = command
        }

        var contents: JSONObject { ["error": failure] }

        func page(_ context: ReportContext) -> [String] { [] }
    }
}
