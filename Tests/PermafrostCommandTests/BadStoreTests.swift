import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// Any input that isn't a store produces a clear error and exit code 2.
@Suite struct BadStoreTests {
    /// A way to create the input at a path.
    enum Making: Sendable {
        /// A shell script that receives the path as `$0`.
        case script(String)
        /// Statements that run in a new database.
        case sql(String)

        func make(_ path: String, in folder: ScratchFolder) throws {
            switch self {
            case .script(let script):
                let made = try CommandResult.running(["bash", "-c", script, path], in: folder.url)
                #expect(made.status == 0, "\(made)")
            case .sql(let sql): try SQLiteConnection(path: path, mode: .create).execute(sql)
            }
        }
    }

    private static let metadata =
        "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);"

    /// Inputs, and words that the error contains.
    static let inputs: [(name: String, making: Making, words: String)] = [
        ("nothing", .script("true"), "can't be read as a store"),
        ("a folder", .script("mkdir \"$0\""), "it is a folder"),
        ("a named pipe", .script("mkfifo \"$0\""), "it isn't a file"),
        ("a device", .script("ln -s /dev/zero \"$0\""), "it isn't a file"),
        ("a link to itself", .script("ln -s \"$0\" \"$0\""), "can't be read as a store"),
        ("an empty file", .script(": > \"$0\""), "the file is empty"),
        ("a short text", .script("echo hello > \"$0\""), "isn't a SQLite database"),
        ("a long text", .script("seq 100000 > \"$0\""), "isn't a SQLite database"),
        ("zeros", .script("head -c 1000000 /dev/zero > \"$0\""), "isn't a SQLite database"),
        ("another app's database", .sql("CREATE TABLE a (b); INSERT INTO a VALUES (1)"), "no Core Data metadata"),
        (
            "an endless view in the metadata's place",
            .sql(
                "CREATE VIEW Z_METADATA AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) "
                    + "SELECT x AS Z_VERSION, x AS Z_UUID, x AS Z_PLIST FROM c"), "no Core Data metadata"
        ),
        (
            "a virtual table in the metadata's place",
            .sql("CREATE VIRTUAL TABLE Z_METADATA USING fts5(Z_VERSION, Z_UUID, Z_PLIST)"), "no Core Data metadata"
        ),
        ("metadata of text", .sql(metadata + "INSERT INTO Z_METADATA VALUES (1, 1, 'a')"), "no Core Data metadata"),
        (
            "metadata that is no list", .sql(metadata + "INSERT INTO Z_METADATA VALUES (1, 'a', x'00')"),
            "its metadata can't be read"
        ),
        (
            "metadata of 100 MB", .sql(metadata + "INSERT INTO Z_METADATA VALUES (1, 'a', zeroblob(100000000))"),
            "no Core Data metadata"
        ),
    ]

