import Foundation
import PermafrostStore

/// A lock on a store that only one thread of one process can hold at a time.
///
/// The lock is a system lock on a file (`flock`), so the system releases it if the process ends. A process that
/// releases the lock also removes the file. If another process was waiting for that file, it tries again with a new
/// file.
struct StoreLock: Sendable {
    /// The paths of the stores that this thread or task has locked.
    @TaskLocal private static var held: Set<String> = []

    let folder: SafetyFolder
    let files: FileSystem
    /// The maximum time in seconds to wait for the lock.
    let timeout: Double

    /// Runs `body` with exclusive access to the store.
    ///
    /// - Parameters:
    ///   - end: the time to stop waiting. If nil, waits for at most ``timeout`` seconds.
    ///   - checkCancelled: a closure that is called repeatedly during the wait, and once before `body`. It throws an
    ///     error to end the wait.
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` after the timeout, `.busy(.migrationInProgress)` if the caller
    ///   already has the lock, or `.store(.protected)` if the system doesn't allow the app to open the lock's file now;
    ///   `FileError` if the lock's file can't be created or locked; the error that `checkCancelled` or `body` throws.
    func withLock<Result>(
        until end: ContinuousClock.Instant? = nil, checkCancelled: () throws -> Void = {}, _ body: () throws -> Result
    ) throws -> Result {
        let path = folder.store.path
        guard !Self.held.contains(path) else { throw MigrationError(.busy(.migrationInProgress)) }
        let descriptor = try acquire(until: end ?? ContinuousClock.now + .seconds(timeout), checkCancelled)
        defer { release(descriptor) }
        try checkCancelled()
        return try Self.$held.withValue(Self.held.union([path])) { try body() }
    }

    /// The time between two attempts, in microseconds.
    private static let interval: UInt32 = 5000

    private func acquire(until end: ContinuousClock.Instant, _ checkCancelled: () throws -> Void) throws -> Int32 {
        /// Waits before the next attempt. Throws an error if the time is up, or if the store's folder doesn't exist.
        func pause() throws {
            guard FileStatus(at: folder.parent)?.isFolder == true else { throw FileError.last(.open, folder.parent) }
            guard ContinuousClock.now < end else {
                throw MigrationError(.busy(.inUse), underlying: TimeoutError(seconds: timeout))
            }
            try checkCancelled()
            usleep(Self.interval)
        }
        while true {
            do { try folder.make(files) } catch let error as FileError where error.code == ENOENT {
                // Another process has released its lock and removed the folder in the meantime.
                try pause()
                continue
            }
            let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
            if descriptor < 0 {
                let error = FileError.last(.open, folder.lock)
                if error.code == ENOENT {
                    try pause()
                    continue
                }
                folder.removeIfEmpty()
                throw error.code == EPERM ? MigrationError(.store(.protected), underlying: error) : error
            }
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else {
                    let code = errno
                    close(descriptor)
                    throw code == EWOULDBLOCK || code == EINTR
                        ? MigrationError(.busy(.inUse), underlying: TimeoutError(seconds: timeout))
                        : FileError(operation: .open, path: folder.lock, code: code)
                }
                do { try checkCancelled() } catch {
                    close(descriptor)
                    throw error
                }
                usleep(Self.interval)
            }
            if isAtPlace(descriptor) { return descriptor }
            close(descriptor)
            try pause()
        }
    }

    /// Returns whether the locked file is still the file at the lock's path. If not, the previous owner has removed the
    /// locked file.
    private func isAtPlace(_ descriptor: Int32) -> Bool {
        var locked = stat()
        var placed = stat()
        return fstat(descriptor, &locked) == 0 && lstat(folder.lock, &placed) == 0 && locked.st_ino == placed.st_ino
            && locked.st_dev == placed.st_dev
    }

    private func release(_ descriptor: Int32) {
        unlink(folder.lock)
        folder.removeIfEmpty()
        close(descriptor)
    }
}

extension StoreLock {
    /// The underlying error of a `.busy(.inUse)` error if another process or thread still had the lock after the
    /// timeout.
    struct TimeoutError: LocalizedError {
        /// The timeout in seconds.
        let seconds: Double

        var errorDescription: String? {
            let number = seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
            return "The store was still in use after the timeout of \(number) \(number == "1" ? "second" : "seconds")."
        }
    }
}

extension Duration {
    /// The duration in seconds, limited to the range from zero to one year, so that adding it to a time doesn't
    /// overflow.
    var timeoutSeconds: Double {
        let bounded = min(max(self, .zero), .seconds(31_536_000))
        return Double(bounded.components.seconds) + Double(bounded.components.attoseconds) * 1e-18
    }
}
