import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

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

    /// - Parameter isForPeople: whether results are text, which notes may stand among.
    init(isQuiet: Bool, environment: [String: String], isForPeople: Bool) {
        self.isQuiet = isQuiet
        joinsNotes = isForPeople && ToolCommand.caller(in: environment) != .shell
        let wanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        isColoured = wanted && isatty(STDOUT_FILENO) == 1
        errorsAreColoured = wanted && isatty(STDERR_FILENO) == 1
    }

    /// Writes a line of results.
    func result(_ line: String) { results([line]) }

    /// Writes results, line by line.
    func results(_ lines: [String]) { write(lines, to: .standardOutput, hasColours: isColoured) }

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
                case .document(let bytes): Self.write(bytes, to: .standardOutput)
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
    func document(_ bytes: [UInt8]) { Self.write(bytes, to: .standardOutput) }

    /// Writes progress or a hint, unless quiet.
    func note(_ text: String) {
        if !isQuiet { writeNotes([text]) }
    }

    /// Writes findings that keep a command from being complete, each with what to do, also when quiet.
    func problems(_ findings: [Finding]) {
        writeNotes(
            findings.flatMap { finding in
                [FindingLine(finding, style: Style(errorsAreColoured)).text]
                    + (finding.fix.map { ["  what to do: \($0)."] } ?? [])
            })
    }

    private func writeNotes(_ lines: [String]) {
        write(lines, to: joinsNotes ? .standardOutput : .standardError, hasColours: errorsAreColoured)
    }

    /// Writes an error, and below it what another program wrote.
    func error(_ error: ErrorWording) {
        write(
            [Style(errorsAreColoured).red("error: ") + error.text] + error.output.map { "  | " + $0 },
            to: .standardError,
            hasColours: errorsAreColoured)
    }

    private func write(_ lines: [String], to stream: FileHandle, hasColours: Bool) {
        guard !lines.isEmpty else { return }
        let text = lines.map { Style.Printable.line($0, hasColours: hasColours) + "\n" }.joined()
        Self.write(text.utf8, to: stream)
    }

    /// Results that cannot be written, to a full disk for one, must not pass for a command that went well.
    private static func write(_ bytes: some Sequence<UInt8>, to stream: FileHandle) {
        do {
            try stream.write(contentsOf: Data(bytes))
        } catch  where stream === FileHandle.standardOutput {
            try? FileHandle.standardError.write(
                contentsOf: Data("error: the results cannot be written: \(ErrorWording.WriteFailure(error))\n".utf8))
            exit(ExitCode.failed.rawValue)
        } catch {
            // Nobody hears what standard error does not take.
        }
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
