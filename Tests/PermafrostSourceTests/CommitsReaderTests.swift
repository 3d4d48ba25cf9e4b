import Foundation
import PermafrostModel
import Testing

@testable import PermafrostSource

/// Reading many commits at once: each commit's result is the same as if it were read alone.
@Suite struct CommitsReaderTests {
    private static let project = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "App", targets: [.executableTarget(name: "App"), .target(name: "Kit")])
        """,
        "Sources/App/App.swift": """
        import SwiftData
        @main struct App { static func main() throws { _ = try open() } }
        """,
        "Sources/App/Open.swift": """
        import SwiftData
        func open() throws -> ModelContainer { try ModelContainer(for: Note.self, Tag.self) }
        """,
        "Sources/App/Models.swift": """
        import SwiftData
        @Model final class Note { var text: String = ""; var kind: Kind = Kind.short; init() {} }
        @Model final class Tag { var name: String = ""; init() {} }
        """,
        "Sources/App/Kind.swift": "enum Kind: String, Codable { case short, long }",
        "Sources/App/View.swift": "struct View { func show() {} }",
        "Sources/Kit/Kit.swift": "struct Helper {}",
        "App.entitlements": "<plist version=\"1.0\"><dict></dict></plist>",
    ]

    /// Changes of one file, with nil for a file that is removed.
    private static let changes: [(path: String, text: String?)] = [
        ("Sources/App/View.swift", "struct View { func show() {}; func hide() {} }"),
        ("Sources/App/View.swift", "struct View {}\nstruct Other { var kind: Int }"),
        ("Sources/App/View.swift", "enum Kind: Int, Codable { case one }"),
        ("Sources/App/View.swift", "extension Note { func show() {} }"),
        ("Sources/App/View.swift", "extension Kind { static let first = Kind.short }"),
        ("Sources/App/View.swift", "import SwiftData\n@Model final class Third { init() {} }"),
        ("Sources/App/View.swift", "import SwiftData\nlet other = try? ModelContainer(for: Tag.self)"),
        ("Sources/App/View.swift", "@main struct Second { static func main() {} }"),
        ("Sources/App/View.swift", "struct View {\0}"),
        ("Sources/App/View.swift", nil),
        ("Sources/App/Kind.swift", "enum Kind: String, Codable { case short, long, longer }"),
        ("Sources/App/Kind.swift", "typealias Kind = Length\nenum Length: String, Codable { case short }"),
        ("Sources/App/Kind.swift", nil),
        ("Sources/App/Models.swift", "import SwiftData\n@Model final class Note { var title = 1; init() {} }"),
        (
            "Sources/App/Open.swift",
            "import SwiftData\nfunc open() throws -> ModelContainer { try ModelContainer(for: Tag.self) }"
        ),
        ("Sources/App/Open.swift", "func open() {}"),
        ("Sources/App/Extra.swift", "struct Extra {}"),
        ("Sources/Kit/Kit.swift", "struct Helper { var text: String }"),
        ("Sources/Kit/Kit.swift", "enum Kind: Int, Codable { case two }"),
        (
            "Package.swift",
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(name: "App", targets: [.target(name: "Kit")])
            """
        ),
        ("App.entitlements", "<plist version=\"1.0\"><dict><key>a</key><true/></dict></plist>"),
    ]

    private static func read(_ commits: [[String: String]], readsCode: Bool) throws -> [Data] {
        var contents = Data()
        var places: [Range<Int>] = []
        var numbers: [String: Int] = [:]
        let files = commits.map { commit in
            commit.mapValues { text in
                if let known = numbers[text] { return known }
                let start = contents.count
                contents += Data(text.utf8)
                places.append(start..<contents.count)
                numbers[text] = places.count - 1
                return places.count - 1
            }
        }
        var request = SourceRequest(directory: "/project")
        request.readsCode = readsCode
        return try CommitsReader(commits: files, contents: contents, places: places).archives(request)
    }

    @Test(arguments: [false, true])
    func readingManyCommitsEqualsReadingEach(_ readsCode: Bool) throws {
        // Each change is followed by the original, so that neighbors differ in both directions.
        let commits =
            [Self.project]
            + Self.changes.flatMap { path, text in
                var changed = Self.project
                changed[path] = text
                return [changed, Self.project]
            }
        let together = try Self.read(commits, readsCode: readsCode)
        let alone = try commits.flatMap { try Self.read([$0], readsCode: readsCode) }
        let different = zip(together, alone).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        #expect(together.count == commits.count)
        #expect(different.isEmpty, "\(different.map { Self.changes[($0 - 1) / 2] })")
    }

    /// Which changes of a file that was only scanned need another read.
    @Test(arguments: [
        ("func a() {}", "func a() {}\n// more", true),
        ("func a() {}", "func a() {}; func b() {}", true),
        ("func a() {}", "enum Kind { case one }", false),
        ("enum Kind {}", "", false),
        ("func a() {}", "extension Kind {}", false),
        ("func a() {}", "@main struct A {}", false),
        ("func a() {}", "let c = ModelContainer()", false),
        ("func a() {}", "@Model class A {}", false),
        ("func a() {}", "\0", false),
    ])
    func aScannedFileMattersByItsKeywordsAndSearchedNames(_ old: String, _ new: String, _ isEqual: Bool) {
        let files = InMemorySources(["Old.swift": old, "New.swift": new])
        var dependencies = ReadDependencies()
        dependencies.didSearch(for: [NameHash.of("Kind")])
        func scan(_ path: String) -> FileScan { ProjectFiles.firstScan(of: path, files, readsCode: true) }
        #expect(dependencies.areEqual(of: "A.swift", scan("Old.swift")) { scan("New.swift") } == isEqual)
        dependencies.didUse("A.swift")
        #expect(!dependencies.areEqual(of: "A.swift", scan("Old.swift")) { scan("New.swift") })
    }
}
