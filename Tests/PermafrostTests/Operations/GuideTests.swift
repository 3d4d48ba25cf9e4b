import Foundation
import PermafrostFixtures
import PermafrostStore
import SwiftData
import Testing

@testable import Permafrost

// The code that the guide shows, unchanged.

enum BlogV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Post.self, Tag.self, Person.self] }

    @Model final class Post {
        var title: String = ""
        var body: String = ""
        var rating: Double = 0.0
        var isSpam: Bool = false
        var author: Person?
        var tags: [Tag] = []
        init(title: String) { self.title = title }
    }

    @Model final class Tag {
        var name: String = ""
        @Relationship(inverse: \Post.tags) var posts: [Post] = []
        init(name: String) { self.name = name }
    }

    @Model final class Person {
        var name: String = ""
        @Relationship(inverse: \Post.author) var posts: [Post] = []
        init(name: String) { self.name = name }
    }
}

enum BlogV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Post.self, Tag.self, Person.self] }

    @Model final class Post {
        var title: String = ""
        var content: String = ""
        var slug: String = ""
        var stars: Int = 0
        var authors: [Person] = []
        var tags: [Tag] = []
        init() {}
    }

    @Model final class Tag {
        @Attribute(.unique) var name: String = ""
        @Relationship(inverse: \Post.tags) var posts: [Post] = []
        init(name: String) { self.name = name }
    }

    @Model final class Person {
        var firstName: String = ""
        var lastName: String = ""
        @Relationship(inverse: \Post.authors) var posts: [Post] = []
        init() {}
    }
}

enum BlogMigrationPlan: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [BlogV1.self, BlogV2.self]) {
        Stage(from: BlogV1.self, to: BlogV2.self) {
            DeleteWhere(#Predicate<BlogV1.Post> { $0.isSpam })
            Deduplicate(\BlogV1.Tag.name, keep: .first)
            Rename(\BlogV1.Post.body, to: \BlogV2.Post.content)
            Backfill(\BlogV2.Post.slug) { post in post.title.lowercased().replacing(" ", with: "-") }
            Transform(from: \BlogV1.Post.rating, to: \BlogV2.Post.stars) { rating in Int((rating * 5).rounded()) }
            Split(\BlogV1.Person.name, to: \BlogV2.Person.firstName, \BlogV2.Person.lastName) { name in
                let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
                return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
            }
            Reconnect(\BlogV1.Post.author, to: \BlogV2.Post.authors)
            Drop(\BlogV1.Post.isSpam, because: "spam is deleted when it arrives")
            Assert.unique(\BlogV2.Post.slug)
            Assert.preserved(\BlogV1.Post.title, as: \BlogV2.Post.title)
        }
    }
}

@Suite struct GuideTests {
    @Test func thePlanOfTheGuideWorksAsDescribed() throws {
        let store = try PlanStore()
        try store.fill(BlogV1.self) { context in
            let tags = ["swift", "swift", "data"].map { BlogV1.Tag(name: $0) }
            let grace = BlogV1.Person(name: "Grace Brewster Hopper")
            for tag in tags { context.insert(tag) }
            context.insert(grace)
            try context.save()
            for (index, title) in ["Hello World", "Buy now", "Second Post"].enumerated() {
                let post = BlogV1.Post(title: title)
                context.insert(post)
                post.body = "body of \(title)"
                post.rating = 0.5
                post.isSpam = index == 1
                post.author = grace
                post.tags = [tags[index]]
            }
        }
        let schema = Schema(versionedSchema: BlogV2.self)
        let container = try ModelContainer(
            for: schema, migrationPlan: BlogMigrationPlan.self, configurations: [store.configuration(schema)])
        let posts = try ModelContext(container).fetch(
            FetchDescriptor<BlogV2.Post>(sortBy: [SortDescriptor(\.title)]))
        #expect(posts.map(\.content) == ["body of Hello World", "body of Second Post"])
        #expect(posts.map(\.slug) == ["hello-world", "second-post"])
        #expect(posts.map(\.stars) == [3, 3])
        #expect(posts.map { $0.authors.map(\.firstName) } == [["Grace"], ["Grace"]])
        #expect(posts.map { $0.authors.map(\.lastName) } == [["Brewster Hopper"], ["Brewster Hopper"]])
        #expect(posts.map { $0.tags.map(\.name) } == [["swift"], ["data"]])
        #expect(try store.column("SELECT ZNAME FROM ZTAG ORDER BY 1") == ["data", "swift"])
        #expect(BlogMigrationPlan.plan.validate().isEmpty)
    }

