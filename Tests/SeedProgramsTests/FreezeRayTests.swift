import Foundation
import PermafrostFreezeRay
import PermafrostTestSupport
import PermafrostTesting
import SwiftData
import Testing

@FreezeSchema(version: "1.0.0")
enum PantryV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Jar.self] }

    @Model final class Jar {
        var label: String

        init(label: String) { self.label = label }
    }
}

@FreezeSchema(version: "2.0.0-beta.1")
enum PantryV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Jar.self] }

    @Model final class Jar {
        var label: String
        var weight: Double?

        init(label: String) { self.label = label }
    }
}

enum PantryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PantryV1.self, PantryV2.self] }
    static var stages: [MigrationStage] { [.lightweight(fromVersion: PantryV1.self, toVersion: PantryV2.self)] }
}

@FreezeSchema(version: "1")
enum CellarV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Bottle.self] }

    @Model final class Bottle {
        var name: String

        init(name: String) { self.name = name }
    }
}

@FreezeSchema(version: "2026-05-01")
enum CellarV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Bottle.self] }

    @Model final class Bottle {
        var name: String
        var year: Int?

        init(name: String) { self.name = name }
    }
}

enum CellarV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Bottle.self] }

    @Model final class Bottle {
        var name: String
        var year: Int?
        var rating: Double?

        init(name: String) { self.name = name }
    }
}

enum CellarPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CellarV1.self, CellarV2.self, CellarV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: CellarV1.self, toVersion: CellarV2.self),
            .lightweight(fromVersion: CellarV2.self, toVersion: CellarV3.self),
        ]
    }
}

/// The calls of a FreezeRay project's tests, with only the import changed. The fixture is in `FreezeRay/Fixtures`
/// next to this file. Its files have the content that FreezeRay writes.
@Suite(.serialized) struct FreezeRayTests {
    @Test func theFrozenVersionIsUnchanged() throws {
        try PantryV1.__freezeray_check_1_0_0()
        try FreezeRayRuntime.checkDrift(schema: PantryV1.self, version: "1.0.0")
    }

    @Test func aVersionThatIsNotFrozenIsAnError() {
        #expect(throws: FixtureError.self) { try PantryV2.__freezeray_check_2_0_0_beta_1() }
    }

    @Test func anotherModelHasDrifted() {
        #expect(throws: SchemaDriftError.self) {
            try FreezeRayRuntime.checkDrift(schema: PantryV2.self, version: "1.0.0")
        }
    }

    @Test func theFixturesMigrate() throws {
        try FreezeRayRuntime.testMigration(from: PantryV1.self, to: PantryV2.self, migrationPlan: PantryPlan.self)
        try FreezeRayRuntime.testAllMigrations(migrationPlan: PantryPlan.self)
    }

    /// A fixture has the name in the attribute, which can be any name.
    @Test func aFixtureWithAnyNameMigrates() throws {
        let folder = try ScratchFolder()
        let (tree, file) = (folder.url.appendingPathComponent("Fixtures"), folder.path("Tests.swift"))
        try FreezeRayRuntime.freeze(schema: CellarV1.self, version: "1", outputDirectory: tree)
        try FreezeRayRuntime.testMigration(
            from: CellarV1.self, to: CellarV3.self, migrationPlan: CellarPlan.self, file: file)
        #expect(throws: FixtureError.self) {
            try FreezeRayRuntime.testMigration(
                from: CellarV2.self, to: CellarV3.self, migrationPlan: CellarPlan.self, file: file)
        }
        try FreezeRayRuntime.freeze(schema: CellarV2.self, version: "2026-05-01", outputDirectory: tree)
        try FreezeRayRuntime.testMigration(
            from: CellarV2.self, to: CellarV3.self, migrationPlan: CellarPlan.self, file: file)
        try FreezeRayRuntime.testAllMigrations(migrationPlan: CellarPlan.self, file: file)
    }

    /// Tests that `permafrost scaffold` writes read the same fixture.
    @Test func theTestsOfPermafrostReadTheFixture() throws {
        assertNoDrift(of: PantryV1.self, frozenAs: "1.0.0")
        assertDataPreserved(try migrate(Fixture("1.0.0"), to: PantryV2.self, plan: PantryPlan.self))
    }

    @Test func aVersionIsFrozenByItsTypes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FreezeRayRuntime.freeze(schema: PantryV2.self, version: "2.0.0", outputDirectory: folder)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/2.0.0"))
    }

    #if os(Linux)
        /// The function that `@FreezeSchema` adds writes into the working folder, as FreezeRay's does.
        @Test func theMacrosFunctionFreezesTheVersion() throws {
            let folder = try ScratchFolder()
            try WorkingFolder.run(in: folder.url) { Result { try PantryV1.__freezeray_freeze_1_0_0() } }.get()
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.path("FreezeRay/Fixtures/1.0.0"))
            #expect(Set(files).isSuperset(of: ["App-1_0_0.sqlite", "schema-1_0_0.json", "export_metadata.txt"]))
        }
    #endif
}
