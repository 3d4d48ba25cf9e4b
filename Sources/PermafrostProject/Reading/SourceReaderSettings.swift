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
    /// How long it may take.
    let limit: TimeLimit

    /// What the environment says. Nil if nobody can wait for that number of seconds.
    package init?(environment: [String: String]) {
        guard let limit = TimeLimit(Self.limitVariable, environment, usual: Self.usualLimit) else { return nil }
        self.limit = limit
        path = environment[Self.pathVariable]
    }
}
