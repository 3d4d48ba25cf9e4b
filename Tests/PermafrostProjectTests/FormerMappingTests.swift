import Foundation
import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostRules
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Fixtures that were frozen by the mapping of the first releases are recognised, reported and frozen again.
@Suite struct FormerMappingTests {
    /// A project whose fixtures the first releases froze: those of one version, `DiarySchemaV1`, are right.
    static func project() throws -> TestProject {
        try TestProject(copying: SourceTree.root.appending(path: "Tests/PermafrostProjectTests/FormerFixtures"))
    }

    static let wrong = [
        "CanvasSchemaV1": "Drawing.style, Drawing.tints, Drawing.width",
        "LibrarySchemaV1": "Book.shelf, Shelf.books",
        "LibrarySchemaV2": "Book.shelf, Shelf.books",
        "MuseumSchemaV1": "Curator.loans, Exhibit.loans, Loan.curator, Loan.exhibit, Museum.rooms, Room.museum, "
            + "Ticket.visit, Visit.tickets",
    ]

    static func words(_ check: ProjectCheck) -> [String] { check.findings.map(\.what) }

    // MARK: Check

    @Test func eachIsNamedWithWhatWasWrong() throws {
        let check = try Self.project().check()
        #expect(Set(check.findings.map(\.code)) == ["PF0116"], "\(Self.words(check))")
        #expect(check.findings.allSatisfy { $0.severity == .error })
        #expect(!check.isIncomplete)
        #expect(Set(check.findings.compactMap(\.schema)) == Set(Self.wrong.keys))
        for finding in check.findings {
            #expect(finding.what.contains("whose mapping was wrong for \(Self.wrong[finding.schema ?? ""] ?? "?");"))
            #expect(finding.what.hasSuffix("nothing in the declaration has changed"))
            #expect(finding.fix?.contains("permafrost freeze \(finding.version ?? "?") --force") == true)
            #expect(finding.fix?.contains("permafrost freeze --all --remap for every such fixture") == true)
            // A removed `inverse:` looks the same, and only where an inverse was wrong.
            #expect(finding.fix?.contains("`inverse:`") == (finding.schema != "CanvasSchemaV1"))
        }
        let unchanged = check.versions.filter { $0.status == .unchanged }
        #expect(unchanged.map(\.schema) == ["DiarySchemaV1"])
        #expect(check.versions.count { $0.status == .formerMapping } == 4)
    }

    /// An archive has another model only if the former rules give one.
    @Test func aDeclarationThatIsReadAsBeforeHasNoFormerModel() throws {
        let schemas = try Self.project().project().groups.flatMap(\.schemas)
        for schema in schemas {
            #expect((schema.model?.former != nil) == (Self.wrong[schema.name] != nil), "\(schema.name)")
            #expect(schema.variants.allSatisfy { ($0.content?.former != nil) == (schema.model?.former != nil) })
        }
        #expect(schemas.flatMap(\.variants).count == 1)
    }

    /// An edit, the version, and the change that it is.
    static let edits = [
        ("Sources/Museum.swift", "var price: Int = 0", "var price: String = \"\"", "MuseumSchemaV1", "Ticket.price"),
        ("Sources/Library.swift", "var title: String", "var title: String?", "LibrarySchemaV1", "Book.title"),
        ("Sources/Canvas.swift", "var width: CGFloat", "var width: CGFloat?", "CanvasSchemaV1", "Drawing.width"),
        ("Sources/Canvas.swift", "var red: Double", "var red: Int", "CanvasSchemaV1", "Drawing.tints"),
    ]

    @Test(arguments: edits)
    func anEditIsReportedAsTheEditThatItIs(
        _ file: String, _ old: String, _ new: String, _ schema: String, _ subject: String
    ) throws {
        let project = try Self.project()
        try project.edit(file, old, new)
        let check = try project.check()
        let own = check.findings.filter { $0.schema == schema }
        let drift = own.filter { $0.code != "PF0116" }
        #expect(!drift.isEmpty)
        #expect(drift.contains { $0.what.contains(subject) }, "\(Self.words(check))")
        #expect(drift.allSatisfy { $0.change?.aspect != .inverse })
        let former = try #require(own.first { $0.code == "PF0116" })
        #expect(!former.what.contains("nothing in the declaration has changed"))
        #expect(former.fix?.hasPrefix("Put the declaration back as it was first") == true)
        #expect(check.versions.first { $0.schema == schema }?.status == .drifted)
    }

