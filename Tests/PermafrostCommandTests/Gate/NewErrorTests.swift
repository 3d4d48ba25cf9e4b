import Foundation
import PermafrostTestSupport
import Testing

/// With a base, a check also fails on each error of `lint` that the base doesn't have.
@Suite struct NewErrorTests {
    private static let plan = "Sources/Plan.swift"

    private static func version(_ number: Int, _ members: String) -> String {
        GoldenProject.version("NotesV\(number)", "\(number), 0, 0", members)
    }

    private static func stage(_ number: Int) -> String {
        ".lightweight(fromVersion: NotesV\(number).self, toVersion: NotesV\(number + 1).self)"
    }

    private static func text(ofPlan name: String = "NotesPlan", _ versions: Int, stages: [Int]) -> String {
        GoldenProject.plan(
            name, (1...versions).map { "NotesV\($0)" }, stages: stages.map(stage).joined(separator: ",\n"))
    }

    /// A repository whose branch main has three frozen versions.
    private static func repository() throws -> GateRepository {
        let repository = try GateRepository(isCommitted: false)
        try repository.remove("Sources/Notes.swift")
        try repository.remove("Fixtures")
        let members = ["", "\nvar stars: Int?", "\nvar stars: Int?\nvar body: String?"]
        for (index, more) in members.enumerated() {
            try repository.folder.write(
                version(index + 1, "var title: String = \"\"" + more), to: "Sources/NotesV\(index + 1).swift")
        }
        try repository.folder.write(text(3, stages: [1, 2]), to: plan)
        #expect(try repository.run("freeze", "--all").status == 0)
        try repository.folder.write(".cache\n", to: ".gitignore")
        try repository.git("init", "--quiet", "--initial-branch", "main")
        try repository.commit()
        try repository.git("switch", "--quiet", "--create", "change")
        return repository
    }

    private static func addFourth(_ repository: GateRepository, _ member: String) throws {
        try repository.folder.write(
            version(4, "var title: String = \"\"\nvar stars: Int?\nvar body: String?\n" + member),
            to: "Sources/NotesV4.swift")
        try repository.folder.write(text(4, stages: [1, 2, 3]), to: plan)
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let codes: [String]
        let make: @Sendable (GateRepository) throws -> Void

        init(_ name: String, _ codes: [String], _ make: @escaping @Sendable (GateRepository) throws -> Void) {
            testDescription = name
            self.codes = codes
            self.make = make
        }
    }

    static let changes = [
        Change("no change", []) { _ in },
        Change("a stage behind a later one", ["PF0218 error"]) {
            try $0.folder.write(text(3, stages: [2, 1]), to: plan)
        },
        Change("a renamed plan", []) { try $0.folder.write(text(ofPlan: "NewPlan", 3, stages: [1, 2]), to: plan) },
        Change("a new version", ["PF0105 warning"]) { try addFourth($0, "var rank: Int = 0") },
        Change("a new version that doesn't migrate", ["PF0105 warning", "PF0208 error"]) {
            try addFourth($0, "var rank: Int")
        },
        Change("a new version with a possible rename", ["PF0105 warning", "PF0213 warning"]) {
            try addFourth($0, "")
            try $0.folder.edit("Sources/NotesV4.swift", "var stars: Int?", "var points: Int?")
        },
        Change("a new version without a property", ["PF0105 warning", "PF0227 warning"]) {
            try addFourth($0, "")
            try $0.folder.edit("Sources/NotesV4.swift", "var stars: Int?", "")
        },
    ]

    @Test(arguments: changes) func newErrorsFail(_ change: Change) throws {
        let repository = try Self.repository()
        try change.make(repository)
        try repository.commit()
        #expect(try repository.codes("--base", "main").sorted() == change.codes)
        // Without a base, only drift and fixtures count.
        #expect(try repository.codes().allSatisfy { $0 == "PF0105 warning" })
        let listed = try repository.run("review", "--base", "main").output
        for code in change.codes where code.hasSuffix("error") {
            #expect(listed.contains(code.prefix(6)), "\(listed)")
        }
    }

