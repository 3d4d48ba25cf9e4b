import PermafrostTestSupport
import Testing

/// All syncs use a single function that does what Darwin requires. All SQLite connections with durable commits also use
/// a single function.
@Suite struct SyncSourcesTests {
    @Test func systemSyncsAreCalledInOnePlace() throws {
        let call = /\b(fsync|fdatasync|syncfs|F_FULLFSYNC|F_BARRIERFSYNC|sync_file_range)\b|\bsynchronize(File)?\(\)/
        #expect(try Self.files(with: call) == ["Sources/PermafrostStore/Files/FileAccess+Sync.swift"])
    }

    @Test func commitsAreMadeDurableInOnePlace() throws {
        let setting = /\bfullfsync\b|PRAGMA synchronous\s*=\s*"?\s*(FULL|EXTRA|NORMAL|\\)/
        #expect(try Self.files(with: setting) == ["Sources/PermafrostStore/SQLite/SQLiteConnection.swift"])
    }

    private static func files(with pattern: some RegexComponent) throws -> [String] {
        let code = try SourceTree.code(below: "Sources")
        #expect(code.count > 100)
        return code.filter { !$0.value.matches(of: pattern).isEmpty }.keys.sorted()
    }
}
