import Foundation

/// Which source reader is run, and how long it may take.
package struct SourceReaderSettings: Sendable {
    /// The variable of the environment with the executable's path.
    static let pathVariable = "PERMAFROST_SOURCE_READER"
    /// The variable of the environment with the number of seconds that it may take.
    package static let limitVariable = "PERMAFROST_SOURCE_READER_SECONDS"
    /// The largest project takes seconds: a reader that takes this long hangs.
    private static let usualLimit: Double = 600

    /// The executable; nil to find it beside this one.
    let path: String?
    /// How many seconds it may take.
    let limit: Double

    /// What the environment says. Nil if nobody can wait for that number of seconds.
    package init?(environment: [String: String]) {
        path = environment[Self.pathVariable]
        guard let text = environment[Self.limitVariable], !text.isEmpty else {
            limit = Self.usualLimit
            return
        }
        guard let seconds = Double(text), seconds > 0, seconds <= 86400 else { return nil }
        limit = seconds
    }

    /// `1 second`, `600 seconds`, `0.5 seconds`
    static func text(ofLimit seconds: Double) -> String {
        let number = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return seconds == 1 ? "1 second" : "\(number) seconds"
    }
}
