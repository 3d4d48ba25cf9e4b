import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What a run of the command line is connected to.
package struct OutputStreams: Sendable {
    /// Where one of its streams leads.
    package struct Stream: Sendable {
        /// Whether somebody reads it at a terminal.
        package var isTerminal: Bool
        /// Writes bytes to it.
        package var write: @Sendable (Data) throws -> Void

        /// A stream.
        package init(isTerminal: Bool, write: @escaping @Sendable (Data) throws -> Void) {
            self.isTerminal = isTerminal
            self.write = write
        }
    }

    /// Results.
    package var output: Stream
    /// Progress, hints and errors.
    package var errors: Stream
    /// Whether somebody can answer at a terminal.
    package var canAsk: Bool

    /// Streams.
    package init(output: Stream, errors: Stream, canAsk: Bool) {
        self.output = output
        self.errors = errors
        self.canAsk = canAsk
    }

    /// Those of this process.
    package static let ofProcess = OutputStreams(
        output: Stream(isTerminal: isatty(STDOUT_FILENO) == 1) { try FileHandle.standardOutput.write(contentsOf: $0) },
        errors: Stream(isTerminal: isatty(STDERR_FILENO) == 1) { try FileHandle.standardError.write(contentsOf: $0) },
        canAsk: isatty(STDIN_FILENO) == 1)
}
