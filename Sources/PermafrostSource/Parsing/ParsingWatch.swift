import Foundation
import PermafrostModel

/// A record of the files that are being parsed, one for each thread. If a file makes the parser crash or hang, the
/// record identifies the file.
///
/// The limits of ``BoundedParser`` should prevent this. However, files may be untrusted, and the parser may change.
package enum ParsingWatch {
    /// The error for a file that takes too long to parse.
    package struct Hang: Error, Sendable, Hashable {
        package let path: String
        package let seconds: Int
    }

    /// Calls a closure that parses the file at a path, and records the path while the closure runs.
    static func watch<Result>(_ path: String, _ body: () -> Result) -> Result {
        guard let slot = ParsedPaths.enter(path) else { return body() }
        defer { ParsedPaths.leave(slot) }
        return body()
    }

    /// Installs signal handlers for crashes. If the crashing thread is parsing a file, the handler writes the file's
    /// path to standard error. The signal then ends the process.
    package static func reportCrashes() {
        ParsedPaths.prepare()
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = reportCrash
        #else
            action.__sigaction_handler.sa_handler = reportCrash
        #endif
        action.sa_flags = Int32(SA_ONSTACK) | Int32(bitPattern: UInt32(SA_RESETHAND))
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] { sigaction(signal, &action, nil) }
    }

    /// Calls a closure with a separate stack for signal handlers, because a stack overflow can't be reported without
    /// one. tvOS and watchOS have no such stacks.
    static func withSignalStack(_ body: () -> Void) {
        #if os(tvOS) || os(watchOS)
            body()
        #else
            let size = 1 << 16
            let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            var stack = stack_t()
            stack.ss_sp = memory
            stack.ss_size = size
            sigaltstack(&stack, nil)
            body()
            stack.ss_flags = Int32(SS_DISABLE)
            sigaltstack(&stack, nil)
            memory.deallocate()
        #endif
    }

    /// Checks every second, on a separate thread, whether a file is taking too long to parse.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of seconds for a file.
    ///   - end: a closure that is called once, with the first file that exceeds the limit.
    package static func endHangs(after limit: Int, _ end: @escaping @Sendable (Hang) -> Void) {
        let thread = Thread {
            while true {
                sleep(1)
                guard let path = ParsedPaths.oldest(since: limit) else { continue }
                end(Hang(path: path, seconds: limit))
                return
            }
        }
        thread.name = "permafrost-watch"
        thread.start()
    }
}

/// The paths of the files that are being parsed. A signal handler can read them without allocating memory or locking.
private enum ParsedPaths {
    struct Slot {
        /// The path, safe to print to a log. A signal handler can't escape it.
        var path: UnsafeMutablePointer<CChar>?
        var thread = pthread_self()
        var start = 0
    }

    static let count = 64
    nonisolated(unsafe) static let slots: UnsafeMutablePointer<Slot> = {
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: count)
        slots.initialize(repeating: Slot(), count: count)
        return slots
    }()
    private static let lock = NSLock()

    /// Creates the storage, so that a signal handler doesn't have to.
    static func prepare() { _ = slots }

    /// Records a path.
    ///
    /// - Returns: the path's slot; nil if all slots are in use.
    static func enter(_ path: String) -> Int? {
        lock.withLock {
            guard let free = (0..<count).first(where: { slots[$0].path == nil }) else { return nil }
            slots[free] = Slot(path: strdup(path.withoutCommands), thread: pthread_self(), start: now)
            return free
        }
    }

    static func leave(_ slot: Int) {
        lock.withLock {
            let path = slots[slot].path
            slots[slot].path = nil
            free(path)
        }
    }

    /// Returns the path of a file whose parsing started at least the given number of seconds ago and isn't finished.
    /// Returns nil if there is no such file.
    static func oldest(since seconds: Int) -> String? {
        lock.withLock {
            (0..<count).lazy.compactMap { index in
                slots[index].path.flatMap { slots[index].start + seconds <= now ? String(cString: $0) : nil }
            }.first
        }
    }

    /// The current time on a monotonic clock, in seconds.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }
}

private func reportCrash(_ signal: Int32) {
    func write(_ text: StaticString) { _ = Foundation.write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount) }
    for index in 0..<ParsedPaths.count {
        guard let path = ParsedPaths.slots[index].path,
            pthread_equal(ParsedPaths.slots[index].thread, pthread_self()) != 0
        else { continue }
        write("error: permafrost crashed while parsing ")
        _ = Foundation.write(STDERR_FILENO, path, strlen(path))
        write(". This is a bug in the parser. Move the file out of the project, or report the bug with the file\n")
    }
    // The default action was already restored when the handler was called.
    raise(signal)
}
