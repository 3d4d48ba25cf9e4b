import PermafrostModel
import PermafrostSource
import Testing

/// Computed lists: from functions with arguments, `#available`, and constants with a type as their value.
@Suite struct ListEvaluationTests {
    private static let classes = """
        @Model class A {}
        @Model class B {}
        @Model class C {}
        let everything: [any PersistentModel.Type] = [A.self, B.self, C.self]
        let excluded: [any PersistentModel.Type] = [B.self]
        let isLarge = ProcessInfo.processInfo.processorCount > 4
        func only(_ type: any PersistentModel.Type) -> [any PersistentModel.Type] { [type] }
        func joined(_ lists: [any PersistentModel.Type]..., by last: any PersistentModel.Type = C.self)
            -> [any PersistentModel.Type] { [last] }
        enum Lists {
            static let entry = A.self
            static func with(_ list: [any PersistentModel.Type], _ type: any PersistentModel.Type)
                -> [any PersistentModel.Type] { list + [type] }
        }
        """

    private func schema(_ models: String) throws -> DeclaredVersion {
        let project = try read([
            "Sources/App/V1.swift": """
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                private static let own = B.self
                static var models: [any PersistentModel.Type] { \(models) }
            }
            private let entry = C.self
            """, "Sources/App/Classes.swift": Self.classes,
        ])
        return try #require(project.schemas.first)
    }

