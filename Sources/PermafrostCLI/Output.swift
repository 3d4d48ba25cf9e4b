import Foundation
import PermafrostProject

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

    init(isQuiet: Bool, environment: [String: String]) {
        self.isQuiet = isQuiet
        let wanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        isColoured = wanted && isatty(STDOUT_FILENO) == 1
        errorsAreColoured = wanted && isatty(STDERR_FILENO) == 1
    }

    /// Writes results.
    func result(_ text: String) { Self.write(text.hasSuffix("\n") ? text : text + "\n", to: .standardOutput) }

    /// Writes results as they are.
    func result(_ bytes: [UInt8]) { Self.write(String(decoding: bytes, as: UTF8.self), to: .standardOutput) }

    /// Writes progress or a hint, unless quiet.
    func note(_ text: String) {
        if !isQuiet { Self.write(text + "\n", to: .standardError) }
    }

    /// Writes findings that keep a command from being complete, also when quiet.
    func problems(_ findings: [Finding]) {
        for finding in findings {
            Self.write(FindingLine(finding, style: Style(errorsAreColoured)).text + "\n", to: .standardError)
        }
    }

    /// Writes an error.
    func error(_ text: String) {
        Self.write(Style(errorsAreColoured).red("error: ") + text + "\n", to: .standardError)
    }

    /// Results that cannot be written, to a full disk for one, must not pass for a command that went well.
    private static func write(_ text: String, to stream: FileHandle) {
        do {
            try stream.write(contentsOf: Data(text.utf8))
        } catch  where stream === FileHandle.standardOutput {
            try? FileHandle.standardError.write(
                contentsOf: Data("error: the results cannot be written: \(error.localizedDescription)\n".utf8))
            exit(ExitCode.failed.rawValue)
        } catch {
            // Nobody hears what standard error does not take.
        }
    }
}

/// Colours on a terminal, and plain text elsewhere.
struct Style: Sendable {
    private let isOn: Bool

    init(_ isOn: Bool) { self.isOn = isOn }

    func red(_ text: String) -> String { wrap(text, "31") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func bold(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
