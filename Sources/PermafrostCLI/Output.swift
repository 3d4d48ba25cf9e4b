import Foundation

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
    func result(_ text: String) { Self.write(text.hasSuffix("\n") ? text : text + "\n", to: STDOUT_FILENO) }

    /// Writes results as they are.
    func result(_ bytes: [UInt8]) { Self.write(String(decoding: bytes, as: UTF8.self), to: STDOUT_FILENO) }

    /// Writes progress or a hint, unless quiet.
    func note(_ text: String) {
        if !isQuiet { Self.write(text + "\n", to: STDERR_FILENO) }
    }

    /// Writes an error.
    func error(_ text: String) {
        Self.write(Style(errorsAreColoured).red("error: ") + text + "\n", to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { unistdWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                return
            }
            bytes = bytes.dropFirst(written)
        }
    }

    private static func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes, count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, bytes, count)
        #else
            Musl.write(descriptor, bytes, count)
        #endif
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
