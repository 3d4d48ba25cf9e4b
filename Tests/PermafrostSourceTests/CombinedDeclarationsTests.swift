import Testing

@testable import PermafrostSource

/// Files that two branches changed are combined by declaration.
@Suite struct CombinedDeclarationsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let base: String?
        let ours: String
        let others: String
        /// The combined file, or nil if both branches changed a declaration differently.
        let expected: String?
    }

    private static func plan(_ versions: String, _ stages: String) -> String {
        "enum P {\n    static var schemas: [T] { [\(versions)] }\n    static var stages: [S] { [\(stages)] }\n}\n"
    }

    private static func declared(_ versions: String, _ stages: [String]) -> String {
        let lines = stages.map { "        Stage(\($0))\n" }.joined()
        let closure = stages.isEmpty ? "" : " {\n\(lines)    }"
        return "enum P {\n    static let plan = MigrationPlan(schemas: [\(versions)])\(closure)\n}\n"
    }

    static let rows = [
        Row(
            testDescription: "lists in one line", base: plan("V1.self", ""), ours: plan("V1.self, V3.self", ".b"),
            others: plan("V1.self, V2.self", ".a"), expected: plan("V1.self, V2.self, V3.self", ".a, .b")),
        Row(
            testDescription: "constants of stages",
            base: "enum P {\n    static let a = 1\n}\n",
            ours: "enum P {\n    static let a = 1\n\n    /// Mine.\n    static let c = 3\n}\n",
            others: "enum P {\n    static let a = 1\n\n    static let b = 2 // Theirs.\n}\n",
            expected:
                "enum P {\n    static let a = 1\n\n    static let b = 2 // Theirs.\n\n    /// Mine.\n    static let c = 3\n}\n"
        ),
        Row(
            testDescription: "a constant of a declared plan", base: declared("V1.self", []),
            ours: declared("V1.self, V3.self", ["from: V2.self, to: V3.self"]),
            others: declared("V1.self, V2.self", ["from: V1.self, to: V2.self"]),
            expected: declared(
                "V1.self, V2.self, V3.self", ["from: V1.self, to: V2.self", "from: V2.self, to: V3.self"])),
        Row(
            testDescription: "versions in one file", base: "enum V1 {}\n", ours: "enum V1 {}\n\nenum V3 {}\n",
            others: "enum V1 {}\n\nenum V2 {}\n", expected: "enum V1 {}\n\nenum V2 {}\n\nenum V3 {}\n"),
        Row(
            testDescription: "a new file of both", base: nil, ours: "import A\n\nenum V3 {}\n",
            others: "import A\nimport B\n\nenum V2 {}\n",
            expected: "import A\nimport B\n\nenum V2 {}\n\nenum V3 {}\n"),
        Row(
            testDescription: "each uses its newest version", base: "typealias T = V1.T\nlet a = 1\n",
            ours: "typealias T = V3.T\nlet a = 1\n", others: "typealias T = V2.T\nlet a = 2\n",
            expected: "typealias T = V3.T\nlet a = 2\n"),
        Row(
            testDescription: "one branch removes a declaration", base: "let a = 1\nlet b = 1\nlet c = 1\n",
            ours: "let a = 1\nlet c = 2\n", others: "let b = 1\nlet c = 1\n", expected: "let c = 2\n"),
        Row(
            testDescription: "both change a function", base: "func f() {}\n", ours: "func f() { a() }\n",
            others: "func f() { b() }\n", expected: nil),
        Row(
            testDescription: "one removes what the other changes", base: "let a = 1\n", ours: "let b = 1\n",
            others: "let a = 2\n", expected: nil),
    ]

    @Test(arguments: rows) func filesAreCombined(_ row: Row) throws {
        func file(_ text: String) throws -> SwiftFile { try SwiftFile(path: "A.swift", bytes: Array(text.utf8)) }
        let combined = CombinedDeclarations(
            base: try row.base.map(file), ours: try file(row.ours), others: try file(row.others),
            newest: ("V2", "V3"))
        guard let expected = row.expected else {
            #expect(throws: RenumberingDraft.BranchConflict.self) { try combined.text() }
            return
        }
        let text = try combined.text()
        #expect(text.drop { $0.isNewline } == expected[...], "\(text)")
    }
}
