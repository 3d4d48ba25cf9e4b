import Foundation

/// Both ends of a child process's standard streams.
struct ProgramPipes {
    /// A file descriptor that is closed when its last reference is released.
    private final class Descriptor {
        private(set) var number: Int32

        init(_ number: Int32) { self.number = number }

        /// Returns the descriptor and gives up ownership of it. The caller must close it.
        func take() -> Int32 {
            defer { number = -1 }
            return number
        }

        /// Changes the descriptor's number to one that no standard stream uses.
        func moveUp() throws(RunningProgram.StartError) {
            let moved = try ProgramPipes.checked(fcntl(number, F_DUPFD_CLOEXEC, 3))
            close(number)
            number = moved
        }

        deinit { if number >= 0 { close(number) } }
    }

    private let input: (own: Descriptor?, child: Descriptor)
    private let output: (own: Descriptor, child: Descriptor)
    private let errors: (own: Descriptor, child: Descriptor)

    /// Opens the three streams.
    ///
    /// - Parameter hasInput: whether the program receives standard input. If false, its input is empty.
    init(hasInput: Bool) throws(RunningProgram.StartError) {
        output = try Self.pair(isSocket: false)
        errors = try Self.pair(isSocket: false)
        if hasInput {
            // Writing to a closed socket can return an error instead of sending a signal. With a pipe, this isn't
            // possible.
            let (own, child) = try Self.pair(isSocket: true)
            input = (own, child)
        } else {
            let null = Descriptor(try Self.checked(open("/dev/null", O_RDONLY | O_CLOEXEC)))
            if (0...2).contains(null.number) { try null.moveUp() }
            input = (nil, null)
        }
    }

    /// Returns this process's ends, which the caller must close. The child process's ends are closed when this value is
    /// destroyed.
    func streams() -> ProgramStreams {
        ProgramStreams(input: input.own?.take(), output: output.own.take(), errors: errors.own.take())
    }

    func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String]
    ) throws(RunningProgram.StartError) -> pid_t {
        #if os(Linux) || os(macOS)
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            try Self.zero(posix_spawn_file_actions_init(&actions))
            defer { posix_spawn_file_actions_destroy(&actions) }
            try Self.zero(posix_spawnattr_init(&attributes))
            defer { posix_spawnattr_destroy(&attributes) }
            for (descriptor, number) in [(input.child, 0), (output.child, 1), (errors.child, 2)]
                as [(Descriptor, Int32)]
            {
                try Self.zero(posix_spawn_file_actions_adddup2(&actions, descriptor.number, number))
            }
            // In the program, reset signals that this process blocks or ignores.
            var none = sigset_t()
            var defaults = sigset_t()
            sigemptyset(&none)
            sigemptyset(&defaults)
            for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&defaults, signal) }
            try Self.zero(posix_spawnattr_setsigmask(&attributes, &none))
            try Self.zero(posix_spawnattr_setsigdefault(&attributes, &defaults))
            var flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
            #if canImport(Darwin)
                flags |= Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
            #endif
            try Self.zero(posix_spawnattr_setflags(&attributes, Int16(flags)))
            var words = ([path] + arguments).map { strdup($0) } + [nil]
            var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for text in words + variables { free(text) } }
            var identifier = pid_t()
            try Self.zero(posix_spawn(&identifier, path, &actions, &attributes, &words, &variables))
            return identifier
        #else
            // A device starts no programs.
            throw RunningProgram.StartError(ENOTSUP)
        #endif
    }

    private static func zero(_ code: Int32) throws(RunningProgram.StartError) {
        guard code == 0 else { throw RunningProgram.StartError(code) }
    }

    private static func checked(_ result: Int32) throws(RunningProgram.StartError) -> Int32 {
        guard result >= 0 else { throw RunningProgram.StartError(errno) }
        return result
    }

    /// Creates the two ends of a stream. Other programs don't inherit them, and operations on this process's end never
    /// block.
    private static func pair(
        isSocket: Bool
    ) throws(RunningProgram.StartError) -> (own: Descriptor, child: Descriptor) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            _ = try checked(isSocket ? socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) : pipe(&ends))
        #else
            // Use sockets instead of pipes. Between `pipe` and `fcntl`, another thread could start a program that
            // inherits the ends.
            let streamType = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            _ = try checked(socketpair(AF_UNIX, streamType, 0, &ends))
        #endif
        let (own, child) = (Descriptor(ends[0]), Descriptor(ends[1]))
        // If this process was started without a standard stream (`>&-`), an end may have that stream's number. It would
        // then be overwritten.
        for end in [own, child] where (0...2).contains(end.number) { try end.moveUp() }
        _ = try checked(fcntl(own.number, F_SETFD, FD_CLOEXEC))
        _ = try checked(fcntl(child.number, F_SETFD, FD_CLOEXEC))
        _ = try checked(fcntl(own.number, F_SETFL, fcntl(own.number, F_GETFL) | O_NONBLOCK))
        #if canImport(Darwin)
            if isSocket {
                var on: Int32 = 1
                _ = try checked(
                    setsockopt(own.number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size)))
            }
        #endif
        return (own, child)
    }
}
