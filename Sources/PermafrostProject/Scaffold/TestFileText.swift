import PermafrostSource

/// The Swift source of a test file. It is the same on every machine.
///
/// The source contains its own digest, so that a later run recognizes a file that nobody edited.
struct TestFileText {
    /// The source. It ends with a line break.
    let text: String

    init(_ file: TestFile, for framework: TestFramework) {
        let available = file.availability.arguments.map { ["@available(\($0))"] } ?? []
        let comment = TestFileText.TestComment(file.test).lines
        let needed = ["PermafrostTesting", framework.module] + (file.test.isUnfinished ? ["SwiftData"] : [])
        let imports = needed.sorted().map { "import \($0)" }
        let method = TestMethod(file.test, framework)
        let type: [String]
        switch framework {
        case .xctest:
            type =
                comment + available + ["final class \(file.name): XCTestCase {"] + method.lines(indentation: 4) + ["}"]
        case .swiftTesting:
            // Migrations in one process can interfere with each other on Apple's platforms. Swift Testing accepts the
            // availability only on a test, and then skips the test on other systems.
            let serialized = if case .migration = file.test { ["@Suite(.serialized)"] } else { [String]() }
            type =
                comment + serialized + ["struct \(file.name) {"] + available.map { "    " + $0 }
                + method.lines(indentation: 4)
                + ["}"]
        }
        let blocks = [imports, file.modules.map { "@testable import \($0)" }, type]
        let content = blocks.filter { !$0.isEmpty }.map { "\n" + $0.joined(separator: "\n") + "\n" }.joined()
        text = ExistingTest.heading(of: content) + content
    }
}

extension TestFramework {
    /// The framework's module, which a test file imports.
    var module: String {
        switch self {
        case .xctest: "XCTest"
        case .swiftTesting: "Testing"
        }
    }
}

extension TestFileText {
    /// The documentation comment of a test. It describes the data that the test checks automatically.
    struct TestComment {
        /// The comment's lines, including `///`.
        let lines: [String]

        init(_ test: TestFile.Test) {
            let texts =
                switch test {
                case .drift(let drift):
                    ["`\(drift.schema)` hasn't changed since \(drift.fixture.version) was frozen."]
                case .migration(let migration): Self.lines(migration)
                case .retirement(let retired):
                    [
                        "`\(retired.plan)` no longer migrates a \(retired.fixture.version) store, and leaves it unchanged."
                    ]
                }
            lines = texts.map { $0.isEmpty ? "///" : "/// \($0)" }
        }

        private static func lines(_ test: MigrationTest) -> [String] {
            var lines = ["A \(test.fixture.version) store migrates to \(test.version) and keeps its data."]
            if test.isUnfinished {
                let state = test.endsFrozen ? "" : "\(test.version) isn't frozen yet. "
                lines += ["", state + "The test fails until it asserts what the migration does."]
            }
            if !test.dropped.isEmpty {
                lines += ["", "Dropped, as the plan declares:"]
                lines += test.dropped.map { part in
                    "- `\(part.subject)`" + (part.reason.isEmpty ? "" : ": \(part.reason.inOneLine)")
                }
            }
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

        /// Joins the words with commas, and wraps them into lines that fit after `/// `. Continuation lines are
        /// indented.
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
