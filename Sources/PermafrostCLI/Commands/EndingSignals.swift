import Foundation
import PermafrostProject
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The signals that ask this process to end: `SIGINT`, `SIGTERM` and `SIGHUP`.
enum EndingSignals {
    private static let all = [SIGINT, SIGTERM, SIGHUP]
    /// The end of a pipe that the signal handler writes a signal's number to.
    nonisolated(unsafe) private static var pipeEnd: Int32 = -1

    /// Removes this process's temporary folders when a signal arrives, and then lets the signal end the process. A
    /// signal that the process ignores, for example because of `nohup`, stays ignored.
    ///
    /// A signal handler can't remove folders. It wakes a thread that does. A second signal ends the process at once.
    static func removeTemporaryFolders() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let input = ends[0]
        pipeEnd = ends[1]
        let thread = Thread {
            var number: UInt8 = 0
            while read(input, &number, 1) != 1 {}
            for signalNumber in all { signal(signalNumber, SIG_DFL) }
            LockedFolder.removeAll {
                RunningProgram.endAll()
                kill(getpid(), Int32(number))
                while true { sleep(60) }
            }
        }
        thread.name = "permafrost-signals"
        thread.start()
        for number in all {
            let old = signal(number) { number in
                let code = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(EndingSignals.pipeEnd, &byte, 1)
                errno = code
            }
            if unsafeBitCast(old, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
        }
    }
}
