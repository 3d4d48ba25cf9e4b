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
            written.output.contains("warning: PF0207 Sources/App/Plan.swift:5:")
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
}
