#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    @testable import PermafrostProject

    /// A project's lock is released with its holder.
    @Suite struct ProjectLockTests {
        @Test func oneHolderAtATime() throws {
            let folder = try ScratchFolder()
            let lock = try ProjectLock(folder.url.path)
            #expect(throws: SourceEditError.inUse(directory: folder.url.path)) { try ProjectLock(folder.url.path) }
            withExtendedLifetime(lock) {}
        }

        /// Simulates a child process that has inherited the open files, but hasn't run its first instruction yet.
        @Test func aCopyOfTheDescriptorDoesNotHoldTheLock() throws {
            let folder = try ScratchFolder()
            var lock: ProjectLock? = try ProjectLock(folder.url.path)
            let copy = try #require(
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }.first {
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                    return target == folder.url.path
                }.map { dup($0) })
            defer { close(copy) }
            withExtendedLifetime(lock) {}
            lock = nil
            _ = try ProjectLock(folder.url.path)
        }
    }
#endif
