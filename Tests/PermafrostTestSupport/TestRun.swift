import Foundation

/// The limits of a test run. `Scripts/test` names the class of tests that it runs.
public enum TestRun {
    private static let name = ProcessInfo.processInfo.environment["PERMAFROST_TESTS"] ?? ""

    /// Whether tests may start processes and try every fault. `make test-fast` does neither.
    public static let isWhole = name != "fast"

    /// Whether tests try every combination, as in `make test-packages`. Other runs try a selection that covers every
    /// pair of values.
    public static let isThorough = name == "packages"

    /// Fails a test that starts a process in a run that doesn't allow it.
    static func expectProcesses() throws {
        guard isWhole else { throw ProcessInFastRun() }
    }

    struct ProcessInFastRun: Error, CustomStringConvertible {
        let description = "make test-fast starts no processes: add .enabled(if: TestRun.isWhole) to this test."
    }
}
