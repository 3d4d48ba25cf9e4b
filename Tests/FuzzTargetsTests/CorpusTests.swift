import Foundation
import FuzzTargets
import Testing

/// Small inputs made to do harm, and those that once did: whatever they are, reading them comes to an end.
///
/// Each is a file of `Corpus`, in the folder of the target that reads it. They are also what `make fuzz` begins with.
@Suite struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    private static func files(_ target: FuzzTarget) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target.rawValue), includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
    }

    /// What is in a file. (Foundation's own function leaks a page for each empty one, which LeakSanitizer tells.)
    private static func bytes(of file: URL) throws -> [UInt8] {
        let handle = try FileHandle(forReadingFrom: file)
        return [UInt8](try handle.readToEnd() ?? Data())
    }

    @Test(arguments: FuzzTarget.allCases)
    func everyInputComesToAnEnd(_ target: FuzzTarget) throws {
        let files = try Self.files(target)
        #expect(files.count >= 3)
        for file in files {
            // An error is as good an end as a value.
            try? target.read(try Self.bytes(of: file))
        }
    }

    /// A source is never refused as a whole: what is wrong in it is told beside what can be read.
    @Test(
        "What is cut off, too large or no such thing at all is refused",
        arguments: [
            (FuzzTarget.store, ["empty", "half-a-header", "half-of-the-pages", "other-page-size", "many-columns"]),
            (
                .modelCache,
                ["empty", "deflate-bomb", "unfinished-stream", "list-in-itself", "doubling-list", "deep-list"]
            ),
            (.document, ["empty", "half", "not-utf-8", "lone-surrogate", "huge-numbers"]),
        ])
    func refusals(_ target: FuzzTarget, names: [String]) throws {
        for name in names {
            let bytes = try Self.bytes(of: Self.folder.appending(path: "\(target.rawValue)/\(name)"))
            #expect(throws: (any Error).self, "\(name)") { try target.read(bytes) }
        }
    }

    @Test(
        "What the project itself has frozen and declares is read",
        arguments: [
            (FuzzTarget.store, "Fixtures/UsersMigrationPlan/1.0.0/App-1_0_0.sqlite"),
            (.document, "Fixtures/UsersMigrationPlan/1.0.0/schema-1_0_0.json"),
            (.source, "Examples/Users/UsersSchemaV1.swift"),
        ])
    func ownFiles(_ target: FuzzTarget, path: String) throws {
        let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        try target.read(try Self.bytes(of: root.appending(path: path)))
    }
}
