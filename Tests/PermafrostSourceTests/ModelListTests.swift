import PermafrostModel
import PermafrostSource
import Testing

/// The forms of `models`.
@Suite struct ModelListTests {
    private static let classes = """
        @Model class A {}
        @Model class B {}
        extension V1 { @Model class C {} }
        """
    private static let older = """
        enum V0: VersionedSchema {
            static let versionIdentifier = Schema.Version(0, 1, 0)
            static let models: [any PersistentModel.Type] = [A.self, B.self, D.self]
            @Model class D {}
        }
        enum Lists { static let shared: [any PersistentModel.Type] = [B.self]; static func all() -> [any PersistentModel.Type] { shared + [A.self] } }
        let everything: [any PersistentModel.Type] = [A.self, B.self]
        typealias Alias = V0.D
        """

    @Test(arguments: [
        ("[A.self, B.self]", "A B"), ("return [A.self]", "A"), ("[\n// one\nA.self,\n/* two */ B.self,\n]", "A B"),
        ("[C.self, V1.C.self, Self.C.self]", "C"), ("[self.C.self, A.self]", "A C"),
        ("[(A).self, B.self as any PersistentModel.Type]", "A B"),
        ("V0.models", "A B D"), ("V0.models + [C.self]", "A B C D"), ("V0.models + [C.self] + Lists.shared", "A B C D"),
        ("everything", "A B"), ("Lists.shared", "B"), ("Lists.all()", "A B"),
        ("[A.self] as [any PersistentModel.Type]", "A"),
        ("var m: [any PersistentModel.Type] = [A.self]; m.append(B.self); return m", "A B"),
        ("var m = [any PersistentModel.Type]()\n m += [A.self]\n m.append(contentsOf: Lists.shared)\n return m", "A B"),
        ("let base = V0.models\n return base + [C.self]", "A B C D"),
        ("[App.A.self]", "A"),
        ("[Alias.self]", "D"), ("{ [A.self] }()", "A"), ("get { [A.self] }", "A"), ("[]", ""),
    ])
    func evaluates(_ models: String, _ expected: String) throws {
        let project = try read([
            "Sources/App/V1.swift": """
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { \(models) }
            }
            """,
            "Sources/App/Classes.swift": Self.classes, "Sources/App/Older.swift": Self.older,
        ])
        let schema = try #require(project.schemas.first { $0.name == "V1" })
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name).joined(separator: " ") == expected)
    }

    /// Lists in an extension of `Array`, in other files.
    @Test func listsOfAnArrayExtension() throws {
        let project = try read([
            "V.swift":
                "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\nstatic var models: [any PersistentModel.Type] { .all } }",
            "All.swift":
                "extension Array where Element == any PersistentModel.Type {\nstatic var all: [any PersistentModel.Type] { core + .extra }\n}",
            "Core.swift":
                "extension Array where Element == any PersistentModel.Type { static let core: Self = [A.self] }",
            "Extra.swift":
                "extension Array where Element == any PersistentModel.Type { static var extra: [any PersistentModel.Type] { [B.self] } }",
            "A.swift": "@Model class A {}", "B.swift": "@Model class B {}",
        ])
        let schema = try #require(project.schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name) == ["A", "B"])
    }

    @Test(arguments: [
        "static let models: [any PersistentModel.Type] = [A.self]",
        "static var models = [A.self] as [any PersistentModel.Type]",
        "public static var models: [any PersistentModel.Type] { get { return [A.self] } }",
        "static let list = [A.self]\n static var models: [any PersistentModel.Type] { list }",
        "static var models: [any PersistentModel.Type] { Self.list() }\n private static func list() -> [any PersistentModel.Type] { [A.self] }",
        "nonisolated(unsafe) static let models: [any PersistentModel.Type] = { var m = [A.self]; return m }()",
    ])
    func storedAndComputed(_ members: String) throws {
        let project = try read([
            "App/V1.swift":
                "struct V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n\(members)\n @Model class A {} }"
        ])
        #expect(
            project.schemas.first?.model?.known?.entities.map(\.name) == ["A"], "\(project.schemas.first?.issues ?? [])"
        )
    }

    @Test(arguments: [
        ("flag ? [A.self] : [B.self]", "flag ? [A.self] : [B.self]"), ("makeModels(3)", "makeModels(3)"),
        ("unknown", "unknown"),
        ("if x { return [A.self] }\n return []", "if x { return [A.self] }"),
        ("V0.models.sorted { $0 < $1 }", "V0.models.sorted({ $0 < $1 })"),
        ("[A.self] + other.models", "other.models"), ("models", "models"), ("[A]", "A"),
        ("V0.models.filter { isShown($0) }", "V0.models.filter({ isShown($0) })"), ("[V0.models[0]]", "V0.models[0]"),
        ("[V0.models.first!]", "V0.models.first!"), ("zip(V0.models, V0.models)", "zip(V0.models, V0.models)"),
        ("var m = V0.models; m.removeAll { isShown($0) }; return m", "m.removeAll({ isShown($0) })"),
        ("var m = V0.models; m.insert(A.self, at: 0); return m", "m.insert(A.self, at: 0)"),
        ("for model in V0.models { print(model) }\n return [A.self]", "for model in V0.models { print(model) }"),
    ])
    func expressionsThatCannotBeEvaluatedAreErrors(_ models: String, _ expression: String) throws {
        let schema = try version(models, "@Model class A {}", outside: Self.older + "\n@Model class B {}")
        _ = schema
        let project = try read([
            "V.swift":
                "enum V1: VersionedSchema {\nstatic let versionIdentifier = Schema.Version(1, 0, 0)\nstatic var models: [any PersistentModel.Type] { \(models) }\n}\n@Model class A {}\n@Model class B {}",
            "Older.swift": Self.older,
        ])
        let found = try #require(project.schemas.first { $0.name == "V1" })
        #expect(found.model == nil)
        guard case .notEvaluable(what: "models", let text)? = found.issues.first?.problem else {
            Issue.record("\(found.issues)")
            return
        }
        #expect(text == expression)
        #expect(found.issues.first?.severity == .error)
        #expect(found.issues.first?.location.line == 3)
    }

    @Test func unknownAndWrongNames() throws {
        let unknown = try version("[Itm.self]", "@Model class Item {}")
        #expect(unknown.issues.map(\.problem) == [.unknownName(what: "model", name: "Itm", near: ["Item"])])
        #expect(unknown.model == nil)
        let plain = try version("[Item.self]", "class Item {}")
        #expect(plain.issues.map(\.problem) == [.notAModel("V1.Item")])
        #expect(plain.model == nil)
    }
}
