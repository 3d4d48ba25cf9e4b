// A stand-in for the locks and the logger of the module `os`.

/// A lock around a value.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    /// A lock around a value of the caller's own.
    public init(uncheckedState: State) {}
    /// Calls the body with the value, while no other thread does.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result { fatalError() }
    /// Calls the body with the value, while no other thread does.
    public func withLock<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result { fatalError() }
}

extension OSAllocatedUnfairLock where State: Sendable {
    /// A lock around a value.
    public init(initialState: State) {}
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a value.
    public init() {}
    /// Takes the lock.
    public func lock() {}
    /// Releases the lock.
    public func unlock() {}
    /// Calls the body while no other thread holds the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result { try body() }
    /// Calls the body while no other thread holds the lock.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

/// A message of a log, which is always an interpolated literal.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    /// Who may read a value in a log.
    public struct Privacy: Sendable {
        /// Everyone.
        public static let `public` = Privacy()
        /// Nobody but who debugs the process.
        public static let `private` = Privacy()
    }

    /// The parts of a message.
    public struct Interpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        /// A text, private unless something else is said.
        public mutating func appendInterpolation(
            _ text: @autoclosure @escaping () -> String, privacy: Privacy = .private
        ) {}
    }

    public init(stringLiteral value: String) {}
    public init(stringInterpolation: Interpolation) {}
}

/// A log of one subsystem.
public struct Logger: Sendable {
    /// The log of a category.
    public init(subsystem: String, category: String) {}
    /// The log of no subsystem.
    public init() {}
    /// Logs what helps to find an error.
    public func debug(_ message: OSLogMessage) {}
    /// Logs what is good to know.
    public func info(_ message: OSLogMessage) {}
    /// Logs what matters.
    public func notice(_ message: OSLogMessage) {}
    /// Logs an error.
    public func error(_ message: OSLogMessage) {}
    /// Logs an error that must not happen.
    public func fault(_ message: OSLogMessage) {}
}
