import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// Malicious inputs for the commands that read them. The commands give a clear answer, and never crash or wait forever.
@Suite struct HostileInputTests {
    /// Stores that are damaged only in part. The rest is shown.
    private static let readable: Set<String> = [
        "endless-view-for-keys", "extreme-numbers", "triggers-and-virtual-tables", "without-row-keys",
    ]
    /// Stores in which a table or column that the model requires isn't one that is read.
    private static let incomplete: Set<String> = ["computed-key", "endless-view-for-rows", "generated-columns"]

    @Test func storesOfTheCorpus() throws {
        let folder = try ScratchFolder()
        let corpus = Tool.examples.deletingLastPathComponent()
            .appending(path: "Tests/FuzzTargetsTests/Corpus/store")
        let stores = try FileManager.default.contentsOfDirectory(at: corpus, includingPropertiesForKeys: nil)
        #expect(stores.count >= 20)
        for store in stores {
            let result = try Tool.run("inspect", store.path, in: folder)
            let name = store.lastPathComponent
            let expected: Int32 = Self.readable.contains(name) ? 0 : Self.incomplete.contains(name) ? 1 : 2
            #expect(result.output.contains("damaged: ") == (expected == 1))
            #expect(result.status == expected, "\(name): \(result)")
            if result.status == 2 { #expect(!(result.errors + result.output).isEmpty) }
        }
    }

    @Test("A table with more columns than SQLite supports is an error")
    func manyColumns() throws {
        let folder = try ScratchFolder()
        let path = folder.path("a.store")
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("CREATE TABLE a (b); PRAGMA writable_schema=ON")
        let columns = (0..<10_000).map { "c\($0)" }.joined(separator: ", ")
        try connection.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE a (\(columns))'")
        let result = try Tool.run("inspect", path, in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("too many columns"), "\(result)")
    }

    /// Frozen models, and words of the reports about them.
    @Test(arguments: [
        ("nested objects", String(repeating: "{\"a\":", count: 100_000), "nests deeper"),
        ("nested arrays", "{\"models\":" + String(repeating: "[", count: 100_000), "nests deeper"),
        ("a huge number", "{\"formatVersion\": 1" + String(repeating: "0", count: 1_000) + "}", "is damaged"),
        ("a version beyond all", "{\"formatVersion\": 9223372036854775807}", "reads formats up to 1"),
        ("nothing", "", "isn't valid JSON"), ("half a text", "{\"models\": [{\"name\": \"User", "isn't valid JSON"),
        ("a name that ends amid a character", "{\"models\": \"\\ud83c\"}", "isn't valid JSON"),
    ])
    func frozenModels(_ input: (name: String, text: String, words: String)) throws {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        try copy.write(input.text, to: "Fixtures/1.0.0/schema-1_0_0.json")
        let result = try Tool.run("check", in: copy)
        #expect([1, 2].contains(result.status), "\(result)")
        #expect((result.output + result.errors).contains(input.words), "\(result)")
    }

    /// Sources, and words of the reports about them.
    @Test(arguments: [
        ("brackets", "let a = " + String(repeating: "(", count: 50_000), "nested too deeply"),
        ("braces", "func f() " + String(repeating: "{", count: 50_000), "nested too deeply"),
        (
            "square brackets behind a regular expression", "let r = /\"/, a = " + String(repeating: "[", count: 60),
            "nested"
        ),
        ("a byte of no meaning", "func f(a: Int? \u{13}= nil) {}", "consistent whitespace"),
    ])
    func sources(_ input: (name: String, text: String, words: String)) throws {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let path = "Sources/Users/UsersSchemaV1.swift"
        let text = try String(contentsOf: copy.url.appending(path: path), encoding: .utf8)
        try copy.write(text + "\n" + input.text + "\n", to: path)
        let result = try Tool.run("check", in: copy)
        #expect(result.status == 2, "\(result)")
        #expect((result.output + result.errors).contains(input.words), "\(result)")
    }
}
