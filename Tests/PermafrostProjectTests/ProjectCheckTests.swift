import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Findings of a check other than changed properties: versions that are deleted, renamed, equal, or frozen by other
/// tools.
@Suite struct ProjectCheckTests {
    static func schema(_ name: String, _ version: String, _ members: String = "var name: String?") -> String {
        """
        import SwiftData
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(version.replacing(".", with: ", ")))
            static var models: [any PersistentModel.Type] { [User.self] }
            @Model final class User { \(members); init() {} }
        }

        """
    }

    static func plan(_ name: String, _ schemas: String...) -> String {
        """
        import SwiftData
        enum \(name): SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [\(schemas.map { $0 + ".self" }.joined(separator: ", "))] }
            static var stages: [MigrationStage] { [] }
        }

        """
    }

    static func codes(_ check: ProjectCheck) -> [String] { check.findings.map(\.code).sorted() }

    @Test func equalHashesAreReportedOncePerVersion() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0") + Self.schema("AppV2", "2.0.0") + Self.plan("P", "AppV1", "AppV2")
        ])
        try project.freeze()
        let check = try project.check()
        #expect(Self.codes(check) == ["PF0202"])
        #expect(check.findings[0].version == "2.0.0")
        #expect(check.findings[0].location?.line == 8)
    }

    /// Only stores of earlier versions hold values under the original name.
    @Test(arguments: [
        ("User", "var name: String?", "1.0.0"), ("Person", "var name: String?", "a store that still has name"),
        ("User", "var other: String?", "a store that still has name"),
    ])
    func aRemovedOriginalNameAffectsEarlierVersions(_ entity: String, _ members: String, _ users: String) throws {
        let renamed = "@Attribute(originalName: \"name\") var title: String?"
        let first = Self.schema("AppV1", "1.0.0", members).replacing("User", with: entity)
        let project = try TestProject([
            "A.swift": first + Self.schema("AppV2", "2.0.0", renamed) + Self.plan("P", "AppV1", "AppV2")
        ])
        try project.freeze()
        try project.edit("A.swift", "@Attribute(originalName: \"name\") ", "")
        let finding = try #require(project.check().findings.first { $0.code == "PF0102" })
        #expect(finding.affected?.contains(users) == true, "\(finding)")
        #expect(finding.affected?.contains("2.0.0 stores aren't affected") == true, "\(finding)")
        #expect(finding.fix?.hasPrefix("Revert AppV2") == true, "\(finding)")
    }

    @Test func aRenumberedVersionIsDriftAndNotRemoved() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0")])
        try project.freeze()
        try project.edit("A.swift", "Version(1, 0, 0)", "Version(1, 1, 0)")
        let check = try project.check()
        #expect(Self.codes(check) == ["PF0107"])
        #expect(check.versions.map(\.status) == [.drifted])
        #expect(check.versions.map(\.version) == ["1.0.0"])
    }

    @Test func freezeSchemaNamesTheVersion() throws {
        let source = Self.schema("AppV1", "1.0.0").replacing(
            "enum AppV1", with: "@FreezeSchema(version: \"spring\")\nenum AppV1")
        let project = try TestProject(["A.swift": source])
        #expect(try project.freeze(.version("spring")).count == 1)
        #expect(try project.check().findings.isEmpty)
        #expect(FileManager.default.fileExists(atPath: project.folder.path("Fixtures/spring/App-spring.sqlite")))
    }

    @Test func severalGroupsHaveFolders() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0") + Self.plan("AppPlan", "AppV1"),
            "B.swift": Self.schema("CacheSchemaV1", "1.0.0", "var key: String"),
        ])
        try project.freeze()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: project.folder.path("Fixtures")).sorted()
                == ["AppPlan", "CacheSchema"])
        #expect(try project.check().findings.isEmpty)
        // A plan's name selects only its group.
        try project.edit("B.swift", "key: String", "key: Int")
        #expect(try project.check { $0.plan = "AppPlan" }.findings.isEmpty)
        #expect(try Self.codes(project.check { $0.schema = "CacheSchemaV1" }) == ["PF0101"])
    }

    @Test func aGroupKeepsTheFolderOfItsFixtures() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0")])
        try project.freeze()
        try project.folder.write(Self.schema("CacheV1", "1.0.0", "var key: String"), to: "B.swift")
        try project.folder.write(Self.schema("AppV2", "2.0.0", "var title: String"), to: "C.swift")
        try project.freeze()
        let frozen = try FixtureTree(directory: project.folder.path("Fixtures")).contents().fixtures.map(\.folder)
        #expect(frozen == ["1.0.0", "2.0.0", "Cache/1.0.0"])
        #expect(try project.check().findings.isEmpty)
    }

    @Test func oneFailureDoesNotStopTheOthers() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0")
                + Self.schema("AppV2", "2.0.0").replacing("[User.self]", with: "makeModels()")
        ])
        let outcomes = try project.freeze()
        #expect(outcomes.count == 2)
        let failed = outcomes.filter { if case .failed = $0.result { true } else { false } }
        #expect(failed.map(\.version) == ["2.0.0"])
        let check = try project.check()
        #expect(check.isIncomplete)
        #expect(check.findings.contains { $0.code == "PF0120" && $0.location?.line == 10 })
        #expect(check.versions.map(\.status) == [.unchanged, .notEvaluable])
    }

    @Test func aFixtureOfANewerFormatMakesTheCheckIncomplete() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0")])
        try project.freeze()
        try project.edit("Fixtures/1.0.0/schema-1_0_0.json", "\"formatVersion\": 1", "\"formatVersion\": 9")
        let check = try project.check()
        #expect(check.isIncomplete)
        #expect(check.findings.contains { $0.fix?.contains("Update Permafrost") == true })
    }

    @Test func twoSchemasOfOneVersionAreAnError() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0") + Self.schema("AppV2", "1.0.0", "var title: String")
                + Self.plan("P", "AppV1", "AppV2")
        ])
        let outcomes = try project.freeze()
        #expect(outcomes.allSatisfy { if case .failed(ProjectError.sharedVersion) = $0.result { true } else { false } })
        #expect(throws: ProjectError.self) { try project.freeze(.version("1.0.0")) }
        #expect(try project.freeze(.version("1.0.0")) { $0.schema = "AppV1" }.count == 1)
        let check = try project.check()
        #expect(Self.codes(check) == ["PF0112"])
        #expect(check.findings[0].schema == "AppV2")
    }

    @Test func aSchemaNamedModelsIsNotAnUnversionedSchema() throws {
        let project = try TestProject([
            "A.swift": Self.schema("Models", "1.0.0").replacing("Schema.Version(1, 0, 0)", with: "compute()")
        ])
        #expect(throws: ProjectError.self) { try project.freeze(.version("7.0.0")) }
    }

    @Test func anUnreadableVersionIsNotReportedAsRemoved() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0"), "B.swift": Self.schema("AppV2", "2.0.0", "var b: Int"),
        ])
        try project.freeze()
        try project.edit("B.swift", "enum AppV2", "enum { enum AppV2")
        let check = try project.check()
        #expect(check.isIncomplete)
        #expect(!Self.codes(check).contains("PF0104"))
    }

    @Test func aFixtureMayContainAFolder() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0")])
        try project.freeze()
        try project.folder.write("x", to: "Fixtures/1.0.0/notes/x.txt")
        #expect(try project.check().findings.isEmpty)
    }

    @Test func aVersionThatIsNotAValidFolderNameIsReported() throws {
        let source = Self.schema("AppV1", "1.0.0").replacing(
            "enum AppV1", with: "@FreezeSchema(version: \"a/b\")\nenum AppV1")
        let project = try TestProject(["A.swift": source, "B.swift": Self.schema("AppV2", "2.0.0", "var b: Int")])
        try project.freeze(.version("2.0.0"))
        #expect(try Self.codes(project.check()) == ["PF0111"])
    }

    @Test func aSymbolicLinkInTheTreeIsAnError() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0")])
        try project.freeze()
        try FileManager.default.createSymbolicLink(
            atPath: project.folder.path("Fixtures/2.0.0"), withDestinationPath: "/etc")
        let check = try project.check()
        #expect(Self.codes(check) == ["PF0109"])
        #expect(check.findings[0].location?.file == "Fixtures/2.0.0")
    }

    @Test func modelsWithoutASchemaAreFrozenByName() throws {
        let project = try TestProject([
            "A.swift": "import SwiftData\n@Model final class User { var name: String?; init() {} }\n",
            "App.swift": "let c = try ModelContainer(for: User.self)\n",
        ])
        try project.freeze(.version("1"))
        #expect(try project.check { $0.models = ["User"] }.findings.filter { $0.severity == .error }.isEmpty)
        try project.edit("A.swift", "String?", "String")
        #expect(try project.check().findings.contains { $0.code == "PF0101" })
    }

    @Test(StoreDriftTests.isPresent)
    func aTreeOfFreezeRayIsRead() throws {
        let project = try TestProject([
            "A.swift": Self.schema("AppV1", "1.0.0", "var name: String?; var createdAt: Date?")
        ])
        try project.folder.write(
            "{\"timestamp\": \"2025\", \"entities\": []}", to: "FreezeRay/Fixtures/1.0.0/schema-1_0_0.json")
        try project.folder.write(
            "3069bd711e65228838d20b92a0c82e42effe7a88486b7cea811db74bba01bd5a",
            to: "FreezeRay/Fixtures/1.0.0/schema-1_0_0.sha256")
        try FileManager.default.copyItem(
            at: RealStores.url("swiftdata-users-1.0.0.sqlite"),
            to: project.folder.url.appending(path: "FreezeRay/Fixtures/1.0.0/App-1_0_0.sqlite"))
        let before = try project.folder.files()
        #expect(try project.check().findings.isEmpty)
        try project.edit("A.swift", "name: String?", "name: String")
        let check = try project.check()
        #expect(Self.codes(check) == ["PF0101"])
        #expect(check.findings.first?.change?.subject == "User.name")
        try project.folder.write("00ff", to: "FreezeRay/Fixtures/1.0.0/schema-1_0_0.sha256")
        #expect(try Self.codes(project.check()) == ["PF0101", "PF0108"])
        #expect(try project.folder.files().keys.sorted() == before.keys.sorted())
    }

    @Test func aFolderWithoutAnyFileOfAFixtureIsOneFinding() throws {
        let project = try TestProject(["A.swift": Self.schema("AppV1", "1.0.0", "var name: String = \"\"")])
        try project.freeze()
        try FileManager.default.createDirectory(
            at: project.folder.url.appending(path: "Fixtures/0.9.0"), withIntermediateDirectories: false)
        let findings = try project.check().findings
        #expect(findings.map(\.code) == ["PF0108"])
        let what = findings.first?.what ?? ""
        #expect(what.contains("App-0_9_0.sqlite") && what.hasSuffix("are missing"), "\(what)")
    }

    @Test(arguments: [
        ("AppSchemaV1", "AppSchema"), ("SchemaV2_1", "Schema"), ("V1", "Schema"), ("Data.V3", "Data"),
        ("AppSchema", "AppSchema"), ("Schema1", "Schema"), ("Models", "Models"), ("AppSchemaVersion12", "AppSchema"),
        ("Nested.CardSchemaV1", "CardSchema"),
    ])
    func groupNamesOmitTheVersion(_ schema: String, _ group: String) {
        #expect(SchemaName.withoutVersion(schema) == group)
    }
}
