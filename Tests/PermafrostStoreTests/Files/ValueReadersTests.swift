import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

@Suite struct ValueReadersTests {
    /// Another program keeps the store's folder locked. A reader waits until its timeout, and then reads without the lock.
    @Test(.timeLimit(.minutes(1))) func aReaderDoesNotWaitForever() throws {
        let scratch = try ScratchFolder()
        let descriptor = open(scratch.url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let store = StoreFile(scratch.url.appendingPathComponent("App.store"))
        let readers = ValueReaders(of: store, timeout: .milliseconds(50))
        var hasRead = false
        let time = ContinuousClock().measure { readers.read { hasRead = true } }
        #expect(hasRead && time >= .milliseconds(50))
        #expect(!readers.ifNone { Issue.record("the folder is locked") })
    }
}
