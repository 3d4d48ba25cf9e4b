// A stand-in for the locks and the logger of the `os` module.

/// A lock around a value.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    /// Creates a lock around a value that isn't checked for `Sendable`.
    public init(uncheckedState: State) {}
    /// Calls the body with the value while no other thread uses it.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { fatalError() }
    /// Calls the body with the value while no other thread uses it.
    public func withLock<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result { fatalError() }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// Creates a lock around a value.
    public init(initialState: State) {}
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without a value.
    public init() {}
    /// Acquires the lock.
    public func lock() {}
    /// Releases the lock.
    public func unlock() {}
    /// Calls the body while no other thread holds the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }
    /// Calls the body while no other thread holds the lock.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// A log message, which is always an interpolated literal.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// The visibility of a value in a log.
    public struct Privacy: Sendable {
        /// Visible to everyone.
        public static let `public` = Privacy()
        /// Visible only in a debugger.
        public static let `private` = Privacy()
    }

    /// The parts of a message.
    public struct Interpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        /// Appends a text, which is private by default.
        public mutating func appendInterpolation(
            _ text: @autoclosure @escaping () -> String, privacy: Privacy = .private
        ) {}
    }

    public init(stringLiteral value: String) {}
    public init(stringInterpolation: Interpolation) {}
}

/// The log of a subsystem.
public struct Logger: Sendable {
    /// Creates the log of a category.
    public init(subsystem: String, category: String) {}
    /// Creates a log without a subsystem.
    public init() {}
    /// Logs a message for debugging.
    public func debug(_ message: OSLogMessage) {}
    /// Logs helpful information.
    public func info(_ message: OSLogMessage) {}
    /// Logs an important message.
    public func notice(_ message: OSLogMessage) {}
    /// Logs an error.
    public func error(_ message: OSLogMessage) {}
    /// Logs an error that must never happen.
    public func fault(_ message: OSLogMessage) {}
}