    @Test(arguments: [
        // Constants with a type as their value.
        ("[own]", "B"), ("[entry, Lists.entry]", "A C"), ("[Self.own, A.self]", "A B"),
        // Functions.
        ("only(A.self)", "A"), ("joined([A.self], [B.self])", "C"), ("joined(by: B.self)", "B"),
        ("Lists.with(only(A.self), B.self)", "A B"), ("only(entry) + only(Lists.entry)", "A C"),
        // Methods of lists.
        ("everything.filter { $0 != B.self }", "A C"), ("everything.filter { !($0 == A.self || $0 == B.self) }", "C"),
        ("everything.filter { type in ObjectIdentifier(type) != ObjectIdentifier(C.self) }", "A B"),
        ("everything.filter { type in !excluded.contains { $0 == type } }", "A C"),
        ("everything.filter { $0 is B.Type == false } + [B.self]", "A B C"),
        ("Array(everything.dropLast()) + [C.self]", "A B C"), ("[only(A.self), [B.self]].flatMap { $0 }", "A B"),
        ("var list = everything\n list.removeAll { $0 == A.self }\n return list", "B C"),
    ])
    func computedLists(_ models: String, _ expected: String) throws {
        let schema = try schema(models)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name).joined(separator: " ") == expected)
    }

    /// The branch for the newest systems is read, and an issue reports that.
    @Test(arguments: [
        "if #available(iOS 18, *) { return [A.self, B.self] }\n return [A.self]",
        "if #available(iOS 18, *) { [A.self, B.self] } else { [A.self] }",
        "guard #available(iOS 18, macOS 15, *) else { return [A.self] }\n return [A.self, B.self]",
        "var list = [A.self]\n if #available(iOS 18, *) { list.append(B.self) }\n return list",
        "if #unavailable(iOS 18) { return [A.self] }\n return [A.self, B.self]",
    ])
    func availability(_ models: String) throws {
        let schema = try schema(models)
        #expect(schema.model?.known?.entities.map(\.name) == ["A", "B"])
        #expect(schema.issues.map(\.severity) == [.warning])
        guard case .branchRead(what: "models", let condition, let differing, _)? = schema.issues.first?.problem else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(condition.contains("iOS 18"))
        #expect(differing == ["B"])
    }

    @Test(arguments: [
        ("isLarge ? [A.self] : [B.self]", "isLarge ? [A.self] : [B.self]"),
        ("if isLarge { [A.self] } else { [B.self] }", "if isLarge { [A.self] } else { [B.self] }"),
        ("isLarge ? [A.self] : [A.self]", "isLarge ? [A.self] : [A.self]"),
        ("guard isLarge else { return [C.self] }\n return [C.self]", "guard isLarge else { return [C.self] }"),
        (
            "everything.filter { shown.contains(ObjectIdentifier($0)) }",
            "everything.filter({ shown.contains(ObjectIdentifier($0)) })"
        ),
        ("for type in load() { }\n return []", "for type in load() { }"),
        ("everything.sorted { $0 < $1 }", "everything.sorted({ $0 < $1 })"),
        ("repeated(1)", "repeated(1)"), ("[everything[9]]", "everything[9]"),
    ])
    func namesTheExpression(_ models: String, _ expression: String) throws {
        let schema = try schema(models)
        #expect(schema.model == nil)
        #expect(schema.issues.map(\.problem) == [.notEvaluable(what: "models", expression: expression)])
        #expect(schema.issues.first?.location.file == "Sources/App/V1.swift")
    }

    /// Evaluation ends for functions that call each other, and for lists that double with every constant.
    @Test func listsThatNeverEnd() throws {
        let doubled = (0..<60).map { "let l\($0 + 1) = l\($0) + l\($0)" }.joined(separator: "\n")
        for text in [
            "func a(_ x: Int) -> [any PersistentModel.Type] { b(x) + b(x) }\nfunc b(_ x: Int) -> [any PersistentModel.Type] { a(x) + a(x) }",
            "let l0 = [A.self]\n\(doubled)\nfunc a(_ x: Int) -> [any PersistentModel.Type] { l60 }",
        ] {
            let project = try read([
                "V.swift":
                    "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static var models: [any PersistentModel.Type] { a(1) } }\n@Model class A {}\n\(text)"
            ])
            #expect(project.schemas.first?.issues.count == 1)
        }
    }

    /// A property with a type as its value isn't stored; the rest of the class is read.
    @Test(arguments: ["private let kind = Entry.self", "let kind: Entry.Type = Entry.self", "var kind: Entry.Type?"])
    func aPropertyThatHoldsAType(_ property: String) throws {
        let schema = try version(
            "[Item.self]", "@Model class Item { var name = \"\"; \(property) }", outside: "struct Entry: Codable {}")
        #expect(schema.model?.known?.entity(named: "Item")?.properties.map(\.name) == ["name"], "\(schema.issues)")
        #expect(schema.issues.map(\.problem) == [.typeProperty(model: "Item", property: "kind")])
        #expect(schema.issues.map(\.severity) == [.warning])
    }

    // MARK: Plans

    private static let versions = (1...3).map { number in
        "enum V\(number): VersionedSchema { static let versionIdentifier = Schema.Version(\(number), 0, 0)\n static let models: [any PersistentModel.Type] = [] }\n"
    }.joined()

    @Test(arguments: [
        "static var stages: [MigrationStage] { [step(V1.self, V2.self), step(V2.self, V3.self)] }\nstatic func step(_ from: any VersionedSchema.Type, _ to: any VersionedSchema.Type) -> MigrationStage { .lightweight(fromVersion: from, toVersion: to) }",
        "static var stages: [MigrationStage] { [Self.step(from: V1.self, to: V2.self), Plan.step(from: V2.self, to: V3.self)] }\nprivate static func step<A: VersionedSchema, B: VersionedSchema>(from: A.Type, to: B.Type) -> MigrationStage { MigrationStage.lightweight(fromVersion: A.self, toVersion: B.self) }",
        "static var stages: [MigrationStage] { [.first] + later }\nstatic let later = [MigrationStage.lightweight(fromVersion: V2.self, toVersion: V3.self)]",
        "static let stages: [MigrationStage] = { let first = makeFirst(); return [first, .lightweight(fromVersion: V2.self, toVersion: V3.self)] }()\nstatic func makeFirst() -> MigrationStage { let context = Helper()\n return .lightweight(fromVersion: V1.self, toVersion: V2.self) }",
        "static var stages: [MigrationStage] { if #available(iOS 18, *) { return [.first] + [last()] } else { return [.first, last()] } }\nstatic func last() -> MigrationStage { .lightweight(fromVersion: V2.self, toVersion: V3.self) }",
        "static var stages: [MigrationStage] { all }\nstatic var all: [MigrationStage] { [.first, .lightweight(fromVersion: V2.self, toVersion: V3.self)] }",
    ])
    func stages(_ stages: String) throws {
        let schemas = [
            "static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }",
            "static var schemas: [any VersionedSchema.Type] { old + listed(V3.self) }\nprivate static func listed(_ types: any VersionedSchema.Type...) -> [any VersionedSchema.Type] { types }",
            "static var schemas: [any VersionedSchema.Type] { var all = old; all += [V3.self]; return all }",
        ]
        for schema in schemas {
            let project = try read([
                "Sources/App/Plan.swift": "enum Plan: SchemaMigrationPlan { \(schema) }",
                "Sources/App/Plan+Stages.swift": "extension Plan {\n\(stages)\n}",
                "Sources/App/Old.swift":
                    "extension Plan { static let old: [any VersionedSchema.Type] = [V1.self, V2.self] }\nlet isTesting = NSClassFromString(\"XCTest\") != nil\nextension MigrationStage { static let first = MigrationStage.lightweight(fromVersion: V1.self, toVersion: V2.self) }",
                "Sources/App/Versions.swift": Self.versions,
            ])
            let plan = try #require(project.plans.first)
            #expect(plan.issues.isEmpty, "\(plan.issues)")
            #expect(plan.schemas == ["V1", "V2", "V3"])
            #expect(plan.stages.map { "\($0.from) \($0.to)" } == ["V1 V2", "V2 V3"])
        }
    }

    /// A stage that a function creates has the location of the call.
    @Test func aStageOfAFunctionIsWhereItIsCalled() throws {
        let project = try read([
            "Plan.swift":
                "enum Plan: SchemaMigrationPlan {\n static let schemas: [any VersionedSchema.Type] = [V1.self, V2.self, V3.self]\n static func step(_ from: any VersionedSchema.Type, to: any VersionedSchema.Type) -> MigrationStage { .lightweight(fromVersion: from, toVersion: to) }\n static let stages = [\n  step(V1.self, to: V2.self),\n  step(V2.self, to: V3.self)] }",
            "V.swift": Self.versions,
        ])
        #expect(project.plans.first?.stages.map(\.location.line) == [5, 6])
    }

    @Test(arguments: [
        (
            "static var versionIdentifier: Schema.Version { Self.number }\nprivate static let number: Schema.Version = .init(1, 2, 0)",
            "1.2.0"
        ),
        ("static let major = 4", "4.0.0"), ("static let versionIdentifier: Schema.Version = numbers.first", "9.0.0"),
    ])
    func versionIdentifiers(_ member: String, _ expected: String) throws {
        let project = try read([
            "V.swift":
                "enum V1: Base { \(member)\n static var models: [any PersistentModel.Type] { [] } }\nlet numbers = (first: 1, second: 2)",
            "Base.swift":
                "protocol Base: VersionedSchema { static var major: Int { get } }\nextension Base { static var versionIdentifier: Schema.Version { .init(major, 0, 0) } }",
        ])
        let schema = try #require(project.schemas.first)
        if expected == "9.0.0" {
            #expect(
                schema.issues.map(\.problem) == [.notEvaluable(what: "versionIdentifier", expression: "numbers.first")])
        } else {
            #expect(schema.issues.isEmpty, "\(schema.issues)")
            #expect(schema.version == expected)
        }
    }
}
