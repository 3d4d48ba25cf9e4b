import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// A command's output. Results go to standard output. Progress and errors go to standard error.
struct Output: Sendable {
    /// Whether progress and hints are omitted.
    let isQuiet: Bool
    /// Whether to color results. Colors require a terminal. They are turned off if `TERM` is `dumb`, or if `NO_COLOR`
    /// isn't empty.
    let hasColors: Bool
    /// Whether to color errors.
    let errorsHaveColors: Bool
    /// Whether the results appear in a terminal.
    let isTerminal: Bool
    /// The maximum number of characters in a line of running text, such as the help: the terminal's width.
    let width: Int

    /// Whether notes go to the same stream as results. This is necessary in plugins: SwiftPM and Xcode show a plugin's
    /// standard output in order, but discard the diagnostics that it emits as remarks.
    private let joinsNotes: Bool
    private let streams: OutputStreams

    /// Creates an output that writes to the given streams.
    ///
    /// - Parameter isForPeople: whether results are human-readable text, so that notes can be written between the
    ///   results.
    init(_ streams: OutputStreams, isQuiet: Bool, environment: [String: String], isForPeople: Bool) {
        self.streams = streams
        self.isQuiet = isQuiet
        isTerminal = streams.output.isTerminal
        width = min(max(streams.output.width ?? Self.usualWidth, 40), 120)
        joinsNotes = isForPeople && ToolCommand.caller(in: environment) != .shell
        let wanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        hasColors = wanted && streams.output.isTerminal
        errorsHaveColors = wanted && streams.errors.isTerminal
    }

    /// The width of text that isn't written to a terminal.
    private static let usualWidth = 80

    /// Whether the user can answer questions.
    var canAsk: Bool { streams.canAsk }

    /// Returns the next bytes of standard input, or empty data at its end.
    func nextInput() throws -> Data { try streams.input() }

    func result(_ line: String) { results([line]) }

    func results(_ lines: [String]) { writeResults(Self.text(lines, hasColors: hasColors).utf8) }

    /// Writes a report in a format, followed by the report's notes. If the report is empty, writes only the notes.
    ///
    /// - Returns: the report's exit code, or ``ExitCode/failed`` if the report's contents can't be read completely.
    func write(_ report: some Report, _ format: ReportFormat, directory: String) -> ExitCode {
        let context = ReportContext(
            style: Style(hasColors), directory: directory,
            workingDirectory: FileManager.default.currentDirectoryPath)
        var exitCode = report.exitCode
        do {
            try format.write(report, context) { piece in
                switch piece {
                case .lines(let lines): results(lines)
                case .document(let bytes): writeResults(bytes)
                }
            }
        } catch {
            self.error(ErrorMessage(error))
            exitCode = .failed
        }
        for text in report.notes(format) + (format.isForPeople ? report.nextSteps : []) { note(text) }
        return exitCode
    }

    /// Writes the bytes of a document to the results, without replacing control characters.
    func document(_ bytes: [UInt8]) { writeResults(bytes) }

    /// Writes progress or a hint. Writes nothing if the output is quiet.
    func note(_ text: String) {
        if !isQuiet { writeNotes([text]) }
    }

    /// Writes findings with their details, even if the output is quiet.
    func problems(_ findings: [Finding]) {
        writeNotes(
            findings.flatMap { finding in
                [FindingLine(finding, style: Style(errorsHaveColors)).text]
                    + FindingsText.details(of: finding)
            })
    }

    private func writeNotes(_ lines: [String]) {
        let text = Self.text(lines, hasColors: errorsHaveColors)
        if joinsNotes { writeResults(text.utf8) } else { writeErrors(text) }
    }

    /// Writes an error, followed by the output of another program if there is any.
    func error(_ error: ErrorMessage) {
        let lines = [Style(errorsHaveColors).red("error: ") + error.text] + error.output.map { "  | " + $0 }
        writeErrors(Self.text(lines, hasColors: errorsHaveColors))
    }

    private static func text(_ lines: [String], hasColors: Bool) -> String {
        lines.map { PrintableText.line($0, hasColors: hasColors) + "\n" }.joined()
    }

    /// Writes results. If writing fails, for example because the disk is full, prints an error and ends the process
    /// with ``ExitCode/failed``.
    private func writeResults(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        do { try streams.output.write(Data(bytes)) } catch {
            writeErrors("error: the results can't be written: \(WriteFailure(error))\n")
            exit(ExitCode.failed.rawValue)
        }
    }

    /// Writes to standard error. Ignores failures, because they can't be reported.
    private func writeErrors(_ text: String) {
        if !text.isEmpty { try? streams.errors.write(Data(text.utf8)) }
    }
}
