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

/// A log of one subsystem.
public struct Logger: Sendable {
    /// The log of a category.
    public init(subsystem: String, category: String) {}
    /// The log of no subsystem.
    public init() {}
    /// Logs what helps to find an error.
    public func debug(_ message: String) {}
    /// Logs what is good to know.
    public func info(_ message: String) {}
    /// Logs what matters.
    public func notice(_ message: String) {}
    /// Logs an error.
    public func error(_ message: String) {}
    /// Logs an error that must not happen.
    public func fault(_ message: String) {}
}
