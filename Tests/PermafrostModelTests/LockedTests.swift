import Foundation
import PermafrostModel
import Testing

@Suite struct LockedTests {
    private struct Failure: Error {}

    @Test func noChangeOfAnotherThreadIsLost() {
        let count = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<1_000 { count.withLock { $0 += 1 } }
        }
        #expect(count.withLock { $0 } == 8_000)
    }

    @Test func anErrorReleasesTheLockAndKeepsTheChange() {
        let values = Locked([1])
        #expect(throws: Failure.self) {
            try values.withLock {
                $0.append(2)
                throw Failure()
            }
        }
        #expect(values.withLock { $0 } == [1, 2])
    }
}
