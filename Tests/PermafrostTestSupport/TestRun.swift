import Foundation

/// What a run of the tests may cost: `Scripts/test` names the class of tests that it runs.
public enum TestRun {
    private static let name = ProcessInfo.processInfo.environment["PERMAFROST_TESTS"] ?? ""

    /// Whether tests may start processes, and go through every fault. `make test-fast` does neither.
    public static let isWhole = name != "fast"

    /// Whether every combination is tried, and not a choice in which every two values occur together: `make test-packages`.
    public static let isThorough = name == "packages"

    /// Fails a test that starts a process where none may be.
    static func expectProcesses() throws {
        guard isWhole else { throw ProcessInFastRun() }
    }

    struct ProcessInFastRun: Error, CustomStringConvertible {
        let description = "make test-fast starts no process: this test needs the trait .enabled(if: TestRun.isWhole)."
    }
}
