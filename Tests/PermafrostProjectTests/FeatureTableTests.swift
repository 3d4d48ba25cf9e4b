import Foundation
import PermafrostTestSupport
import Testing

/// The table of the features that other tools' pages promise: each is proved by a test that exists, or has a reason.
@Suite struct FeatureTableTests {
    private struct Row {
        let number: String
        let state: String
        let note: String
        /// The tests, as `Suite.test`.
        let tests: [String]
    }

    private static func rows() throws -> [Row] {
        let page = try String(
            contentsOf: SourceTree.root.appending(path: "Documentation/OtherTools.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
            .map { line in
                let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
                return Row(
                    number: cells[0], state: cells.count > 2 ? cells[2] : "", note: cells.count > 3 ? cells[3] : "",
                    tests: (cells.last ?? "").matches(of: /`?(\w+)\.(?:`([^`]+)`|(\w+))`?/).map { match in
                        "\(match.1).\(match.2 ?? match.3 ?? "")"
                    })
            }
    }

    @Test func everyFeatureHasATestOrAReason() throws {
        let rows = try Self.rows()
        #expect(rows.count == 162)
        #expect(Set(rows.map(\.number)).count == rows.count)
        for row in rows {
            #expect(["yes", "in another form", "no"].contains(row.state), "\(row.number): \(row.state)")
            #expect(row.state != "yes" || !row.tests.isEmpty, "\(row.number) has no test")
            #expect(row.state == "yes" || !row.note.trimmingCharacters(in: .whitespaces).isEmpty, "\(row.number)")
        }
    }

    @Test func everyNamedTestExists() throws {
        var functions: [String: Set<String>] = [:]
        for (_, text) in try SourceTree.code(below: "Tests").merging(
            SourceTree.code(below: "Examples"), uniquingKeysWith: { $1 })
        {
            let names = text.matches(of: /func (?:`([^`]+)`|(\w+))/).map { String($0.1 ?? $0.2 ?? "") }
            for suite in text.matches(of: /(?:struct|class|extension) (?:\w+\.)?(\w+)/) {
                functions[String(suite.1), default: []].formUnion(names)
            }
        }
        for row in try Self.rows() {
            for test in row.tests {
                let parts = test.split(separator: ".", maxSplits: 1).map(String.init)
                #expect(functions[parts[0]]?.contains(parts[1]) == true, "\(row.number): \(test)")
            }
        }
    }
}
