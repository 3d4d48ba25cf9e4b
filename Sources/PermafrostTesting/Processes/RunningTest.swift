import Foundation

#if canImport(Testing)
    import Testing
#endif

/// A running test, represented by the arguments that make its test bundle run only that test.
struct RunningTest {
    /// The command-line arguments without the executable.
    let arguments: [String]

    /// The Swift Testing test that is running in the current task; nil if the task doesn't belong to one.
    static var ofSwiftTesting: RunningTest? {
        #if canImport(Testing)
            guard let test = Test.current else { return nil }
            let name = "\(test.id.moduleName).\(test.id.nameComponents.joined(separator: "/"))"
            var kept: [String] = []
            var arguments = CommandLine.arguments.dropFirst()
            // Remove arguments that select other tests or specify where to write the results.
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

    /// Returns the XCTest test method with the given name, or nil if the name doesn't contain a method. The arguments
    /// for Apple's platforms are untested.
    ///
    /// - Parameters:
    ///   - type: the test case's class with its module, such as `AppTests.MigrationTests`.
    ///   - name: the test's name in XCTest: `MigrationTests.testAll`, or `-[MigrationTests testAll]` on Apple's
    ///     platforms.
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
