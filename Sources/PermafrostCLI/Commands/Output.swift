import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Where a command writes: results to standard output, progress and errors to standard error.
struct Output: Sendable {
    /// Whether progress and hints are left out.
    let isQuiet: Bool
    /// Whether results may be coloured: a terminal, and no `NO_COLOR`.
    let isColoured: Bool
    /// Whether errors may be coloured.
    let errorsAreColoured: Bool

    /// Whether notes go among the results: SwiftPM and Xcode show what plugins write there, in its order, and drop remarks.
    private let joinsNotes: Bool
    private let streams: OutputStreams

    /// - Parameter isForPeople: whether results are text, which notes may stand among.
    init(_ streams: OutputStreams, isQuiet: Bool, environment: [String: String], isForPeople: Bool) {
        self.streams = streams
        self.isQuiet = isQuiet
        joinsNotes = isForPeople && ToolCommand.caller(in: environment) != .shell
        let wanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        isColoured = wanted && streams.output.isTerminal
        errorsAreColoured = wanted && streams.errors.isTerminal
    }

    /// Whether somebody can answer a question.
    var canAsk: Bool { streams.canAsk }

    /// Writes a line of results.
    func result(_ line: String) { results([line]) }

    /// Writes results, line by line.
    func results(_ lines: [String]) { writeResults(Self.text(lines, hasColours: isColoured).utf8) }

    /// Writes a report, unless it has nothing to say in that format, and its notes.
    ///
    /// - Returns: the report's exit code; another one if what it shows could not be read to its end.
    func write(_ report: some Report, _ format: ReportFormat, directory: String) -> ExitCode {
        let context = ReportContext(
            style: Style(isColoured), directory: directory,
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
            self.error(ErrorWording(error))
            exitCode = .failed
        }
        for text in report.notes(format) { note(text) }
        return exitCode
    }

    /// Writes a document as it is.
    func document(_ bytes: [UInt8]) { writeResults(bytes) }

    /// Writes progress or a hint, unless quiet.
    func note(_ text: String) {
        if !isQuiet { writeNotes([text]) }
    }

    /// Writes findings that keep a command from being complete, each with what to do, also when quiet.
    func problems(_ findings: [Finding]) {
        writeNotes(
            findings.flatMap { finding in
                [FindingsText.FindingLine(finding, style: Style(errorsAreColoured)).text]
                    + FindingsText.details(of: finding)
            })
    }

    private func writeNotes(_ lines: [String]) {
        let text = Self.text(lines, hasColours: errorsAreColoured)
        if joinsNotes { writeResults(text.utf8) } else { writeErrors(text) }
    }

    /// Writes an error, and below it what another program wrote.
    func error(_ error: ErrorWording) {
        let lines = [Style(errorsAreColoured).red("error: ") + error.text] + error.output.map { "  | " + $0 }
        writeErrors(Self.text(lines, hasColours: errorsAreColoured))
    }

    private static func text(_ lines: [String], hasColours: Bool) -> String {
        lines.map { Style.Printable.line($0, hasColours: hasColours) + "\n" }.joined()
    }

    /// Results that cannot be written, to a full disk for one, must not pass for a command that went well.
    private func writeResults(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        do { try streams.output.write(Data(bytes)) } catch {
            writeErrors("error: the results can't be written: \(ErrorWording.WriteFailure(error))\n")
            exit(ExitCode.failed.rawValue)
        }
    }

    /// Nobody hears what standard error does not take.
    private func writeErrors(_ text: String) {
        if !text.isEmpty { try? streams.errors.write(Data(text.utf8)) }
    }
}

extension Output {
    /// Says, after a second, what a command is busy with, so that a long one does not seem stuck.
    final class Progress: Sendable {
        private let isEnded = Locked(false)

        init(_ work: String, output: Output) {
            DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [weak self] in
                guard let self, !self.isEnded.withLock({ $0 }) else { return }
                output.note("permafrost: \(work)…")
            }
        }

        func end() { isEnded.withLock { $0 = true } }
    }
}
