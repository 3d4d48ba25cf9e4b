import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import PermafrostTesting
@testable import PostsExample

/// A failed assertion shows the stores that it compared.
@Suite struct StoreEvidenceTests {
    /// A migration that loses a property that no declaration accepts.
    private func migration() throws -> Migration {
        try migrate(
            Fixture("3.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
    }

    /// Returns the messages of the failures that `body` records.
    private func failures(_ body: () throws -> Void) rethrows -> [String] {
        let messages = Locked<[String]>([])
        try withKnownIssue {
            try body()
        } matching: { issue in
            messages.withLock { $0 += issue.comments.map(\.rawValue) }
            return true
        }
        return messages.withLock { $0 }
    }

    /// Returns the folder in a message, such as `The difference and the stores are in /tmp/…/1`.
    private func folder(in message: String) throws -> URL {
        let path = try #require(message.firstMatch(of: #/ (?:is|are) in (/.*permafrost-failures-[^\n]+)/#)?.output.1)
        return URL(fileURLWithPath: String(path))
    }

    @Test(.enabled(if: SystemAttachments.areInFolders)) func theMessageHasTheFolder() throws {
        let migration = try migration()
        let original = try Data(contentsOf: migration.before.url)
        let message = try #require(failures { assertDataPreserved(migration) }.first)
        let folder = try folder(in: message)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = try String(contentsOf: folder.appending(path: "difference.html"), encoding: .utf8)
        #expect(page.contains("Post.legacyAuthorName"))
        for (role, store) in [("before", migration.before), ("after", migration.after)] {
            let copy = folder.appending(path: role).appending(path: store.url.lastPathComponent)
            #expect(try MigratedStore(url: copy, version: role).rowCounts() == store.rowCounts())
            #expect(FileManager.default.contents(atPath: copy.path)?.isEmpty == false)
        }
        for place in [folder, folder.deletingLastPathComponent(), folder.appending(path: "after")] {
            let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
            #expect((attributes[.posixPermissions] as? Int) == 0o700)
        }
        #expect(try Data(contentsOf: migration.before.url) == original)
    }

    @Test(.enabled(if: SystemAttachments.areInFolders)) func aSnapshotThatDiffersShowsItsStores() throws {
        let scratch = try ScratchFolder()
        let file = scratch.url.appending(path: "SnapshotTests.swift")
        let snapshot = try StoreSnapshot.File(named: "posts", nextTo: file.path)
        let migration = try migration()
        let text = try StoreSnapshot(of: migration.after.url.path).text
        try FileManager.default.createDirectory(
            at: snapshot.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.replacing("\"slug\"", with: "\"<b>slug\"").utf8).write(to: snapshot.url)
        let result = try snapshot.compare(with: migration, excluding: [], recording: .never)
        let message = try #require(failures { result.record(migration, named: "posts", at: TestLocation()) }.first)
        let folder = try folder(in: message)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = try String(contentsOf: folder.appending(path: "difference.html"), encoding: .utf8)
        #expect(page.contains("&lt;b&gt;slug"))
        #expect(FileStatus.exists(folder.appending(path: "after").path))
    }

    /// Names and values of a store can't be markup, and nothing is loaded.
    @Test func untrustedTextIsEscaped() throws {
        let foreign = "</td><script src=https://example.invalid></script><img src=x onerror=a>\u{202E}"
        let page = DifferencePage(
            title: foreign, summary: [foreign], columns: (foreign, foreign),
            rows: [.init(part: foreign, key: foreign, before: foreign, after: foreign, text: foreign)],
            lines: ["-" + foreign]
        ).html
        #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("\u{202E}"))
        #expect(page.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"))
        #expect(page.matches(of: #/<(\w+)/#).map(\.output.1).allSatisfy { Self.elements.contains(String($0)) })
    }

    private static let elements: Set<String> = [
        "html", "head", "meta", "title", "style", "body", "h1", "p", "table", "thead", "tbody", "tr", "th", "td", "pre",
        "span",
    ]

    @Test func aRunShowsTenStoresAnd100MB() {
        func accepted(_ sizes: [Int]) -> [Bool] {
            var budget = EvidenceBudget()
            return sizes.map { budget.accepts($0) }
        }
        #expect(
            accepted(Array(repeating: 1000, count: 12)) == Array(repeating: true, count: 10) + [false, false])
        #expect(accepted([60_000_000, 60_000_000, 40_000_000, 1]) == [true, false, true, false])
    }
}

/// Whether this platform's failures have folders with the stores.
private enum SystemAttachments {
    #if os(Linux)
        static let areInFolders = true
    #else
        static let areInFolders = false
    #endif
}
