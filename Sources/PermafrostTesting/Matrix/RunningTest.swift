import Foundation

#if canImport(Testing)
    import Testing
#endif

/// The test that runs, as the arguments by which its bundle runs it alone.
struct RunningTest {
    /// What follows the executable.
    let arguments: [String]

    /// The test of Swift Testing that runs; nil outside one.
    static var ofSwiftTesting: RunningTest? {
        #if canImport(Testing)
            guard let test = Test.current else { return nil }
            let name = "\(test.id.moduleName).\(test.id.nameComponents.joined(separator: "/"))"
            var kept: [String] = []
            var arguments = CommandLine.arguments.dropFirst()
            // What is said of other tests, and of where the results go, is not for this one.
            let dropped = [
                "--filter", "--skip", "--xunit-output", "--event-stream-output-path", "--configuration-path",
                "--repetitions", "--attachments-path",
            ]
            while let argument = arguments.popFirst() {
                if dropped.contains(argument) {
                    _ = arguments.popFirst()
                } else if !dropped.contains(where: { argument.hasPrefix($0 + "=") }) {
                    kept.append(argument)
                }
            }
            return RunningTest(
                arguments: kept + ["--filter", "^" + NSRegularExpression.escapedPattern(for: name)])
        #else
            return nil
        #endif
    }

    /// A test method of XCTest.
    ///
    /// - Parameters:
    ///   - type: the test case's class, with its module: `AppTests.MigrationTests`.
    ///   - name: the test's own name: `MigrationTests.testAll`, or `-[MigrationTests testAll]` on Apple's platforms, where
    ///     starting the bundle this way has not been tried.
    ///   - bundle: the path of the test bundle.
    static func ofXCTest(type: String, name: String, bundle: String) -> RunningTest? {
        guard let method = name.split(whereSeparator: { ". ]".contains($0) }).last else { return nil }
        #if os(Linux)
            return RunningTest(arguments: ["\(type)/\(method)"])
        #else
            return RunningTest(arguments: ["-XCTest", "\(type)/\(method)", bundle])
        #endif
    }
}
