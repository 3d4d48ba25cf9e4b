import Testing

@testable import PermafrostTesting

/// The choice of the library that a failure is reported to.
@Suite struct TestLibraryTests {
    /// Whether Swift Testing has a current test, the process's arguments, whether XCTest has a current test, and whether
    /// the failure is reported to Swift Testing.
    @Test(
        arguments: [
            (true, ["xctest"], true, true), (true, ["tests", "--testing-library", "xctest"], nil, true),
            // A detached task, in `swift test`.
            (false, ["tests", "--testing-library", "swift-testing"], nil, true),
            (false, ["tests", "--testing-library", "xctest"], nil, false),
            (false, ["tests", "--testing-library"], nil, false),
            // A detached task, in Xcode.
            (false, ["xctest"], false, true), (false, ["xctest"], true, false),
            // Linux, without arguments.
            (false, ["tests"], nil, false),
        ] as [(Bool, [String], Bool?, Bool)])
    func theTestLibraryIsDetected(hasTest: Bool, arguments: [String], isXCTestRunning: Bool?, expected: Bool) {
        let choice = TestFailure.isSwiftTesting(
            hasTest: hasTest, arguments: arguments, isXCTestRunning: isXCTestRunning)
        #expect(choice == expected)
    }
}
