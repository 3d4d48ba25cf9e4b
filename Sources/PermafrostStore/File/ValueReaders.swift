import Foundation

/// A lock that prevents a store's large values from being removed while this or another process reads them.
///
/// A reader sees a snapshot of the store while others continue to save, so it may need a file that no newer row refers
/// to. It holds a shared lock from before it reads its first row until it has read its last value. Files are removed
/// only under the exclusive lock, without waiting for readers. Files that can't be removed now are removed later.
///
/// The lock is a system lock (`flock`) on the store's folder. It isn't one of SQLite's locks, and it ends with the
/// process. Don't use an instance on two threads at once.
package final class ValueReaders {
    private let folder: String
    private var descriptor: Int32 = -1
    private var depth = 0

    /// The maximum time to wait for a process that removes values.
    private let timeout: Duration

    package init(of store: StoreFile, timeout: Duration = .seconds(10)) {
        folder = store.folder
        self.timeout = timeout
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Runs `body`, which reads rows and their values. The values aren't removed until `body` returns.
    ///
    /// If the folder can't be opened, or if another process keeps it locked, `body` runs without a lock. A value may then
    /// be removed before it is read, and reading it fails.
    package func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        if depth == 0 { lock(LOCK_SH, until: ContinuousClock.now + timeout) }
        depth += 1
        defer {
            depth -= 1
            if depth == 0, descriptor >= 0 { flock(descriptor, LOCK_UN) }
        }
        return try body()
    }

    /// Runs `body` if the store's values aren't being read. New readers wait until `body` returns.
    ///
    /// - Returns: true if `body` ran; false if the values are being read, or if the store's folder can't be opened or
    ///   locked.
    package func ifNone(_ body: () throws -> Void) rethrows -> Bool {
        guard depth == 0, lock(LOCK_EX, until: ContinuousClock.now) else { return false }
        defer { flock(descriptor, LOCK_UN) }
        try body()
        return true
    }

    @discardableResult
    private func lock(_ operation: Int32, until end: ContinuousClock.Instant) -> Bool {
        if descriptor < 0 { descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        while flock(descriptor, operation | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK && ContinuousClock.now < end else { return false }
            usleep(1000)
        }
        return true
    }
}
