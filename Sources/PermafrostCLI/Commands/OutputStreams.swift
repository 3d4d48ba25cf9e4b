import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The output streams for a run of the command line.
package struct OutputStreams: Sendable {
    package struct Stream: Sendable {
        package var isTerminal: Bool
        /// The number of characters in a line of the terminal; nil if the stream isn't a terminal of a known width.
        package var width: Int?
        /// The function that writes bytes to the stream.
        package var write: @Sendable (Data) throws -> Void

        package init(isTerminal: Bool, width: Int? = nil, write: @escaping @Sendable (Data) throws -> Void) {
            self.isTerminal = isTerminal
            self.width = width
            self.write = write
        }
    }

    /// The stream for results.
    package var output: Stream
    /// The stream for progress, hints and errors.
    package var errors: Stream
    /// Whether the user can answer questions at a terminal.
    package var canAsk: Bool
    /// The function that returns the next bytes of standard input, or empty data at its end. Only `mcp` uses it.
    package var input: @Sendable () throws -> Data

    package init(
        output: Stream, errors: Stream, canAsk: Bool, input: @escaping @Sendable () throws -> Data = { Data() }
    ) {
        self.output = output
        self.errors = errors
        self.canAsk = canAsk
        self.input = input
    }

    package static let ofProcess = OutputStreams(
        output: Stream(isTerminal: isatty(STDOUT_FILENO) == 1, width: terminalWidth(STDOUT_FILENO)) {
            try FileHandle.standardOutput.write(contentsOf: $0)
        },
        errors: Stream(isTerminal: isatty(STDERR_FILENO) == 1) { try FileHandle.standardError.write(contentsOf: $0) },
        canAsk: isatty(STDIN_FILENO) == 1, input: { try nextInput() })

    /// Returns the width of the terminal that a file descriptor refers to. Returns nil if it isn't a terminal, or if the
    /// terminal doesn't report its width.
    private static func terminalWidth(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Waits for standard input, and returns the bytes that are available. `FileHandle` would also wait for bytes that
    /// haven't arrived yet.
    private static func nextInput() throws -> Data {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &bytes, bytes.count)
            if count >= 0 { return Data(bytes[..<count]) }
            guard errno == EINTR else { throw FileError.last(.read, "standard input") }
        }
    }
}
