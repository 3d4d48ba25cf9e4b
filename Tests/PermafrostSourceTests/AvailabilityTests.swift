import Foundation
import PermafrostSource
import Testing

/// The platform versions that a version or plan requires, from its `@available` attributes and those of enclosing
/// declarations.
@Suite struct AvailabilityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        /// The source; `SCHEMA` represents the body of a version.
        var source: String
        var arguments: String?
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "none", source: "enum V1: VersionedSchema { SCHEMA }", arguments: nil),
        Case(
            name: "a list", source: "@available(macOS 15, iOS 18.2, *) enum V1: VersionedSchema { SCHEMA }",
            arguments: "iOS 18.2, macOS 15, *"),
        Case(
            name: "one platform", source: "@available(iOS, introduced: 18.0) enum V1: VersionedSchema { SCHEMA }",
            arguments: "iOS 18.0, *"),
        Case(
            name: "several attributes, later versions first",
            source: "@available(iOS 18, *) @available(iOS, introduced: 17) enum V1: VersionedSchema { SCHEMA }",
            arguments: "iOS 18, *"),
        Case(
            name: "what an enclosing type needs",
            source: "@available(iOS 9, macOS 15, *) enum App {\n"
                + "@available(iOS 18, *) enum V1: VersionedSchema { SCHEMA } }",
            arguments: "iOS 18, macOS 15, *"),
        Case(
            name: "what an enclosing extension needs",
            source: "enum App {}\n@available(iOS 26.1, *) extension App { enum V1: VersionedSchema { SCHEMA } }",
            arguments: "iOS 26.1, *"),
        Case(
            name: "what another extension needs",
            source: "enum V1: VersionedSchema { SCHEMA }\n"
                + "@available(iOS 26, *) extension V1 { static var other: Int { 1 } }",
            arguments: nil),
        Case(
            name: "what says nothing of versions",
            source: "@available(*, deprecated, message: \"old\") @available(iOS, deprecated: 19) "
                + "@MainActor enum V1: VersionedSchema { SCHEMA }",
            arguments: nil),
        Case(
            name: "in a branch",
            source: "#if !os(Linux)\n@available(iOS 18, *)\n#endif\nenum V1: VersionedSchema { SCHEMA }",
            arguments: "iOS 18, *"),
    ]

    @Test(arguments: cases)
    func ofAVersion(_ item: Case) throws {
        let body = """
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            @Model final class Item { var name = "" }
            """
        let text = "import SwiftData\n" + item.source.replacing("SCHEMA", with: "\n\(body)\n")
        let project = try read(["Sources/App/Models.swift": text])
        let schema = try #require(project.schemas.first, "\(project.issues)")
        #expect(schema.model != nil && schema.availability.arguments == item.arguments)
        let archived = try #require(DeclarationArchive.decode(Data(DeclarationArchive.encode(project))).schemas.first)
        #expect(archived.availability == schema.availability)
    }

    @Test func ofAPlan() throws {
        let text = """
            import SwiftData
            extension App {
                @available(iOS 18, macOS 15, *)
                enum Plan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [] }
                    static var stages: [MigrationStage] { [] }
                }
            }
            """
        let plan = try #require(try read(["Sources/App/Plan.swift": text]).plans.first)
        #expect(plan.availability.arguments == "iOS 18, macOS 15, *")
    }

    @Test func ofTwoDeclarationsEachPlatformNeedsTheLaterVersion() {
        var left = Availability()
        left.require("iOS", "18.4")
        left.require("macOS", "9")
        var right = Availability()
        right.require("iOS", "18.10")
        right.require("macOS", "15")
        right.require("watchOS", "11")
        #expect(left.merged(with: right).arguments == "iOS 18.10, macOS 15, watchOS 11, *")
        #expect(left.merged(with: right) == right.merged(with: left))
        #expect(Availability().merged(with: Availability()).arguments == nil)
    }
}
