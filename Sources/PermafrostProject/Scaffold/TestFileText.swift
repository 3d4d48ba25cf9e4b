import PermafrostSource

/// The Swift source of a test file. The same test file has the same text on every machine.
struct TestFileText {
    /// The text, with a line break at its end.
    let text: String

    /// Writes a test file for a framework.
    init(_ file: TestFile, for framework: TestFramework) {
        let available = file.availability.arguments.map { ["@available(\($0))"] } ?? []
        let comment = TestComment(file.test).lines
        let imports = ["PermafrostTesting", framework.module].sorted().map { "import \($0)" }
        let method = TestMethod(file.test, framework)
        let type: [String]
        switch framework {
        case .xctest:
            type =
                comment + available + ["final class \(file.name): XCTestCase {"] + method.lines(indentation: 4) + ["}"]
        case .swiftTesting:
            // Swift Testing accepts the attribute only on a test, and then skips it on other systems.
            type =
                comment + ["struct \(file.name) {"] + available.map { "    " + $0 } + method.lines(indentation: 4)
                + ["}"]
        }
        let blocks = [TestComment.heading, imports, file.modules.map { "@testable import \($0)" }, type]
        text = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }
}

extension TestFramework {
    /// The module that a test file imports.
    fileprivate var module: String {
        switch self {
        case .xctest: "XCTest"
        case .swiftTesting: "Testing"
        }
    }
}