    @Test func aRemovedInverseIsDriftInAFixtureOfToday() throws {
        let source = """
            import SwiftData
            enum AppV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [User.self, Pet.self] }
                @Model final class User { @Relationship(inverse: \\Pet.owner) var pets: [Pet] = []; init() {} }
                @Model final class Pet { var owner: User?; init() {} }
            }
            """
        let project = try TestProject(["App.swift": source])
        try project.freeze()
        try project.edit("App.swift", "(inverse: \\Pet.owner)", "")
        let check = try project.check()
        #expect(Set(check.findings.map(\.code)) == ["PF0101"], "\(Self.words(check))")
        #expect(try project.freeze(.formerlyMapped).isEmpty)
    }

    @Test func aFixtureOfANewerMappingKeepsTheCheckFromBeingComplete() throws {
        let project = try TestProject(["A.swift": ProjectCheckTests.schema("AppV1", "1.0.0")])
        try project.freeze()
        try project.edit("Fixtures/1.0.0/schema-1_0_0.json", "\"mapping\": 2", "\"mapping\": 3")
        let check = try project.check()
        #expect(check.isIncomplete)
        #expect(check.findings.contains { $0.fix == "Update Permafrost, and check again" })
    }

    /// Earlier releases assumed more: such a fixture differs in what its document says beside the model.
    @Test func aFixtureOfTheSameModelIsDecodedOnce() throws {
        let test = try TestProject(["A.swift": ProjectCheckTests.schema("AppV1", "1.0.0", "var rate: TimeInterval?")])
        let project = try test.project()
        let schema = try #require(project.groups.first?.schemas.first)
        let version = try VersionName("1.0.0")
        try Freezer(toolVersion: "1").freeze(
            FreezeRequest(
                version: version, group: project.groups[0].name, schema: schema.name,
                model: try #require(try schema.model?.decoded()), assumptions: ["User.rate: TimeInterval"],
                date: "2026-01-01T00:00:00Z"),
            as: Fixture(version: version, tree: project.tree.directory, folder: "1.0.0"))
        let check = try test.check()
        #expect(check.findings.isEmpty)
        let fixture = try #require(try project.tree.contents().fixtures.first)
        let again = try FrozenState(fixture, groups: project.groups, known: ProjectFixtures(project).known)
        #expect(FrozenState(fixture, groups: project.groups, known: KnownFixtures()).frozen != nil)
        #expect(again.frozen == nil)
        #expect(again.matches(schema))
    }

    /// Neither is one that nothing declares any more; its model is read only if a command needs it. Once its store has other bytes,
    /// it's read as for the first time.
    @Test func aFixtureThatNothingDeclaresIsDecodedOnce() throws {
        let test = try TestProject(["A.swift": ProjectCheckTests.schema("AppV1", "1.0.0")])
        try test.freeze()
        try test.folder.write(ProjectCheckTests.schema("AppV2", "2.0.0"), to: "A.swift")
        let project = try test.project()
        let first = try ProjectFixtures(project)
        let again = try ProjectFixtures(project, known: first.known)
        let (before, after) = (try #require(first.pairs.first), try #require(again.pairs.first))
        #expect(before.fixture.frozen?.damage == [])
        #expect(after.fixture.frozen == nil)
        #expect(after.fixture.read == before.fixture.read)
        #expect(after.fixture.damage == [])
        for pair in [before, after] {
            guard case .gone = pair.owner else {
                Issue.record("\(pair.owner)")
                continue
            }
        }
        let store = URL(filePath: test.folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"))
        var bytes = try Data(contentsOf: store)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: store)
        let damaged = try #require(try ProjectFixtures(project, known: first.known).pairs.first?.fixture)
        #expect(damaged.entry == nil)
        #expect(!damaged.damage.isEmpty)
    }

    // MARK: Freeze

    @Test func remappingRewritesTheseAlone() throws {
        let project = try Self.project()
        let before = try project.folder.files(below: "Fixtures")
        let outcomes = try project.freezeAgain()
        #expect(outcomes.map(\.schema).sorted() == Self.wrong.keys.sorted())
        for outcome in outcomes {
            guard case .remapped = outcome.result else {
                Issue.record("\(outcome.result)")
                continue
            }
            #expect(outcome.formerMapping?.properties.joined(separator: ", ") == Self.wrong[outcome.schema])
        }
        let after = try project.folder.files(below: "Fixtures")
        #expect(after.keys.sorted() == before.keys.sorted())
        let touched = Set(after.keys.filter { after[$0] != before[$0] }.map { $0.split(separator: "/")[0] })
        #expect(touched == ["CanvasSchema", "LibraryPlan", "MuseumSchema"])
        let check = try project.check()
        #expect(Self.words(check) == [])
        #expect(check.versions.allSatisfy { $0.status == .unchanged })
        #expect(try project.freezeAgain().isEmpty)
        #expect(try project.folder.files(below: "Fixtures") == after)
    }

    @Test func theNumberOfRowsStays() throws {
        let project = try Self.project()
        try project.freezeAgain()
        let fixture = "Fixtures/MuseumSchema/1.0.0/App-1_0_0.sqlite"
        #expect(try StoreInspection(StoreReader(path: project.folder.path(fixture))).rowCounts["Ticket"] == 2)
    }

    @Test func anEditedOneIsNotFrozenAgain() throws {
        let project = try Self.project()
        let folder = "Fixtures/MuseumSchema"
        let before = try project.folder.files(below: folder)
        try project.edit("Sources/Museum.swift", "var price: Int = 0", "var price: String = \"\"")
        let failed = try project.freezeAgain().filter { if case .failed = $0.result { true } else { false } }
        #expect(failed.map(\.schema) == ["MuseumSchemaV1"])
        if case .failed(let error as ProjectError)? = failed.first?.result {
            #expect(
                error == .editedSinceFreeze(version: "1.0.0", path: project.folder.path(folder + "/1.0.0")))
        }
        #expect(try project.folder.files(below: folder) == before)
    }