    @Test func errorsOfTheBaseStayOld() throws {
        let repository = try Self.repository()
        try repository.folder.write(Self.text(3, stages: [2, 1]), to: Self.plan)
        try repository.commit()
        try repository.git("branch", "broken")
        try repository.folder.write(Self.text(ofPlan: "NewPlan", 3, stages: [2, 1]), to: Self.plan)
        try repository.commit()
        #expect(try repository.codes("--base", "broken") == [])
        #expect(try repository.run("lint", "--base", "broken").status == 0)
        #expect(try repository.codes("--base", "main") == ["PF0218 error"])
    }

    @Test func aBranchCanRepairItsBase() throws {
        let repository = try Self.repository()
        let path = "Sources/NotesV2.swift"
        let intact = try String(contentsOfFile: repository.folder.path(path), encoding: .utf8)
        try repository.folder.write(intact + "\nenum {{{\n", to: path)
        try repository.commit()
        try repository.git("branch", "unreadable")
        #expect(try repository.run("check", "--base", "main").status == 2)
        try repository.folder.write(intact, to: path)
        try repository.commit()
        let check = try repository.run("check", "--base", "unreadable")
        #expect(check.status == 0 && check.output.contains("PF0120"), "\(check)")
    }

    @Test func anEditOfAFrozenVersionIsNotItsNeighborsFault() throws {
        let repository = try Self.repository()
        try repository.folder.edit(
            "Sources/NotesV2.swift", "var stars: Int?", "var stars: Double?\nvar old: Int?")
        let codes = try repository.codes("--base", "main")
        #expect(codes == ["PF0101 error", "PF0101 error"])
        let lint = try repository.run("lint")
        #expect(!lint.output.contains("NotesV3"), "\(lint)")
        // Several findings of one cause have one fix.
        let check = try repository.run("check").output
        #expect(check.split(separator: "fix: Revert NotesV2 and make").count == 2, "\(check)")
    }

    /// The fixtures show that these are the versions of the base.
    @Test func aPlanAndItsVersionsAreRenamed() throws {
        let repository = try Self.repository()
        for file in ["NotesV1", "NotesV2", "NotesV3", "Plan"] {
            let path = "Sources/\(file).swift"
            let text = try String(contentsOfFile: repository.folder.path(path), encoding: .utf8)
            try repository.folder.write(
                text.replacing("NotesV", with: "PagesV").replacing("NotesPlan", with: "PagesPlan"), to: path)
        }
        try repository.commit()
        #expect(try repository.codes("--base", "main").filter { $0.contains("error") } == [])
    }

    /// The fixture of another plan's version with the same number doesn't belong to the edited version.
    @Test func aNumberThatTwoPlansHave() throws {
        let repository = try GateRepository(isCommitted: false)
        func write(_ name: String, _ members: String) throws {
            try repository.folder.write(
                """
                import SwiftData
                enum \(name)V1: VersionedSchema {
                    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                    static var models: [any PersistentModel.Type] { [Item.self] }
                    @Model final class Item {
                        \(members)
                        init() {}
                    }
                }
                enum \(name)Plan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [\(name)V1.self] }
                    static var stages: [MigrationStage] { [] }
                }

                """, to: "Sources/\(name).swift")
        }
        try repository.remove("Sources/Notes.swift")
        try repository.remove("Fixtures")
        try write("Trips", "var name = \"\"")
        try write("Books", "var title = \"\"")
        #expect(try repository.run("freeze", "1.0.0", "--plan", "TripsPlan").status == 0)
        try repository.folder.write(".cache\n", to: ".gitignore")
        try repository.git("init", "--quiet", "--initial-branch", "main")
        try repository.commit()
        try repository.git("tag", "v1.0")
        try repository.git("switch", "--quiet", "--create", "edit")
        try write("Books", "var title = \"\"\nvar pages = 0")
        try repository.commit()
        #expect(try repository.codes("--base", "main").contains("PF0101 error"))
    }
}
