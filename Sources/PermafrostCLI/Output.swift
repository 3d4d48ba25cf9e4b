import Foundation
import PermafrostFiles
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
    func result(_ bytes: [UInt8]) { Self.write(bytes, to: .standardOutput) }

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

    private static func write(_ text: String, to stream: FileHandle) { write(Printable(text).text.utf8, to: stream) }

    /// Results that cannot be written, to a full disk for one, must not pass for a command that went well.
    private static func write(_ bytes: some Sequence<UInt8>, to stream: FileHandle) {
        do {
            try stream.write(contentsOf: Data(bytes))
        } catch  where stream === FileHandle.standardOutput {
            try? FileHandle.standardError.write(
                contentsOf: Data("error: the results cannot be written: \(error.localizedDescription)\n".utf8))
            exit(ExitCode.failed.rawValue)
        } catch {
            // Nobody hears what standard error does not take.
        }
    }
}

/// Text without control characters other than line breaks and the colours of ``Style``.
///
/// Names and values come from stores and sources that anybody may have made, and a terminal would obey what they say.
struct Printable {
    let text: String

    init(_ text: String) {
        // The bytes of a control character, or, for those above ASCII, the first of the two.
        let isPlain = text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F && $0 != 0xC2) || $0 == 0x0A || $0 == 0x09 }
        guard !isPlain, text.unicodeScalars.contains(where: Self.isControl) else {
            self.text = text
            return
        }
        var scalars = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        while let first = rest.first {
            if let colour = Style.codes.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                scalars += colour.unicodeScalars
                rest = rest.dropFirst(colour.unicodeScalars.count)
                continue
            }
            if Self.isControl(first) {
                scalars += String(first).visible.unicodeScalars
            } else {
                scalars.append(first)
            }
            rest = rest.dropFirst()
        }
        self.text = String(scalars)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && scalar != "\t" && scalar.properties.generalCategory == .control
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

    /// Every sequence that colours text, and the one that ends it.
    static let codes = ["0", "1", "2", "31", "32", "33"].map { "\u{1B}[\($0)m" }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
