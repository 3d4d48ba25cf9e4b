import PermafrostModel
import PermafrostSource
import Testing

/// Whether a declared plan has a stage: yes, no, on some platforms, or not known.
@Suite struct PlanStagingTests {
    private static let schemas = (1...2).map { number in
        "enum V\(number): VersionedSchema { static let versionIdentifier = Schema.Version(\(number), 0, 0)\n static let models: [any PersistentModel.Type] = [] }\n"
    }.joined()
    private static let stage = ".lightweight(fromVersion: V1.self, toVersion: V2.self)"
    private static let apple = ["iOS", "macOS", "watchOS", "tvOS", "visionOS"]

    private static func plan(_ body: String) throws -> PlanDeclaration {
        let request = SourceRequest(directory: "/project")
        let files = InMemorySources([
            "Sources/App/Schemas.swift": schemas,
            "Sources/App/Plan.swift":
                "enum Plan: SchemaMigrationPlan {\nstatic var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }\n\(body)\n}",
        ])
        return try #require(try SourceReader(request: request, files: files).read().plans.first)
    }

    @Test(
        arguments: [
            ("static var stages: [MigrationStage] { [] }", .noStages),
            ("static let stages: [MigrationStage] = []", .noStages),
            ("static var stages: [MigrationStage] { let all: [MigrationStage] = []; return all }", .noStages),
            ("static var stages: [MigrationStage] { [\(stage)] }", .staged),
            ("static var stages: [MigrationStage] { [] + [\(stage)] }", .staged),
            // The list has an element, although it isn't a stage that can be read.
            ("static var stages: [MigrationStage] { [V1.self] }", .staged),
            // Nothing determines the condition.
            ("static var stages: [MigrationStage] { if isNew { return [] }\nreturn [\(stage)] }", .unknown),
            ("static var stages: [MigrationStage] { isNew ? [] : [\(stage)] }", .unknown),
            ("static var stages: [MigrationStage] { load() }", .unknown),
            ("", .unknown),
            // The newest systems have no stage, and older ones do.
            (
                "static var stages: [MigrationStage] { if #available(iOS 26, macOS 26, *) { return [] }\nreturn [\(stage)] }",
                .unknown
            ),
            (
                "static var stages: [MigrationStage] { if #available(iOS 26, macOS 26, *) { return [\(stage)] }\nreturn [] }",
                .staged
            ),
            (
                "#if os(macOS)\nstatic var stages: [MigrationStage] { [] }\n#else\nstatic var stages: [MigrationStage] { [\(stage)] }\n#endif",
                .partlyStaged(on: apple.filter { $0 != "macOS" }, not: ["macOS"])
            ),
            (
                "static var stages: [MigrationStage] {\n#if os(iOS)\nreturn []\n#else\nreturn [\(stage)]\n#endif\n}",
                .partlyStaged(on: apple.filter { $0 != "iOS" }, not: ["iOS"])
            ),
            (
                "#if os(macOS)\nstatic var stages: [MigrationStage] { load() }\n#else\nstatic var stages: [MigrationStage] { [] }\n#endif",
                .unknown
            ),
        ] as [(String, Staging)])
    func stagingOfAPlan(_ body: String, _ expected: Staging) throws {
        let plan = try Self.plan(body)
        #expect(plan.staging == expected, "\(plan.issues)")
        if expected == .unknown { #expect(!plan.issues.isEmpty) }
        // The stages of a platform that has some are checked.
        if expected.isStaged, !body.contains("[V1.self]") { #expect(plan.stages.map(\.to) == ["V2"]) }
    }

    /// Stages that can't be read on one platform don't hide the others, and are reported.
    @Test func stagesThatAreUnreadOnOnePlatform() throws {
        let plan = try Self.plan(
            "#if os(macOS)\nstatic var stages: [MigrationStage] { load() }\n#else\nstatic var stages: [MigrationStage] { [\(Self.stage)] }\n#endif"
        )
        #expect(plan.staging == .staged)
        #expect(plan.issues.map(\.problem) == [.notEvaluable(what: "stages", expression: "load()")])
        #expect(plan.issues.map(\.severity) == [.warning])
    }

    /// The staging is still known after the declarations were cached.
    @Test func stagingOfACachedPlan() throws {
        let plan = try Self.plan(
            "#if os(macOS)\nstatic var stages: [MigrationStage] { [] }\n#else\nstatic var stages: [MigrationStage] { [\(Self.stage)] }\n#endif"
        )
        var declarations = ProjectDeclarations()
        declarations.plans = [plan]
        let read = try DeclarationArchive.decode(.init(try DeclarationArchive.encode(declarations)))
        #expect(read.plans.first?.staging == plan.staging)
    }
}
