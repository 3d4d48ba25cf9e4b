import Foundation
import PermafrostModel
import PermafrostStore

/// The number and size of the stores that a test process may still attach to its failures. The budget prevents a
/// process with many failing tests from filling the disk or the test results.
struct EvidenceBudget: Sendable {
    /// The maximum number of stores that a process attaches.
    static let stores = 10
    /// The maximum total size of the stores that a process attaches, in bytes.
    static let bytes = 100_000_000

    /// The number of stores that the process may still attach.
    private(set) var stores = Self.stores
    /// The total size of the stores that the process may still show, in bytes.
    private(set) var bytes = Self.bytes

    /// Returns whether a store of the given size may be attached, and if so, subtracts it from the budget.
    mutating func accepts(_ size: Int) -> Bool {
        guard stores > 0, size <= bytes else { return false }
        stores -= 1
        bytes -= size
        return true
    }
}
