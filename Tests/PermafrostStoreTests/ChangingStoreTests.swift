import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Reads stores while files next to them appear and disappear, as if another process opened and closed them.
@Suite struct ChangingStoreTests {
    @Test(
        "A file that appears and disappears next to the store doesn't make the store unreadable",
        arguments: ["-wal", "-journal"])
    func disappearingFile(_ ending: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: 2).write(to: path)
        let companion = URL(fileURLWithPath: path + ending)
        let isDone = Locked(false)
        let hasEnded = DispatchSemaphore(value: 0)
        // SQLite ignores a log or journal of zeros.
        Thread {
            while !isDone.withLock({ $0 }) {
                try? Data(count: 32).write(to: companion)
                unlink(companion.path)
            }
            hasEnded.signal()
        }.start()
        defer {
            isDone.withLock { $0 = true }
            hasEnded.wait()
        }
        for _ in 0..<600 {
            #expect(try StoreReader(path: path).metadata().versionIdentifiers == ["1.0.0"])
            #expect(try StoreOpening(path: path).readMetadata().versionIdentifiers == ["1.0.0"])
        }
    }
}
