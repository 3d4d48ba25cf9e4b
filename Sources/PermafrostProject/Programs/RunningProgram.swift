import Foundation
import PermafrostModel

/// A child process whose standard streams are connected to the current process. The current process waits for the
/// program only when it collects the output.
///
/// The program inherits only the descriptors of its three streams. If the program neither reads nor writes for too long
/// while the current process waits, the program is killed.
package final class RunningProgram: Sendable {
    /// The result of a program that has ended.
    package struct Result: Sendable {
        /// The exit status. If a signal ended the program, this is 128 plus the signal number.
        package let status: Int32
        package let output: Data
        package let errors: Data
        /// Whether the program was killed because it neither read nor wrote within its time limit.
        package let wasSilent: Bool
    }

    /// The error that is thrown if the system can't start a program.
    package struct StartError: Error, Sendable, Hashable {
        package let reason: String

        init(_ code: Int32) { reason = String(cString: strerror(code)) }
    }

    private enum State: Sendable {
        case running(RunningProgram.Streams)
        case ended(Result)
    }

    private let identifier: pid_t
    private let limit: RunningProgram.TimeLimit
    private let state: Locked<State>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: the program's absolute path.
    ///   - environment: the program's complete environment.
    ///   - input: the program's standard input, or nil to keep it open for ``exchange(_:until:)``.
    ///   - limit: the maximum time without any input or output while this process waits for the program.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], input: Data? = Data(),
        limit: RunningProgram.TimeLimit
    ) throws(StartError) {
        self.limit = limit
        let pipes = try ProgramPipes(hasInput: input?.isEmpty != true)
        identifier = try pipes.spawn(path, arguments, environment)
        Self.running.withLock { [identifier] in _ = $0.insert(identifier) }
        var streams = pipes.streams()
        if let input { streams.write(input, closes: true) }
        state = Locked(.running(streams))
    }

    deinit {
        state.withLock { state in
            guard case .running(var streams) = state else { return }
            // The output is no longer needed. A program that only reads files can be killed at any time.
            streams.close()
            kill(identifier, SIGKILL)
            _ = Self.wait(for: identifier)
        }
    }

    /// Calls ``result()`` on a separate thread, so that the program never has to wait until this process reads its
    /// output.
    package func collectInBackground() {
        // The thread retains this object until the program has ended.
        let thread = Thread { [self] in _ = result() }
        thread.name = "permafrost-program"
        thread.start()
    }

    /// Closes the program's standard input, waits for the program to end, and returns its status and output. Kills the
    /// program if it exceeds the time limit.
    package func result() -> Result {
        state.withLock { state in
            switch state {
            case .ended(let result): return result
            case .running(var streams):
                streams.write(Data(), closes: true)
                let result = end(of: &streams, wasSilent: !streams.run(limit) { _ in false })
                state = .ended(result)
                return result
            }
        }
    }

    /// Closes the streams and waits for the program to end. Kills the program if it exceeded the time limit.
    private func end(of streams: inout RunningProgram.Streams, wasSilent: Bool) -> Result {
        streams.close()
        if wasSilent { kill(identifier, SIGKILL) }
        return Result(
            status: Self.wait(for: identifier), output: streams.output, errors: streams.errors, wasSilent: wasSilent)
    }

    /// Writes to the program, and reads its output until the answer is complete.
    ///
    /// - Parameter isComplete: a function that returns whether the output since the last exchange is a complete answer.
    /// - Returns: the answer. It is incomplete if the program ended or was killed.
    func exchange(_ input: Data, until isComplete: (Data) -> Bool) -> Data {
        state.withLock { state in
            guard case .running(var streams) = state else { return Data() }
            streams.write(input, closes: false)
            let isSilent = !streams.run(limit, until: isComplete)
            let answer = streams.output
            guard !isSilent else {
                state = .ended(end(of: &streams, wasSilent: true))
                return answer
            }
            streams.output = Data()
            state = .running(streams)
            return answer
        }
    }

    /// The process IDs of the programs that this process hasn't waited for.
    private static let running = Locked<Set<pid_t>>([])

    /// Kills the programs that this process hasn't waited for. Call this before the process exits. Otherwise, a program
    /// that waits for a pipe would continue to run and keep inherited descriptors open.
    package static func endAll() {
        running.withLock { running in
            for identifier in running { kill(identifier, SIGKILL) }
            running = []
        }
    }

    private static func wait(for identifier: pid_t) -> Int32 {
        // Once the process has been waited for, its ID may be reused.
        running.withLock { _ = $0.remove(identifier) }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 {
            // Retry only after an interruption. If other code has waited for the program, its status isn't available.
            guard errno == EINTR else { return 128 }
        }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

extension RunningProgram {
    /// A time limit in seconds.
    package struct TimeLimit: Sendable, Hashable, CustomStringConvertible {
        package let seconds: Double

        package init(seconds: Double) { self.seconds = seconds }

        /// Reads the limit from an environment variable. Returns nil if the value isn't a number of seconds that is
        /// greater than 0 and at most a day.
        ///
        /// - Parameter usual: the limit to use if the variable isn't set or is empty.
        package init?(_ variable: String, _ environment: [String: String], usual: Double) {
            guard let text = environment[variable], !text.isEmpty else {
                seconds = usual
                return
            }
            guard let seconds = Double(text), seconds > 0, seconds <= 86400 else { return nil }
            self.seconds = seconds
        }

        /// The limit with its unit, such as `1 second`, `600 seconds` or `0.5 seconds`.
        package var description: String {
            let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
            return seconds == 1 ? "1 second" : "\(number) seconds"
        }

        /// The time at which the limit is reached if it starts now.
        var end: SuspendingClock.Instant { .now + .seconds(seconds) }

        /// Returns the remaining time in milliseconds, as the timeout for a call to `poll`. Returns 0 if `end` has
        /// passed.
        static func milliseconds(until end: SuspendingClock.Instant) -> Int32 {
            let rest = SuspendingClock.now.duration(to: end) / .milliseconds(1)
            return Int32(min(max(rest.rounded(.up), 0), 1_000_000))
        }
    }
}

extension RunningProgram {
    /// This process's ends of a program's streams.
    struct Streams: Sendable {
        private var inputDescriptor: Int32?
        private var outputDescriptor: Int32?
        private var errorDescriptor: Int32?
        private var pending = Data()
        private var closesInput = false
        /// The bytes that were read from standard output since the last exchange.
        var output = Data()
        /// The bytes that were read from standard error.
        var errors = Data()

        init(input: Int32?, output: Int32, errors: Int32) {
            (inputDescriptor, outputDescriptor, errorDescriptor) = (input, output, errors)
        }

        /// Queues bytes for the program's standard input. If `closes` is true, the input is closed after they are
        /// written.
        mutating func write(_ bytes: Data, closes: Bool) {
            pending.append(bytes)
            closesInput = closesInput || closes
        }

        /// Reads and writes until the program closes its output and error streams, or the output is complete.
        ///
        /// - Returns: false if the program neither read nor wrote within the time limit.
        mutating func run(_ limit: RunningProgram.TimeLimit, until isComplete: (Data) -> Bool) -> Bool {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var end = limit.end
            while true {
                if pending.isEmpty, closesInput { Self.close(&inputDescriptor) }
                if pending.isEmpty, isComplete(output) { return true }
                // Don't wait for writing if there is no pending input.
                let input = pending.isEmpty ? nil : inputDescriptor
                guard outputDescriptor != nil || errorDescriptor != nil else { return true }
                var polled = [
                    pollfd(fd: outputDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: errorDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: input ?? -1, events: Int16(POLLOUT), revents: 0),
                ]
                let ready = poll(&polled, nfds_t(polled.count), RunningProgram.TimeLimit.milliseconds(until: end))
                guard ready >= 0 || errno == EINTR else { return true }
                if ready > 0 {
                    end = limit.end
                } else if RunningProgram.TimeLimit.milliseconds(until: end) == 0 {
                    return false
                }
                if polled[0].revents != 0 { Self.read(&outputDescriptor, into: &output, &buffer) }
                if polled[1].revents != 0 { Self.read(&errorDescriptor, into: &errors, &buffer) }
                if polled[2].revents != 0 { writePending() }
            }
        }

        private mutating func writePending() {
            guard let descriptor = inputDescriptor else { return }
            let sent = pending.withUnsafeBytes {
                send(descriptor, $0.baseAddress, min($0.count, 1 << 16), Self.sendFlags)
            }
            if sent > 0 {
                pending = Data(pending.dropFirst(sent))
            } else if sent < 0, errno != EAGAIN, errno != EINTR {
                // The program closed its input. Its exit status shows why.
                pending = Data()
                Self.close(&inputDescriptor)
            }
        }

        private static func read(_ descriptor: inout Int32?, into data: inout Data, _ buffer: inout [UInt8]) {
            guard let open = descriptor else { return }
            let count = buffer.withUnsafeMutableBytes { recv($0, from: open) }
            if count > 0 {
                data.append(contentsOf: buffer[..<count])
            } else if count == 0 || errno != EAGAIN && errno != EINTR {
                close(&descriptor)
            }
        }

        private static func recv(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Int {
            Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        }

        private static func close(_ descriptor: inout Int32?) {
            if let open = descriptor { _ = Foundation.close(open) }
            descriptor = nil
        }

        mutating func close() {
            Self.close(&inputDescriptor)
            Self.close(&outputDescriptor)
            Self.close(&errorDescriptor)
        }

        /// The flags for `send`. They prevent `SIGPIPE`, which would end this process if a program ends before it has
        /// read all of its input. On Apple platforms, a socket option prevents the signal, so no flags are needed.
        #if canImport(Darwin)
            private static let sendFlags: Int32 = 0
        #else
            private static let sendFlags = Int32(MSG_NOSIGNAL)
        #endif
    }
}
