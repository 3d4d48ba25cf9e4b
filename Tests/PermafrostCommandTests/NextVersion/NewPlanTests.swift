import Foundation
import PermafrostTestSupport
import Testing

/// `new-version` if no plan lists the versions. It writes a plan.
@Suite struct NewPlanTests {
    @Test func aFileOfItsOwn() throws {
        let project = try NextVersionTests.Shipped(VersionIdiom.planless[0])
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let expected = """
            import SwiftData

            /// The schema versions, oldest first, and the stages between them.
            enum AppMigrationPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self, SchemaV3.self] }

                static var stages: [MigrationStage] {
                    [
                        .lightweight(
                            fromVersion: SchemaV1.self,
                            toVersion: SchemaV2.self
                        ),
                        .lightweight(
                            fromVersion: SchemaV2.self,
                            toVersion: SchemaV3.self
                        )
                    ]
                }
            }

            """
        #expect(try project.text("Sources/App/AppMigrationPlan.swift") == expected)
        // The container opens the next version, and the developer has to pass it the plan.
        let container = try project.text("Sources/App/Plan.swift")
        #expect(container.contains("Schema(versionedSchema: SchemaV3.self)") && !container.contains("AppMigrationPlan"))
        #expect(written.output.contains("a plan with SchemaV1, SchemaV2, SchemaV3"), "\(written)")
        #expect(
            written.output.contains("Sources/App/Plan.swift:5:9: warning: ModelContainer opens the models")
                && written.output.contains("Add migrationPlan: AppMigrationPlan.self"), "\(written)")
    }

    @Test func inTheFileOfTheVersions() throws {
        let project = try NextVersionTests.Shipped(VersionIdiom.planless[2])
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let text = try project.text("Sources/App/Schema.swift")
        #expect(
            text.contains("}\n\n/// The schema versions") && text.hasSuffix("        ]\n    }\n}\n"), "\(text)")
    }

    /// The plan is named after the versions, and has their access level.
    @Test func namedAfterTheVersions() throws {
        let project = try NextVersionTests.Shipped(
            VersionIdiom.planless[0].replacing("enum SchemaV", with: "public enum TripSchemaV", "public")
                .replacing("SchemaV2.self)", with: "TripSchemaV2.self)", "public"))
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let text = try project.text("Sources/App/TripMigrationPlan.swift")
        #expect(text.contains("\npublic enum TripMigrationPlan: SchemaMigrationPlan {"), "\(text)")
        #expect(text.contains("    public static var stages"), "\(text)")
    }

    /// The group has another name as soon as it has a plan.
    @Test(arguments: ["--schema", "--plan"]) func ofAChosenGroup(_ option: String) throws {
        let project = try NextVersionTests.Shipped(VersionIdiom.planless[1], isFrozen: false)
        try project.edit()
        let written = try Tool.run("new-version", option, "Schema", in: project.folder)
        #expect(written.status == 0, "\(written)")
        #expect(try project.checksums().keys.sorted() == ["1.0.0", "2.0.0"])
    }

    /// A plan that lists no version yet gets all of them.
    @Test func inAnEmptyPlan() throws {
        var idiom = VersionIdiom.planless[0]
        idiom.files["Sources/App/Plan.swift", default: ""] +=
            "\nenum TripPlan: SchemaMigrationPlan {\n    static var schemas: [any VersionedSchema.Type] { [] }\n"
            + "    static var stages: [MigrationStage] { [] }\n}\n"
        let project = try NextVersionTests.Shipped(idiom)
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let plan = try project.text("Sources/App/Plan.swift")
        #expect(plan.contains("{ [SchemaV1.self, SchemaV2.self, SchemaV3.self] }"), "\(plan)")
        #expect(plan.components(separatedBy: ".lightweight(").count == 3, "\(plan)")
    }

    /// The declarations of another group don't matter.
    @Test func inAProjectWithAnUnreadableGroup() throws {
        let project = try NextVersionTests.Shipped(VersionIdiom.freezeBehind, isFrozen: false)
        try project.folder.write(
            VersionIdiom.imports + VersionIdiom.version("OtherV1", 2, models: "registry.filter { _ in true }"),
            to: "Sources/App/Other.swift")
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
    }
}
