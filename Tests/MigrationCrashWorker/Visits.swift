import Foundation
import MigrationCrashModels

/// A process that uses stores as the lines of its input request:
/// - `KIND VERSION MICROSECONDS STORE`: a `VaultVisitor` of the kind, with the `first` or the `second` version, visits
///   the store until there is more input. It prints `ready` after its first visit. A visitor of the kind `killed` kills
///   itself after that number of microseconds.
/// - `stop`: the visits end, and it prints `stopped`.
enum Visits {
    static func run() {
        while let line = readLine() {
            let parts = line.split(separator: " ", maxSplits: 3).map(String.init)
            guard parts.count == 4, let kind = VaultSetting.Difference(rawValue: parts[0]),
                let moment = UInt32(parts[2])
            else { exit(2) }
            var visitor = VaultVisitor(
                kind, URL(fileURLWithPath: parts[3]), isSecond: parts[1] == "second", say: Main.say)
            visitor.visit()
            Main.say("ready")
            if kind == .killed {
                Thread.detachNewThread {
                    usleep(moment)
                    kill(getpid(), SIGKILL)
                }
            }
            while !hasInput(within: kind == .killed ? 0 : 3) { visitor.visit() }
            guard readLine() == "stop" else { exit(0) }
            Main.say("stopped")
        }
    }

    /// Returns whether input, or the end of the input, is available within the given number of milliseconds.
    private static func hasInput(within milliseconds: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, milliseconds) > 0
    }
}
