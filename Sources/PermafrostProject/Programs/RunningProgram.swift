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
        case running(ProgramStreams)
        case ended(Result)
    }

    private let identifier: pid_t
    private let limit: TimeLimit
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
        limit: TimeLimit
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
    private func end(of streams: inout ProgramStreams, wasSilent: Bool) -> Result {
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
