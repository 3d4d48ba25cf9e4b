import Foundation
import PermafrostModel
import Testing

@testable import PermafrostProject

/// The tests that cover a version or a migration, found in the sources of tests.
@Suite struct CoveringTestsTests {
    private static let imports = "import PermafrostTesting\nimport Testing\n"

    /// Three versions of a model and their plan.
    private static func sources(_ tests: String) -> [String: String] {
        var sources = ["Tests/AppTests/Some.swift": tests]
        for number in 1...3 {
            sources["Sources/App/V\(number).swift"] = """
                import SwiftData
                enum NotesV\(number): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(number), 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var title: String = ""; var stars\(number): Int = 0; init() {} }
                }
                """
        }
        sources["Sources/App/Plan.swift"] = """
            import SwiftData
            enum NotesPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [NotesV1.self, NotesV2.self, NotesV3.self] }
                static var stages: [MigrationStage] {
                    [.lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self),
                     .lightweight(fromVersion: NotesV2.self, toVersion: NotesV3.self)]
                }
            }
            """
        return sources
    }

    @Test(arguments: [
        // A migration covers every step on its path.
        (body: #"try migrate(Fixture("1.0.0"), to: NotesV2.self, plan: NotesPlan.self)"#, first: true, second: false),
        (#"try migrate(Fixture("1.0.0"), to: NotesV3.self, plan: NotesPlan.self)"#, true, true),
        (#"try migrate(Fixture("2.0.0", group: "NotesPlan"), to: NotesV3.self, plan: NotesPlan.self)"#, false, true),
        (
            "let store = try Fixture(\"2.0.0\")\n_ = try migrate(store, to: NotesV3.self, plan: NotesPlan.self)", false,
            true
        ),
        (#"try migrate(Fixture("1.0.0"), to: App.NotesV2.self, plan: MigrationPlan(NotesPlan.self))"#, true, false),
        (#"try migrate(Fixture("1.0.0"), to: NotesV2.self, plan: OtherPlan.self)"#, false, false),
        (#"// try migrate(Fixture("1.0.0"), to: NotesV3.self, plan: NotesPlan.self)"#, false, false),
        ("assertMigrationMatrix(plan: NotesPlan.self)", true, true),
        ("try migrate(fixture, to: version, plan: plan)", false, false),
    ])
    func migrations(_ case: (body: String, first: Bool, second: Bool)) throws {
        let tests =
            "\(Self.imports)@Suite struct Some {\n    @Test func migrates() throws {\n\(`case`.body)\n    }\n}\n"
        let scratch = try TestProject(Self.sources(tests))
        let project = try scratch.project()
        let group = try #require(project.groups.first)
        let covering = CoveringTests(in: scratch.folder.url.path)
        let found = [0, 1].map { start in
            covering.migration(
                from: group.graph.versions[start], to: group.graph.versions[start + 1], in: group,
                frozen: ["1.0.0", "2.0.0", "3.0.0"])
        }
        let test = ReviewTest(name: "Some.migrates", file: "Tests/AppTests/Some.swift", line: 4)
        #expect(found == [`case`.first ? [test] : [], `case`.second ? [test] : []])
    }

    /// The matrix migrates only stores of frozen versions, to frozen versions.
    @Test(
        arguments: [
            (frozen: ["1.0.0"], first: 0, second: 0), (["1.0.0", "2.0.0"], 1, 0), (["1.0.0", "3.0.0"], 1, 1),
        ] as [(frozen: Set<String>, first: Int, second: Int)])
    func matrix(_ case: (frozen: Set<String>, first: Int, second: Int)) throws {
        let scratch = try TestProject(
            Self.sources("\(Self.imports)func all() { assertMigrationMatrix(plan: NotesPlan.self) }\n"))
        let project = try scratch.project()
        let group = try #require(project.groups.first)
        let covering = CoveringTests(in: scratch.folder.url.path)
        let counts = [0, 1].map { start in
            covering.migration(
                from: group.graph.versions[start], to: group.graph.versions[start + 1], in: group,
                frozen: `case`.frozen
            ).count
        }
        #expect(counts == [`case`.first, `case`.second])
    }

    @Test func drift() throws {
        let text = """
            import PermafrostTesting
            import XCTest
            final class Some: XCTestCase {
                func testFirst() { assertNoDrift(of: NotesV1.self, frozenAs: "1.0.0") }
                func `second version`() throws { try NotesV2.requireNoDrift() }
                func other() { print(NotesV3.self) }
            }
            """
        let scratch = try TestProject(Self.sources(text))
        let covering = CoveringTests(in: scratch.folder.url.path)
        let names = (1...3).map { covering.drift(of: "NotesV\($0)").map(\.name) }
        #expect(names == [["Some.testFirst"], ["Some.second version"], []])
        // A file that doesn't import PermafrostTesting has no tests.
        let without = try TestProject(Self.sources(text.replacing("import PermafrostTesting\n", with: "")))
        #expect(CoveringTests(in: without.folder.url.path).drift(of: "NotesV1").isEmpty)
    }

    /// The work for a file grows with its size, not with the square of its size.
    @Test func aVeryLongNameIsReadInLinearTime() throws {
        let text = """
            import PermafrostTesting
            func testFirst() { assertNoDrift(of: \(String(repeating: "a.", count: 250_000)) NotesV1.self) }
            """
        let scratch = try TestProject(Self.sources(text))
        let found = CoveringTests(in: scratch.folder.url.path).drift(of: "NotesV1")
        let names = found.map { $0.name.split(separator: ".").last.map(String.init) }
        #expect(names == ["testFirst"])
    }
}