    @Test(arguments: inputs)
    func isExplained(_ input: (name: String, making: Making, words: String)) throws {
        let folder = try ScratchFolder()
        let path = folder.path("it")
        try input.making.make(path, in: folder)
        for format in [[], ["--format", "json"]] {
            let result = try Tool.run(["inspect", path] + format, in: folder.url, cache: folder)
            #expect(result.status == 2, "\(result)")
            #expect(result.errors.contains(input.words), "\(result.errors)")
            #expect(result.errors.contains(path))
            if !format.isEmpty { #expect(try Report(result).json["exitCode"] as? Int == 2) }
        }
    }

    @Test("Names in a store can't control the terminal")
    func controlCharacters() throws {
        let folder = try ScratchFolder()
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let path = folder.path("App.sqlite")
        try FileManager.default.copyItem(atPath: copy.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: path)
        try SQLiteConnection(path: path, mode: .create).execute("CREATE TABLE \"a\nb\u{1B}]0;owned\u{07}\u{9B}2J\" (a)")
        let result = try Tool.run("inspect", path, in: folder)
        #expect(result.status == 0)
        #expect(result.output.contains(#"a\u{A}b\u{1B}]0;owned\u{7}\u{9B}2J"#), "\(result.output)")
        #expect(!result.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B || $0.value == 7 })
        // The same is true for the error about an unreadable store, and for a view with such a name.
        let text = folder.path("a\nb\u{1B}[2J")
        try Data("no database".utf8).write(to: URL(fileURLWithPath: text))
        let refused = try Tool.run("inspect", text, in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains(#"a\u{A}b\u{1B}[2J can't be read as a store"#), "\(refused.errors)")
        try SQLiteConnection(path: path, mode: .create).execute("CREATE VIEW \"v\nw\" AS SELECT 1")
        #expect(
            try Tool.run("inspect", path, in: folder).output.contains(
                #"neither SwiftData nor Core Data writes such tables: v\u{A}w"#))
    }

    @Test("Different values look different, and can't control the terminal")
    func values() throws {
        let folder = try ScratchFolder()
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let stores = ["one.sqlite", "other.sqlite"].map { folder.path($0) }
        for (path, value) in zip(stores, ["a\nb \\ \u{1B}[31m", "a\\nb \\ \u{1B}[31m"]) {
            try FileManager.default.copyItem(atPath: copy.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: path)
            let connection = try SQLiteConnection(path: path, mode: .create)
            try connection.prepare("UPDATE ZUSER SET ZNAME = ?").run([.text(value)])
        }
        let result = try Tool.run("store-diff", stores[0], stores[1], "--rows", in: folder)
        #expect(result.status == 1)
        #expect(result.output.contains(#""a\nb \\ \u{1B}[31m" → "a\\nb \\ \u{1B}[31m""#), "\(result.output)")
        #expect(!result.output.unicodeScalars.contains { $0.value == 0x1B })
    }

    @Test(
        "A store or -wal without read permission isn't reported as damaged",
        .enabled(if: geteuid() == 0, "only root can run the tool as another user"), arguments: ["", "-wal"])
    func unreadable(_ ending: String) throws {
        let folder = try ScratchFolder()
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let path = folder.path("App.sqlite")
        try FileManager.default.copyItem(atPath: copy.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: path)
        if !ending.isEmpty { try folder.write("rows", to: "App.sqlite" + ending) }
        chmod(path + ending, 0)
        let result = try CommandResult.running(
            ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", Tool.path, "inspect", path], in: folder.url,
            environment: ["NO_COLOR": "1"])
        #expect(result.status == 2)
        #expect(result.errors.contains("Permission denied"), "\(result.errors)")
        #expect(result.errors.contains(path + ending) && !result.errors.contains("damaged"), "\(result.errors)")
    }

    /// The readable rest of a store whose pages were altered.
    enum Left: Sendable {
        /// Nothing: an error and no report.
        case nothing
        /// Everything that `inspect` shows.
        case everything
        /// A report that is marked incomplete.
        case part
    }

    @Test("Missing pages are an error", arguments: [1, 3, 5, 7, 9, 11])
    func missingPages(parts: Int) throws {
        let result = try inspection { Array($0.prefix($0.count * parts / 14)) }
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        #expect(result.errors.contains("isn't a SQLite database, or is damaged"), "\(result)")
    }

    @Test(
        "With altered pages, inspect fails or prints the readable part",
        arguments: [
            (1, Left.everything), (3, .nothing), (5, .nothing), (7, .everything), (9, .part), (11, .everything),
        ])
    func alteredPages(page: Int, left: Left) throws {
        let result = try inspection { bytes in
            var bytes = bytes
            for offset in stride(from: 4096 * page, to: min(4096 * (page + 1), bytes.count), by: 3) {
                bytes[offset] ^= 0x5A
            }
            return bytes
        }
        let isDamaged = result.errors.contains("isn't a SQLite database, or is damaged")
        switch left {
        case .nothing: #expect(result.status == 2 && result.output.isEmpty && isDamaged, "\(result)")
        case .everything: #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        case .part: #expect(result.status == 2 && result.output.contains("ZUSER"), "\(result)")
        }
    }

    /// Runs `inspect` on a fixture's store after changing its bytes.
    private func inspection(_ change: ([UInt8]) -> [UInt8]) throws -> CommandResult {
        let copy = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let path = copy.path("Fixtures/1.0.0/App-1_0_0.sqlite")
        let bytes = try Data(contentsOf: URL(filePath: path))
        try Data(change([UInt8](bytes))).write(to: URL(filePath: path))
        return try Tool.run("inspect", path, in: copy)
    }
}
