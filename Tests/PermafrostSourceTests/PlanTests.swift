import PermafrostSource
import Testing

/// Declarations of migration plans.
@Suite struct PlanTests {
    private static let schemas = (1...3).map { number in
        "enum V\(number): VersionedSchema { static let versionIdentifier = Schema.Version(\(number), 0, 0)\n static let models: [any PersistentModel.Type] = [] }\n"
    }.joined()

    private func plan(_ text: String, _ other: String = "") throws -> PlanDeclaration {
        let project = try read([
            "Sources/App/Plan.swift": text, "Sources/App/Schemas.swift": Self.schemas, "Sources/App/Other.swift": other,
        ])
        #expect(project.issues.isEmpty)
        return try #require(project.plans.first)
    }

    private static let stages =
        "static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self)\n"
        + "static let second: MigrationStage = .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: { context in try context.save() }, didMigrate: nil)"

    @Test(arguments: [
        "static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }\nstatic var stages: [MigrationStage] { [first, second] }\n\(stages)",
        "static let schemas: [any VersionedSchema.Type] = [V1.self as any VersionedSchema.Type, V2.self, V3.self]\nstatic let stages = [Self.first, Plan.second]\n\(stages)",
        "static var schemas: [any VersionedSchema.Type] { return base + [V3.self] }\nstatic let base: [any VersionedSchema.Type] = [V1.self, V2.self]\nstatic var stages: [MigrationStage] { [first] + [second] }\n\(stages)",
        "static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }\nstatic var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self), MigrationStage.custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil) { context in\n for x in y {} } ] }",
        "static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }\nstatic var stages: [MigrationStage] { var s: [MigrationStage] = []; s.append(first); s.append(second()); return s }\nstatic var first: MigrationStage { .lightweight(fromVersion: V1.self, toVersion: V2.self) }\nstatic func second() -> MigrationStage { .custom(fromVersion: V2.self, toVersion: V3.self, willMigrate: nil, didMigrate: nil) }",
    ])
    func forms(_ body: String) throws {
        for text in [
            "enum Plan: SchemaMigrationPlan {\n\(body)\n}",
            "struct Plan {}\nextension Plan: SwiftData.SchemaMigrationPlan {\n\(body)\n}",
        ] {
            let plan = try plan(text)
            #expect(plan.issues.isEmpty, "\(plan.issues)")
            #expect(plan.name == "Plan")
            #expect(plan.module == "App")
            #expect(plan.schemas == ["V1", "V2", "V3"])
            #expect(plan.stages.map { "\($0.kind) \($0.from) \($0.to)" } == ["lightweight V1 V2", "custom V2 V3"])
        }
    }

    /// Stages that an extension of `MigrationStage` in another file declares.
    @Test(arguments: [
        "[.first(), .second]", "[MigrationStage.first(), MigrationStage.second]",
        "[.hop(V1.self, V2.self), .second]", "[.first()] + [.second]",
        "var all: [MigrationStage] = [.first()]\nall.append(.second)\nreturn all",
    ])
    func stagesInAnExtensionOfTheirType(_ body: String) throws {
        let plan = try plan(
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }\n static var stages: [MigrationStage] { \(body) } }",
            """
            extension MigrationStage {
                static func first() -> MigrationStage { hop(V1.self, V2.self) }
                static let second = MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self)
                static func hop(_ old: any VersionedSchema.Type, _ new: any VersionedSchema.Type) -> MigrationStage {
                    .lightweight(fromVersion: old, toVersion: new)
                }
            }
            """)
        #expect(plan.issues.isEmpty, "\(plan.issues)")
        #expect(plan.stages.map(\.to) == ["V2", "V3"])
    }

    /// Functions that call each other without end.
    @Test func stagesInACircle() throws {
        let project = try read([
            "Sources/App/Plan.swift":
                Self.schemas
                + "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] }\n static var stages: [MigrationStage] { [.first()] } }\nextension MigrationStage { static func first() -> MigrationStage { .second() }\n static func second() -> MigrationStage { .first() } }"
        ])
        #expect(project.plans.first?.issues.isEmpty == false)
    }

    @Test func stagesInAnExtensionOfAnotherFile() throws {
        let plan = try plan(
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] }\n static var stages: [MigrationStage] { [first, global] } }",
            "extension Plan { static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self) }\nlet global = MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self)"
        )
        #expect(plan.issues.isEmpty, "\(plan.issues)")
        #expect(plan.stages.map(\.to) == ["V2", "V3"])
        #expect(plan.stages.first?.location.file == "Sources/App/Other.swift")
    }

    @Test func aGenericTypeIsNotAPlan() throws {
        let plan = try plan(
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] }\n static var stages: [MigrationStage] { [] } }",
            "enum Part<P: SchemaMigrationPlan>: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { P.schemas }\n static var stages: [MigrationStage] { P.stages } }"
        )
        #expect(plan.name == "Plan")
        #expect(plan.issues.isEmpty)
    }

    private static let lists = """
        static var schemas: [any VersionedSchema.Type] { [V1.self] }
        static var stages: [MigrationStage] { [] }
        """

    @Test(arguments: [
        (
            #"static var retired: [Retired] { [Retired("0.9.0", hashes: ["0F", "ab"], lastRelease: "2.3")] }"#,
            ["0.9.0 0f ab 2.3"]
        ),
        (
            #"static let retired: [Retired] = [.init("0.8.0", hashes: []), Permafrost.Retired("0.9.0", hashes: ["ab"], lastRelease: nil),]"#,
            ["0.8.0", "0.9.0 ab"]
        ),
        ("static var retired: [Retired] { [] }", []), ("", []),
    ])
    func retiredVersions(_ property: String, _ expected: [String]) throws {
        let plan = try plan("enum Plan: SchemaMigrationPlan, RetiringMigrationPlan {\n\(Self.lists)\n\(property)\n}")
        #expect(plan.issues.isEmpty, "\(plan.issues)")
        let found = plan.retired.map {
            ([$0.version] + $0.hashes + [$0.lastRelease].compactMap(\.self)).joined(separator: " ")
        }
        #expect(found == expected)
        #expect(plan.retired.allSatisfy { $0.location.file == "Sources/App/Plan.swift" && $0.location.line == 4 })
    }

    @Test(arguments: [
        "load()", "[load()]", #"[Retired(name, hashes: [])]"#, #"[Retired("0.9.0", hashes: [hash])]"#,
        #"[Retired("0.9.0", hashes: [], lastRelease: last)]"#,
    ])
    func unreadRetiredVersions(_ value: String) throws {
        let plan = try plan(
            "enum Plan: SchemaMigrationPlan {\n\(Self.lists)\nstatic var retired: [Retired] { \(value) }\n}")
        #expect(plan.retired.isEmpty && plan.issues.count == 1, "\(plan.issues)")
    }

    @Test func problems() throws {
        let unknown = try plan(
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self, V22.self] }\n static var stages: [MigrationStage] { [] } }"
        )
        #expect(unknown.schemas == ["V1", "V22"])
        #expect(unknown.issues.map(\.problem) == [.unknownName(what: "schema", name: "V22", near: ["V2"])])
        let computed = try plan(
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { load() }\n static var stages: [MigrationStage] { if x { return [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }; return [] } }"
        )
        #expect(computed.issues.count == 2)
        #expect(computed.schemas.isEmpty)
    }
}
