import Foundation
import PermafrostSource
import Testing

/// Plans declared as values: `MigrationPlan(schemas: …) { … }`.
@Suite struct PlanValueTests {
    private static let schemas = (1...3).map { number in
        """
        enum V\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static let models: [any PersistentModel.Type] = [Post.self]
            @Model final class Post { var title: String?; init() {} }
        }

        """
    }.joined()

    private func plans(_ text: String, _ other: String = "") throws -> [PlanDeclaration] {
        let project = try read([
            "Sources/App/Plan.swift": text, "Sources/App/Schemas.swift": Self.schemas, "Sources/App/Other.swift": other,
        ])
        #expect(project.issues.isEmpty)
        return project.plans
    }

    private static let list = "[V1.self, V2.self, V3.self]"
    private static let stages = """
        {
            Stage(from: V1.self, to: V2.self)
            Stage(from: V2.self, to: V3.self) { Rename(\\V2.Post.title, to: \\V3.Post.title) }
        }
        """

    @Test func retiredVersions() throws {
        let retired = #"retired: [Retired("0.9.0", hashes: ["0F"], lastRelease: "2.3")]"#
        let plan = try #require(
            try plans("let plan = MigrationPlan(schemas: \(Self.list), \(retired), preMigration: nil) \(Self.stages)")
                .first)
        #expect(plan.issues.isEmpty && plan.isConstant, "\(plan.issues)")
        #expect(plan.retired.map(\.hashes) == [["0f"]] && plan.retired.map(\.lastRelease) == ["2.3"])
        #expect(plan.schemas.count == 3 && plan.stages.count == 2)
    }

    @Test(arguments: [
        "static let plan = MigrationPlan(schemas: \(list)) \(stages)",
        "static var plan: MigrationPlan { MigrationPlan(schemas: \(list)) \(stages) }",
        "static let plan: MigrationPlan = .init(schemas: all) \(stages)\nstatic let all: [any VersionedSchema.Type] = \(list)",
        "static let plan = Permafrost.MigrationPlan(schemas: Self.all, preMigration: { _ in for x in y {} }) \(stages)\nstatic var all: [any VersionedSchema.Type] { [V1.self] + [V2.self, V3.self] }",
        "static let plan = MigrationPlan(schemas: \(list), preMigration: nil, postMigration: { print($0.storeURL) }, stages: \(stages))",
        "static let plan = MigrationPlan(schemas: \(list)) { context in print(context) } stages: \(stages)",
        "static let plan = made\nstatic let made = MigrationPlan(schemas: \(list)) \(stages)",
        "static let plan = Plans.made",
        "static let plan = MigrationPlan(schemas: \(list)) { first; rest }\nstatic let first = Stage(from: V1.self, to: V2.self)\nstatic let rest: [Stage] = [Permafrost.Stage(from: V2.self, to: V3.self) { \n#if os(iOS)\nArchive()\n#else\nBackup()\n#endif\n }]",
        "static let plan = MigrationPlan(schemas: \(list)) {\nlet first = Stage(from: V1.self, to: V2.self) {}\nfirst\n#if DEBUG || !DEBUG\nStage.init(from: V2.self, to: V3.self, operations)\n#endif\n}",
    ])
    func forms(_ body: String) throws {
        for text in [
            "enum Plan: DeclaredMigrationPlan {\n\(body)\n}",
            "struct Plan {}\nextension Plan: Permafrost.DeclaredMigrationPlan {\n\(body)\n}",
        ] {
            let plans = try plans(
                text, "enum Plans { static let made = MigrationPlan(schemas: \(Self.list)) \(Self.stages) }")
            let plan = try #require(plans.first { $0.name == "Plan" })
            #expect(plan.issues.isEmpty, "\(plan.issues)")
            #expect(!plan.isConstant)
            #expect(plan.module == "App")
            #expect(plan.location.file == "Sources/App/Plan.swift")
            #expect([6, 8].contains(plan.location.column) && plan.location.line == 1)
            #expect(plan.schemas == ["V1", "V2", "V3"])
            #expect(plan.stages.map { "\($0.kind) \($0.from) \($0.to)" } == ["lightweight V1 V2", "custom V2 V3"])
            // A constant that a type's plan refers to isn't a second plan.
            #expect(plans.count == (body.contains("Plans.made") ? 1 : 2))
        }
    }

    @Test func constantsAreNamedByThemselvesOrTheirType() throws {
        let plan = "MigrationPlan(schemas: \(Self.list)) \(Self.stages)"
        let plans = try plans(
            """
            let global = \(plan)
            struct App { static let plan = \(plan) }
            struct Shop { static let old = \(plan); static var new: MigrationPlan { \(plan) } }
            extension MigrationPlan { static let shared = \(plan) }
            enum Plan<Model>: DeclaredMigrationPlan { static var plan: MigrationPlan { \(plan) } }
            let copy = global
            let list: Other = .init(schemas: \(Self.list)) {}
            """)
        #expect(Set(plans.map(\.name)) == ["global", "App", "Shop.old", "Shop.new", "shared"])
        #expect(
            plans.allSatisfy { $0.isConstant && $0.issues.isEmpty && $0.schemas.count == 3 && $0.stages.count == 2 })
    }

    @Test func aPlanMadeFromATypeIsThatTypesPlan() throws {
        let plans = try plans(
            """
            enum Own: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { \(Self.list) }
                static var stages: [MigrationStage] { [] }
            }
            enum Declared: DeclaredMigrationPlan { static let plan = MigrationPlan(Own.self, preMigration: nil) }
            let plan = MigrationPlan(Own.self)
            """)
        #expect(plans.map(\.name) == ["Own"])
    }

    @Test func operationsRecordTheirPropertiesAndPhase() throws {
        let plan = try #require(
            plans(
                """
                nonisolated(unsafe) var kept: [Int] = []
                enum Plan: DeclaredMigrationPlan {
                    static let plan = MigrationPlan(schemas: \(Self.list)) {
                        Stage(from: V1.self, to: V2.self) {
                            Permafrost.Rename(\\V1.Post.title, to: \\V2.Post.name.text)
                            if flag { DeleteAll(V1.Post.self) } else { Assert.unique(\\V2.Post.title) }
                            for name in names { custom(name) }
                            Backfill(\\V2.Post.title) { post in V1.Post().title }
                            CustomOperation("keep") { kept.append($0) } didMigrate: { _ in print(kept) }
                            ready
                        }
                    }
                }
                """
            ).first)
        #expect(plan.issues.isEmpty, "\(plan.issues)")
        let stage = try #require(plan.stages.first)
        #expect(
            stage.operations.map(\.name) == [
                "Rename", "DeleteAll", "Assert.unique", "custom", "Backfill", "CustomOperation", "ready",
            ])
        #expect(
            stage.operations[0].keyPaths.map { [$0.type?.name] + $0.names } == [
                ["V1.Post", "title"], ["V2.Post", "name", "text"],
            ])
        #expect(stage.operations[1].types.map(\.type.name) == ["V1.Post"])
        #expect(stage.operations[0].location.line == 5)
        #expect(
            stage.hooks.map { "\($0.operation ?? "") \($0.moment)" } == [
                "Assert.unique didMigrate", "Backfill didMigrate", "CustomOperation willMigrate",
                "CustomOperation didMigrate",
            ])
        #expect(stage.hooks[1].types.map(\.type.name) == ["V2.Post", "V1.Post"])
        #expect(stage.hooks[2].writes.map(\.path) == ["kept"])
        #expect(stage.hooks[3].reads.map(\.path).contains("kept"))
    }

    @Test(arguments: [
        ("MigrationPlan(schemas: load()) { }", "schemas"),
        ("MigrationPlan(schemas: [V1.self]) { if flag { Stage(from: V1.self, to: V2.self) } }", "stages"),
        ("MigrationPlan(schemas: [V1.self]) { for v in all { Stage(from: v, to: V2.self) } }", "stages"),
        ("MigrationPlan(schemas: [V1.self], stages: make)", "stages"),
        ("made()", "Plan.plan"),
    ])
    func unevaluableValuesAreReported(_ value: String, _ what: String) throws {
        let plan = try #require(plans("enum Plan: DeclaredMigrationPlan { static let plan = \(value) }").first)
        #expect(plan.issues.count == 1)
        guard case .notEvaluable(what, _)? = plan.issues.first?.problem else {
            Issue.record("\(plan.issues)")
            return
        }
    }

    @Test func anUnknownVersionIsReported() throws {
        let plan = try #require(plans("let app = MigrationPlan(schemas: [V1.self, V22.self]) { }").first)
        #expect(plan.schemas == ["V1", "V22"])
        #expect(plan.issues.map(\.problem) == [.unknownName(what: "schema", name: "V22", near: ["V2"])])
    }

    @Test func aPlanRoundTripsThroughAnArchive() throws {
        let project = try read([
            "Sources/App/Schemas.swift": Self.schemas,
            "Sources/App/Plan.swift": "let app = MigrationPlan(schemas: \(Self.list)) \(Self.stages)",
        ])
        let archived = try DeclarationArchive.decode(Data(DeclarationArchive.encode(project)))
        #expect(archived.plans == project.plans)
        #expect(archived.plans.first?.stages.last?.operations.map(\.name) == ["Rename"])
    }
}
