import Foundation
import FuzzTargets
import Testing

/// Small malicious inputs, and inputs that once caused problems. Reading any of them ends.
///
/// Each is a file in `Corpus`, in the folder of the target that reads it. `make fuzz` also starts with them.
@Suite struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    private static func files(_ target: FuzzTarget) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    /// Returns a file's bytes. (Foundation's own function leaks a page for each empty file, which LeakSanitizer
    /// reports.)
    private static func bytes(of file: URL) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: file)
        return [UInt8](try handle.readToEnd() ?? Data())
    }

    @Test(arguments: FuzzTarget.allCases)
    func readingEveryCorpusFileTerminates(_ target: FuzzTarget) throws {
        let files = try Self.files(target)
        #expect(files.count >= 3)
        for file in files {
            // Throwing an error is as valid as returning a value.
            try? target.read(try Self.bytes(of: file))
        }
    }

    /// A source is never rejected completely: its errors are reported along with its readable declarations.
    @Test(
        "Truncated, oversized, and invalid inputs are rejected",
        arguments: [
            (FuzzTarget.store, ["empty", "half-a-header", "half-of-the-pages", "other-page-size", "many-columns"]),
            (
                .modelCache,
                ["empty", "deflate-bomb", "unfinished-stream", "list-in-itself", "doubling-list", "deep-list"]
            ),
            (.document, ["empty", "half", "not-utf-8", "lone-surrogate", "huge-numbers"]),
            (.cloudKitSchema, ["empty", "half", "not-utf-8", "unfinished-name", "no-end-of-comment", "repeated-type"]),
        ])
    func refusals(_ target: FuzzTarget, names: [String]) throws {
        for name in names {
            let bytes = try Self.bytes(of: Self.folder.appending(path: "\(target.rawValue)/\(name)"))
            #expect(throws: (any Error).self, "\(name)") { try target.read(bytes) }
        }
    }

    @Test(
        "The project's own fixtures and declarations are read",
        arguments: [
            (FuzzTarget.store, "Fixtures/UsersMigrationPlan/1.0.0/App-1_0_0.sqlite"),
            (.document, "Fixtures/UsersMigrationPlan/1.0.0/schema-1_0_0.json"),
            (.source, "Examples/Users/UsersSchemaV1.swift"),
        ])
    func theProjectsOwnFilesAreAccepted(_ target: FuzzTarget, path: String) throws {
        let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        try target.read(try Self.bytes(of: root.appending(path: path)))
    }
}
