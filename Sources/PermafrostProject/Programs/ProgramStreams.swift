import Foundation

/// This process's ends of a program's streams.
struct ProgramStreams: Sendable {
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
    mutating func run(_ limit: TimeLimit, until isComplete: (Data) -> Bool) -> Bool {
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
            let ready = poll(&polled, nfds_t(polled.count), TimeLimit.milliseconds(until: end))
            guard ready >= 0 || errno == EINTR else { return true }
            if ready > 0 {
                end = limit.end
            } else if TimeLimit.milliseconds(until: end) == 0 {
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