    /// The expectations that `permafrost scaffold` writes for the plan.
    private static let scaffolded: [ExpectedChange] = [
        .renamed("Post.author", to: "Post.authors", because: "Reconnect moves it"),
        .renamed("Post.body", to: "Post.content", because: "Rename moves it"),
        .removed("Person.name", because: "Split computes other values from it"),
        .removed("Post", because: "DeleteWhere deletes rows"),
        .removed("Post.rating", because: "Transform computes other values from it"),
        .removed("Tag", because: "Deduplicate merges rows"),
        .changed("Post.tags", because: "Deduplicate moves links"),
        .added("Person.firstName", because: "Split computes it"),
        .added("Person.lastName", because: "Split computes it"),
        .added("Post.slug", because: "Backfill computes it"),
        .added("Post.stars", because: "Transform computes it"),
    ]

    /// Values and rows that a migration could lose, as edits of the migrated store.
    private static let losses = [
        "UPDATE ZPOST SET ZCONTENT = ''", "UPDATE ZPOST SET ZCONTENT = NULL", "UPDATE ZPOST SET ZCONTENT = ZTITLE",
        "UPDATE ZPOST SET ZCONTENT = 'x' WHERE Z_PK = (SELECT MAX(Z_PK) FROM ZPOST)", "UPDATE ZPOST SET ZTITLE = ''",
        "UPDATE ZPOST SET ZTITLE = ZTITLE || ' ' WHERE Z_PK = (SELECT MAX(Z_PK) FROM ZPOST)",
        "UPDATE ZTAG SET ZNAME = ZNAME || '!'",
        "UPDATE ZTAG SET ZNAME = 'x' WHERE Z_PK = (SELECT MAX(Z_PK) FROM ZTAG)", "DELETE FROM ZPERSON",
        "DELETE FROM ZPERSON WHERE Z_PK = (SELECT MAX(Z_PK) FROM ZPERSON)", "DELETE FROM AUTHORS",
        "DELETE FROM AUTHORS WHERE rowid = (SELECT MIN(rowid) FROM AUTHORS)",
    ]

    /// The scaffolded test of the plan is green with sample rows, and red for each loss.
    @Test func theScaffoldedTestIsGreenUnlessAValueIsLost() throws {
        let store = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: store) }
        try StoreWriter(model: LiveVersion.of(BlogV1.self).model, seed: [5]).write(to: store.path)
        let rehearsal = try StoreRehearsal(of: store)
        _ = try rehearsal.migrate { copy in try BlogMigrationPlan.plan.open(copy, as: BlogV2.self) }.0.get()
        func report() throws -> DataDiff {
            try rehearsal.check(
                rehearsal.expectation(
                    subject: "1.0.0 → 2.0.0", through: [BlogV2.self], plan: BlogMigrationPlan.plan,
                    changes: Self.scaffolded, dropping: [])
            ).run()
        }
        let kept = try report()
        #expect(kept.passed, "\(kept)")
        let migrated = try Data(contentsOf: rehearsal.after)
        let authors = try #require(
            StoreLayout(model: LiveVersion.of(BlogV2.self).model).joinTable(of: "Post", relationship: "authors")
        ).name
        for loss in Self.losses {
            do {
                try SQLiteConnection(path: rehearsal.after.path, mode: .create).execute(
                    "PRAGMA journal_mode=DELETE; " + loss.replacing("AUTHORS", with: authors))
            }
            #expect(try !report().passed, "\(loss)")
            try migrated.write(to: rehearsal.after)
        }
    }

    @Test func theGuideShowsTheActualPlan() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appendingPathComponent("Documentation/Guide.docc/Plans.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let start = try #require(source.range(of: "enum BlogMigrationPlan"))
        let end = try #require(source.range(of: "@Suite"))
        let plan = source[start.lowerBound..<end.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(page.contains("```swift\nimport Foundation\nimport Permafrost\nimport SwiftData\n\n\(plan)\n```"))
    }
}
