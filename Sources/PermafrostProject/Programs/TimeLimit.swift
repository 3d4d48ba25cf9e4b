import Foundation

/// The seconds that something may take.
package struct TimeLimit: Sendable, Hashable, CustomStringConvertible {
    package let seconds: Double

    package init(seconds: Double) { self.seconds = seconds }

    /// Reads a variable of the environment.
    ///
    /// - Parameter usual: the limit if the variable isn't set or is empty.
    /// - Returns: nil if the value isn't a number of seconds that somebody can wait for.
    package init?(_ variable: String, _ environment: [String: String], usual: Double) {
        guard let text = environment[variable], !text.isEmpty else {
            seconds = usual
            return
        }
        guard let seconds = Double(text), seconds > 0, seconds <= 86400 else { return nil }
        self.seconds = seconds
    }

    /// `1 second`, `600 seconds`, `0.5 seconds`
    package var description: String {
        let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return seconds == 1 ? "1 second" : "\(number) seconds"
    }

    /// When it is over if it starts now.
    var end: SuspendingClock.Instant { .now + .seconds(seconds) }

    /// How long to wait in one call of `poll`; 0 if the time is over.
    static func milliseconds(until end: SuspendingClock.Instant) -> Int32 {
        let rest = SuspendingClock.now.duration(to: end) / .milliseconds(1)
        return Int32(min(max(rest.rounded(.up), 0), 1_000_000))
    }
}
