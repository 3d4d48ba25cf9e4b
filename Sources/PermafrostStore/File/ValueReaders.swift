import Foundation

/// Who reads rows of a store that name large values, in this process and in others.
///
/// Whoever reads rows sees the store as it was at one moment, while others go on saving. A file that a newer row no longer
/// names may still be one that the reader's row names. So a reader holds a shared lock from before its first row until its
/// last value is read, and files are removed only under the exclusive lock: then whoever reads began after the commit.
/// Nobody waits for a reader: what cannot be removed now is removed another time.
///
/// The lock is the system's (`flock`) on the folder that the store is in. It is no lock of SQLite's, and ends with the
/// process. It is not safe to use from two threads at once.
package final class ValueReaders {
    private let folder: String
    private var descriptor: Int32 = -1
    private var depth = 0

    /// The readers of a store.
    package init(of store: StoreFile) {
        folder = store.folder
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Runs `body`, which reads rows and the values that they name. The values stay meanwhile.
    ///
    /// A folder that cannot be opened is not locked. Then a value may go while it is read, and reading it fails.
    package func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        if depth == 0 { lock(LOCK_SH) }
        depth += 1
        defer {
            depth -= 1
            if depth == 0, descriptor >= 0 { flock(descriptor, LOCK_UN) }
        }
        return try body()
    }

    /// Runs `body` if nobody reads, and nobody begins to until it returns.
    ///
    /// - Returns: whether it ran.
    package func ifNone(_ body: () throws -> Void) rethrows -> Bool {
        guard depth == 0, lock(LOCK_EX | LOCK_NB) else { return false }
        defer { flock(descriptor, LOCK_UN) }
        try body()
        return true
    }

    @discardableResult
    private func lock(_ operation: Int32) -> Bool {
        if descriptor < 0 { descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        while flock(descriptor, operation) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
