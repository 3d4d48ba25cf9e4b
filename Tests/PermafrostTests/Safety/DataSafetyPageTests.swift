import Foundation
import PermafrostTestSupport
import Testing

/// The page about the safety of a user's data names a test for each of its statements, and the tests exist.
@Suite struct DataSafetyPageTests {
    private static let page = "Sources/Permafrost/Permafrost.docc/DataSafety.md"

    private func text() throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: Self.page), encoding: .utf8)
    }

    /// Returns the tests that a text names: `Suite.test`.
    private func tests(in text: some StringProtocol) -> [(suite: String, test: String)] {
        String(text).matches(of: /`(?<suite>[A-Z]\w*Tests)\.(?<test>[a-z]\w*)`/).map {
            (String($0.suite), String($0.test))
        }
    }

    @Test func everyNamedTestExists() throws {
        let code = try SourceTree.code(below: "Tests")
        let named = tests(in: try text())
        #expect(named.count > 50)
        for (suite, test) in named {
            let files = code.values.filter { $0.contains("struct \(suite) ") || $0.contains("struct \(suite):") }
            let isThere = files.contains { file in
                file.contains("func \(test)(") && file.contains("@Test")
            }
            #expect(isThere, "\(suite).\(test)")
        }
    }

    @Test func everyRowNamesATest() throws {
        let rows = try text().split(separator: "\n").filter {
            $0.hasPrefix("|") && !$0.hasPrefix("|---") && !$0.hasPrefix("| fault |")
        }
        #expect(rows.count > 30)
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false)
            #expect(cells.count == 5, "\(row)")
            #expect(!tests(in: cells[cells.count - 2]).isEmpty, "\(row)")
        }
    }
}
