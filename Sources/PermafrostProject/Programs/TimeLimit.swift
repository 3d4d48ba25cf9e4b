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
