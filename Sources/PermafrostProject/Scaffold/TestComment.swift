/// What a test file says about itself: whose it is, and what its test checks without being told.
struct TestComment {
    /// The file's first lines.
    static let heading = [
        "// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written",
        "// anew, remove it first.",
    ]

    /// The lines of the documentation comment.
    let lines: [String]

    init(_ test: TestFile.Test) {
        let texts =
            switch test {
            case .drift(let drift):
                ["`\(drift.schema)` is declared as it was when \(drift.fixture.version) was frozen."]
            case .migration(let migration): Self.lines(migration)
            }
        lines = texts.map { $0.isEmpty ? "///" : "/// \($0)" }
    }

    private static func lines(_ test: MigrationTest) -> [String] {
        var lines = ["A store of \(test.fixture.version) comes to \(test.version) with its data."]
        if !test.carried.isEmpty {
            lines += ["", "Carried over, and checked row by row:"]
            for entity in test.carried {
                lines += wrapped("- `\(entity.entity)`: ", entity.properties)
            }
        }
        if !test.defaults.isEmpty {
            lines += ["", "New, and checked to be at its default in every row:"]
            lines += test.defaults.map { "- `\($0.subject)`: \($0.value)" }
        }
        return lines
    }

    /// A list in lines that fit beside `/// `, the later ones indented.
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
