import PermafrostSource

/// The Swift source of a test file. It is the same on every machine.
struct TestFileText {
    /// The source. It ends with a line break.
    let text: String

    init(_ file: TestFile, for framework: TestFile.TestFramework) {
        let available = file.availability.arguments.map { ["@available(\($0))"] } ?? []
        let comment = TestFileText.TestComment(file.test).lines
        let imports = ["PermafrostTesting", framework.module].sorted().map { "import \($0)" }
        let method = TestMethod(file.test, framework)
        let type: [String]
        switch framework {
        case .xctest:
            type =
                comment + available + ["final class \(file.name): XCTestCase {"] + method.lines(indentation: 4) + ["}"]
        case .swiftTesting:
            // Swift Testing accepts the attribute only on a test. It then skips the test on other systems.
            type =
                comment + ["struct \(file.name) {"] + available.map { "    " + $0 } + method.lines(indentation: 4)
                + ["}"]
        }
        let blocks = [TestFileText.TestComment.heading, imports, file.modules.map { "@testable import \($0)" }, type]
        text = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }
}

extension TestFile.TestFramework {
    /// The module that a test file imports.
    fileprivate var module: String {
        switch self {
        case .xctest: "XCTest"
        case .swiftTesting: "Testing"
        }
    }
}

extension TestFileText {
    /// The comments in a test file. They are a header that allows the user to edit the file, and a description of what
    /// the test checks.
    struct TestComment {
        /// The first lines of the file.
        static let heading = [
            "// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,",
            "// delete it first.",
        ]

        /// The lines of the documentation comment.
        let lines: [String]

        init(_ test: TestFile.Test) {
            let texts =
                switch test {
                case .drift(let drift):
                    ["`\(drift.schema)` hasn't changed since \(drift.fixture.version) was frozen."]
                case .migration(let migration): Self.lines(migration)
                }
            lines = texts.map { $0.isEmpty ? "///" : "/// \($0)" }
        }

        private static func lines(_ test: TestFile.MigrationTest) -> [String] {
            var lines = ["A \(test.fixture.version) store migrates to \(test.version) and keeps its data."]
            if !test.carried.isEmpty {
                lines += ["", "Kept, and compared row by row:"]
                for entity in test.carried {
                    lines += wrapped("- `\(entity.entity)`: ", entity.properties)
                }
            }
            if !test.defaults.isEmpty {
                lines += ["", "New, and compared with its default in every row:"]
                lines += test.defaults.map { "- `\($0.subject)`: \($0.value)" }
            }
            return lines
        }

        /// Wraps a list into lines that fit after `/// `. Continuation lines are indented.
        private static func wrapped(_ start: String, _ words: [String]) -> [String] {
            var lines: [String] = []
            var line = start
            for (index, word) in words.enumerated() {
                let piece = word + (index == words.count - 1 ? "" : ",")
                if line.count + piece.count > 114, !line.hasSuffix(": ") {
                    lines.append(line)
                    line = "  "
                }
                line += (line.hasSuffix(" ") ? "" : " ") + piece
            }
            return lines + [line]
        }
    }
}
