import Foundation
import PermafrostTestSupport
import Testing

/// A freeze first reports the findings of check and lint, and then freezes anyway.
@Suite struct FindingsBeforeFreezeTests {
    /// Returns a project whose second version adds a required property without a default, in a lightweight stage.
    private func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (version, property) in [(1, ""), (2, "var stars: Int")] {
            try folder.write(
                """
                import SwiftData

                enum SchemaV\(version): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(version), 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }

                    @Model final class Note {
                        var title: String = ""
                        \(property)
                        init() {}
                    }
                }
                """, to: "SchemaV\(version).swift")
        }
        try folder.write(
            """
            import SwiftData

            enum NotesPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
                static var stages: [MigrationStage] {
                    [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
                }
            }
            """, to: "NotesPlan.swift")
        return folder
    }

    @Test func anErrorOfLintIsShownBeforeTheVersionIsFrozen() throws {
        let folder = try project()
        let text = try Tool.run("freeze", "2.0.0", in: folder)
        #expect(text.status == 0, "\(text)")
        #expect(text.errors.contains("SchemaV2.swift:9:"), "\(text)")
        #expect(text.errors.contains("[PF0208]") && text.errors.contains("fix: "), "\(text)")
        #expect(FileManager.default.fileExists(atPath: folder.path("Fixtures/2.0.0")))

        let json = try Tool.run("freeze", "--all", "--format", "json", in: folder)
        #expect(json.status == 0, "\(json)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let findings = try #require(report["findings"] as? [[String: Any]])
        #expect(findings.map { $0["code"] as? String } == ["PF0208"])
    }

    @Test func theDriftOfAnotherVersionIsShown() throws {
        let folder = try project()
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
        try folder.edit("SchemaV1.swift", "var title: String = \"\"", "var title: String?")
        for arguments in [["2.0.0"], ["--all"]] {
            let freeze = try Tool.run(["freeze"] + arguments, in: folder.url, cache: folder)
            #expect(freeze.status == 0, "\(freeze)")
            #expect(freeze.errors.contains("SchemaV1.swift:8:") && freeze.errors.contains("PF0101]"), "\(freeze)")
        }
        // This freeze ends the drift.
        let forced = try Tool.run("freeze", "1.0.0", "--force", in: folder)
        #expect(forced.status == 0, "\(forced)")
        #expect(!forced.errors.contains("PF0101]"), "\(forced)")
    }

    /// The fix doesn't offer to freeze a version again that a release tag contains.
    @Test func theDriftOfAShippedVersionIsOnlyReverted() throws {
        let folder = try project()
        let repository = try TestRepository(folder)
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
        try repository.commit()
        try repository.git("tag", "v1.0")
        try folder.edit("SchemaV1.swift", "var title: String = \"\"", "var title: String?")
        let freeze = try Tool.run("freeze", "2.0.0", in: folder)
        #expect(freeze.status == 0 && freeze.errors.contains("fix: Revert SchemaV1 and make"), "\(freeze)")
        #expect(!freeze.errors.contains("--force"), "\(freeze)")
    }

    @Test func aPlanWithoutErrorsIsFrozenWithoutWarnings() throws {
        let folder = try project()
        try folder.edit("SchemaV2.swift", "var stars: Int", "var stars: Int = 0")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(!freeze.errors.contains("error:") && !freeze.errors.contains("warning:"), "\(freeze)")
    }
}
