import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// Reports with many rows are written while the rows are read. Memory use is the same for a million rows as for a
/// thousand.
@Suite struct StreamedReportTests {
    /// A report that creates its elements on demand.
    private struct Rows: PermafrostCLI.Report {
        let command = "test"
        let exitCode = ExitCode.success
        let count: Int
        /// The index of the element that can't be read.
        var failing: Int?
        let read: (Int) -> Void

        var contents: JSONObject {
            let rows: JSONObject = ["rows": ReportElements.standIn(isEmpty: count == 0)]
            return ["problems": [String](), "rows": rows]
        }

        var elements: [ReportElements] {
            [
                ReportElements(at: ["rows", "rows"]) { body in
                    for key in 0..<count {
                        if key == failing { throw CocoaError(.fileReadCorruptFile) }
                        read(key)
                        try body(["key": key, "text": "a\u{202E}\"b"])
                    }
                }
            ]
        }

        func page(_ context: ReportContext) -> [String] { [] }

        func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws {
            try elements[0].read { sink(["\($0)"]) }
        }
    }

    private static let context = ReportContext(directory: "", workingDirectory: "")

    @Test(arguments: [0, 1, 20_000]) func piecesAreWrittenWhileElementsAreRead(_ count: Int) throws {
        var read = 0
        var pieces: [(bytes: [UInt8], read: Int)] = []
        try ReportFormat.json.write(Rows(count: count) { read = $0 + 1 }, Self.context) { piece in
            guard case .document(let bytes) = piece else { return }
            pieces.append((bytes, read))
        }
        let report = try JSONSerialization.jsonObject(with: Data(pieces.flatMap(\.bytes))) as? [String: Any]
        let rows = (report?["rows"] as? [String: Any])?["rows"] as? [[String: Any]]
        #expect(rows?.map { $0["key"] as? Int } == Array(0..<count))
        #expect(report?["exitCode"] as? Int == 0)
        guard count > 1 else { return }
        #expect(pieces.count > 5)
        #expect(pieces.allSatisfy { $0.bytes.count < 150_000 })
        // Each piece is written before the next piece's elements are read.
        #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.read < $1.read || $1.read == count })
    }

    @Test func aPageIsWrittenInPiecesToo() throws {
        var pieces: [Int] = []
        try ReportFormat.text.write(Rows(count: 20_000) { _ in }, Self.context) { piece in
            guard case .lines(let lines) = piece else { return }
            pieces.append(lines.count)
        }
        #expect(pieces.reduce(0, +) == 20_000)
        #expect(pieces.count > 5 && pieces.allSatisfy { $0 <= 1_000 })
    }

    /// A report that fails midway is still completed. The reader gets a valid document, and the exit code shows that it
    /// is incomplete.
    @Test func anElementThatCannotBeReadLeavesADocument() throws {
        var bytes: [UInt8] = []
        #expect(throws: CocoaError.self) {
            try ReportFormat.json.write(Rows(count: 9, failing: 4) { _ in }, Self.context) { piece in
                if case .document(let text) = piece { bytes += text }
            }
        }
        let report = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        #expect(((report?["rows"] as? [String: Any])?["rows"] as? [Any])?.count == 4)
    }

    /// Rows of a store that fill more than one piece.
    @Test func rowsOfAStore() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", "--rows", "3000", in: folder).status == 0)
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        let shown = try Report(
            Tool.run("inspect", store, "--rows", "User", "--limit", "0", "--format", "json", in: folder))
        let rows = (shown.json["rows"] as? [String: Any])?["rows"] as? [[String: Any]]
        #expect(rows?.compactMap { $0["key"] as? Int } == Array(1...3000))
        #expect(rows?.allSatisfy { ($0["values"] as? [String: Any])?.keys.contains("name") == true } == true)
        let text = try Tool.run("inspect", store, "--rows", "User", "--limit", "0", in: folder)
        #expect(text.output.hasSuffix("3000 of 3000 rows\n"))

        let changed = folder.path("changed.store")
        try FileManager.default.copyItem(atPath: folder.path(store), toPath: changed)
        try SQLiteConnection(path: changed, mode: .create).execute("UPDATE ZUSER SET ZNAME = 'x' || Z_PK")
        let difference = try Report(
            Tool.run("store-diff", store, changed, "--rows", "--limit", "0", "--format", "json", in: folder))
        let differing = (difference.json["rows"] as? [String: Any])?["differing"] as? [[String: Any]]
        #expect(differing?.compactMap { $0["key"] as? Int } == Array(1...3000))
    }
}