    @Test func aDamagedOneIsNotFrozenAgain() throws {
        let project = try Self.project()
        let folder = "Fixtures/CanvasSchema/1.0.0"
        try project.folder.write("", to: folder + "/schema-1_0_0.sql")
        let before = try project.folder.files(below: folder)
        let failed = try project.freezeAgain().filter { if case .failed = $0.result { true } else { false } }
        #expect(failed.map(\.schema) == ["CanvasSchemaV1"])
        #expect(try project.folder.files(below: folder) == before)
    }

    @Test func freezingOneSaysWhyAndForceReplacesIt() throws {
        let project = try Self.project()
        func outcome(replacing: ProjectFreeze.Replacement) throws -> ProjectFreeze.Outcome {
            try #require(
                try project.freeze(.version("2.0.0"), replacing: replacing) { $0.plan = "LibraryPlan" }.first)
        }
        guard case .failed(let error as ProjectError) = try outcome(replacing: .none).result,
            case .formerlyMapped("2.0.0", let path, let mapping) = error
        else {
            Issue.record("it was not refused for its mapping")
            return
        }
        #expect(path.hasSuffix("Fixtures/LibraryPlan/2.0.0"))
        #expect(mapping.properties == ["Book.shelf", "Shelf.books"])
        guard case .frozen = try outcome(replacing: .unshipped).result else {
            Issue.record("it was not replaced")
            return
        }
        #expect(try project.check().versions.first { $0.schema == "LibrarySchemaV2" }?.status == .unchanged)
    }

    @Test func freezingAllLeavesThemAlone() throws {
        let project = try Self.project()
        let before = try project.folder.files(below: "Fixtures")
        let outcomes = try project.freeze()
        #expect(outcomes.allSatisfy { if case .alreadyFrozen = $0.result { true } else { false } })
        #expect(outcomes.count { $0.formerMapping != nil } == 4)
        #expect(try project.folder.files(below: "Fixtures") == before)
    }

    // MARK: What else looks at fixtures

    @Test func lintSeesNoEdit() throws {
        let lint = try ProjectLint(try Self.project().project())
        let edits = lint.findings.filter { ["PF0210", "PF0211", "PF0212"].contains($0.code) }
        #expect(edits.map(\.what) == [])
    }

    @Test(arguments: ["CanvasSchema/1.0.0/App-1_0_0.sqlite", "MuseumSchema/1.0.0/App-1_0_0.sqlite"])
    func itsStoreIsNamedForWhatItIs(_ path: String) throws {
        let test = try Self.project()
        let store = test.folder.path("Fixtures/" + path)
        let drift = try StoreDrift(
            StoreInspection(StoreReader(path: store)), with: VersionCatalog(test.project()))
        #expect(!drift.isRecognised)
        let findings = drift.findings(store: "App.store")
        #expect(findings.map(\.code) == ["PF0116"])
        #expect(findings.allSatisfy { $0.what.hasPrefix("App.store is a store of") })
        try test.freezeAgain()
        let again = try StoreDrift(
            StoreInspection(StoreReader(path: store)), with: VersionCatalog(test.project()))
        #expect(again.isRecognised)
    }

    /// Frameworks of iOS 17 and 18 inferred the inverse that today's do not: a store of the old fixture is one of theirs.
    @Test func aStoreThatAFrameworkMakesIsRecognised() throws {
        let test = try Self.project()
        let store = test.folder.path("Fixtures/LibraryPlan/1.0.0/App-1_0_0.sqlite")
        let drift = try StoreDrift(
            StoreInspection(StoreReader(path: store)), with: VersionCatalog(test.project()))
        #expect(drift.isRecognised)
        #expect(drift.findings(store: store).isEmpty)
    }

    @Test func modelsWithoutAVersionedSchemaKeepTheirVersion() throws {
        let test = try TestProject([
            "App.swift": """
            import SwiftData
            @Model final class User { var pets: [Pet] = []; init() {} }
            @Model final class Pet { var owner: User; init(owner: User) { self.owner = owner } }
            """
        ])
        func models(_ options: inout ProjectOptions) { options.models = ["User", "Pet"] }
        let project = try test.project(models)
        let group = try #require(project.groups.first)
        let schema = try #require(group.schemas.first)
        try test.freezeByFormerMapping(schema, in: group, version: "1.0.0")
        #expect(try test.project(models).unversioned?.declaredName == "1.0.0")
        let check = try test.check(models)
        #expect(check.findings.map(\.code) == ["PF0116"], "\(Self.words(check))")
        let fix = try #require(check.findings.first.flatMap { $0.fix })
        #expect(fix.contains("permafrost freeze 1.0.0 --force --models User,Pet"))
        #expect(fix.contains("permafrost freeze --all --remap --models User,Pet"))
        #expect(try test.freeze(.formerlyMapped, models).count == 1)
        #expect(try test.check(models).findings.isEmpty)
    }

    /// Live types on Linux had the same mapping as sources.
    @Test func aFixtureOfLiveTypesIsRecognised() throws {
        let test = try TestProject([
            "App.swift": """
            import SwiftData
            enum AppV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Item.self] }
                @Model final class Item { var width: CGFloat = 1; init() {} }
            }
            """
        ])
        let group = try #require(test.project().groups.first)
        try test.freezeByFormerMapping(group.schemas[0], in: group, version: "1.0.0", isOfStore: true)
        #expect(try test.check().findings.map(\.code) == ["PF0116"])
        #expect(try test.freezeAgain().count == 1)
        #expect(try test.check().findings.isEmpty)
    }
}

extension TestProject {
    /// Freezes again what was mapped wrongly, with as many rows as there are.
    @discardableResult
    fileprivate func freezeAgain() throws -> [ProjectFreeze.Outcome] {
        try ProjectFreeze(try project(), toolVersion: "1", date: "2026-01-01T00:00:00Z").run(.formerlyMapped)
    }

    /// Freezes what the first releases made of a version, as they did.
    fileprivate func freezeByFormerMapping(
        _ schema: DeclaredSchema, in group: VersionGroup, version: String, isOfStore: Bool = false
    ) throws {
        guard let model = try schema.model?.former?.decoded() else { throw EditFailure(text: "no former model") }
        let name = try VersionName(version)
        let fixture = Fixture(version: name, tree: folder.path("Fixtures"), folder: version)
        try Freezer(toolVersion: "1").freeze(
            FreezeRequest(
                version: name, group: group.name, schema: schema.name, model: isOfStore ? model.archived : model,
                isOfStore: isOfStore, date: "2026-01-01T00:00:00Z"), as: fixture)
        let path = "Fixtures/\(version)/\(fixture.files.model)"
        let recorded = Digest.hex(Digest.sha256(Array(try text(path).utf8)))
        try edit(path, "  \"mapping\": 2,\n", "")
        let written = Digest.hex(Digest.sha256(Array(try text(path).utf8)))
        try edit("Fixtures/\(version)/\(fixture.files.checksums)", recorded, written)
    }
}
