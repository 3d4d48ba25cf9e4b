import PermafrostModel
import PermafrostSource
import Testing

/// Models without any `VersionedSchema`.
@Suite struct UnversionedTests {
    private static let models = "@Model class A { var b: B? }\n@Model class B {}\n@Model class C {}\n@Model class D {}"

    @Test(arguments: [
        ("let container = try ModelContainer(for: A.self, C.self, configurations: configuration)", "A B C"),
        ("let c = try! ModelContainer(for: A.self)", "A B"),
        (
            "struct App { var body: some Scene { WindowGroup { Text(\"\") }.modelContainer(for: [A.self, C.self]) } }",
            "A B C"
        ),
        (
            "struct App { var body: some Scene { WindowGroup { Text(\"\") }\n.modelContainer(for: C.self, inMemory: true) } }",
            "C"
        ),
        (
            "func make() { let schema = Schema([\n A.self,\n // D.self\n])\n let c = try? ModelContainer(for: schema, configurations: []) }",
            "A B"
        ),
        ("func make() { _ = Schema(A.self, D.self) }", "A B D"),
        (
            "enum All { static let list: [any PersistentModel.Type] = [A.self]\n static func make() { _ = Schema(list) } }",
            "A B"
        ),
        (
            "struct App { init() { let models: [any PersistentModel.Type] = [C.self]\ndo { let s = Schema(models)\n"
                + "c = try ModelContainer(for: s) } catch {} } }", "C"
        ),
        ("let g = DocumentGroup(editing: D.self, contentType: .item) { ContentView() }", "D"),
        ("let s = Schema([C.self], version: .init(1, 0, 0))", "C"),
        (
            "struct App { init() {\n let models: [any PersistentModel.Type] = [A.self]\n do { c = try ModelContainer(for: Schema(models), configurations: []) } } }",
            "A B"
        ),
        (
            "class Store { let c: ModelContainer = {\n let types = { [C.self, D.self] }()\n let schema = Schema(types, version: Schema.Version(1, 0, 0))\n return try! ModelContainer(for: schema, migrationPlan: nil) }() }",
            "C D"
        ),
        (
            "extension Schema { static let app = Schema([A.self]) }\nlet c = try ModelContainer(for: .app)\nlet d = try ModelContainer(for: Schema.app)",
            "A B"
        ),
        (
            "func schema() -> Schema { Schema([A.self]) }\nfunc make() { let schema = schema()\n let c = try ModelContainer(for: schema) }",
            "A B"
        ),
        ("enum All { static let schema: Schema = .init([A.self]) }", "A B"),
        ("func make() { let schema = Schema.init([C.self], version: .init(1, 0, 0)) }", "C"),
        ("let a = Schema([C.self]); let b = try ModelContainer(for: D.self)", "C D"),
        // The conforming type determines the models of a protocol's extension.
        (
            "extension PersistentModel { static func make() { _ = try ModelContainer(for: Self.self) } }\nlet c = Schema([C.self])",
            "C"
        ),
        (
            "protocol Row: PersistentModel {}\nextension Row { static func make() { _ = Schema([Self.self, D.self]) } }\nlet c = Schema([C.self])",
            "C"
        ),
        (
            "protocol Holder { associatedtype Row }\nextension Holder { func make() { _ = Schema([Row.self]); _ = Schema([Self.Row.self]) } }\nlet c = Schema([C.self])",
            "C"
        ),
        (
            "struct Row {}\nstruct Box<Row: PersistentModel> { func make() { _ = Schema([Row.self, D.self]) } }\nlet c = Schema([C.self])",
            "C"
        ),
    ])
    func inferred(_ text: String, _ expected: String) throws {
        let project = try read(["App/App.swift": text, "App/Models.swift": Self.models])
        let schema = try #require(project.schemas.first)
        #expect(project.schemas.count == 1)
        #expect(schema.name == "Models")
        #expect(schema.version == nil)
        #expect(schema.versionIdentifier == "1.0.0")
        #expect(schema.model?.known?.entities.map(\.name).joined(separator: " ") == expected, "\(schema.issues)")
        #expect(schema.location.file == "App/App.swift")
        #expect(schema.issues.isEmpty, "\(schema.issues)")
    }

    @Test(arguments: [
        (
            "let a = try ModelContainer(for: A.self, configurations: ModelConfiguration(\"User\"))\n"
                + "let c = try ModelContainer(for: C.self, configurations: ModelConfiguration(\"Catalog\"))",
            ["Catalog: C", "User: A B"]
        ),
        (
            "let a = try ModelContainer(for: A.self)\nlet c = try ModelContainer(for: C.self, configurations: .cache)\n"
                + "extension ModelConfiguration { static let cache = ModelConfiguration(\"Cache\") }",
            ["Cache: C", "Models: A B"]
        ),
        (
            "func c(f: URL) throws { _ = try ModelContainer(for: C.self, configurations: [ModelConfiguration(url: "
                + "f.appending(path: \"c.store\"))]) }\n"
                + "func d(f: URL) throws { _ = try ModelContainer(for: D.self, configurations: [ModelConfiguration(url: "
                + "f.appending(path: \"d.store\"))]) }",
            ["c: C", "d: D"]
        ),
        (
            "let both = try ModelContainer(for: C.self, D.self, configurations: ModelConfiguration(\"X\", schema: "
                + "Schema([C.self])), ModelConfiguration(\"Y\", schema: Schema([D.self])))",
            ["X: C", "Y: D"]
        ),
        // The same store, in different words.
        (
            "let a = try ModelContainer(for: C.self)\nlet d = try ModelContainer(for: D.self, configurations: "
                + "ModelConfiguration(url: .applicationSupportDirectory.appending(path: \"default.store\")))",
            ["Models: C D"]
        ),
        // Previews and stores in memory.
        (
            "let a = try ModelContainer(for: C.self)\n#Preview { Text(\"\").modelContainer(for: D.self) }\n"
                + "let m = try ModelContainer(for: D.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))",
            ["Models: C"]
        ),
        // A generic function isn't the container of a class.
        (
            "let a = try ModelContainer(for: C.self)\n"
                + "func g<T: PersistentModel>(_ t: T.Type) throws { _ = try ModelContainer(for: T.self) }",
            ["Models: C"]
        ),
        (
            "struct T {}\nlet a = try ModelContainer(for: C.self)\n"
                + "func g<T: PersistentModel>(_ t: T.Type, _ url: URL) throws {\nlet s = Schema([T.self, D.self])\n"
                + "_ = try ModelContainer(for: s, configurations: [ModelConfiguration(schema: s, url: url)])\n}",
            ["Models: C"]
        ),
        (
            "enum X { static let a = Y.b; static let b = X.a }\nenum Y { static let b = X.b }\n"
                + "let c = try ModelContainer(for: C.self, configurations: X.a)", ["Models: C"]
        ),
    ])
    func stores(_ text: String, _ expected: [String]) throws {
        let project = try read(["App/App.swift": text, "App/Models.swift": Self.models])
        #expect(project.schemas.flatMap(\.issues).isEmpty, "\(project.schemas.flatMap(\.issues))")
        let found = project.schemas.map { schema in
            "\(schema.name): " + (schema.model?.known?.entities.map(\.name) ?? []).joined(separator: " ")
        }
        #expect(found.sorted() == expected)
    }

    @Test func modelsOfADebugBuild() throws {
        let text = "#if DEBUG\n@Model class E {}\nlet c = try ModelContainer(for: Schema([E.self]))\n#endif"
        let schema = try #require(try read(["App.swift": text]).schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name) == ["E"])
    }

    @Test func anInstancePropertyThatHoldsTheList() throws {
        let text = """
            struct App {
                private let modelTypes: [any PersistentModel.Type] = {
                    var modelTypes: [any PersistentModel.Type] = [C.self]
                    #if os(iOS)
                        modelTypes.append(D.self)
                    #endif
                    return modelTypes
                }()
                init() { container = try! ModelContainer(for: Schema(modelTypes)) }
            }
            """
        let schema = try #require(try read(["App.swift": text, "Models.swift": Self.models]).schemas.first)
        #expect(schema.issues.isEmpty, "\(schema.issues)")
        #expect(schema.model?.known?.entities.map(\.name) == ["C", "D"])
        #expect(schema.variants.map(\.condition) == ["!(os(iOS))"])
    }

    @Test func aSchemaWithVersionsIsNotInferred() throws {
        let project = try read([
            "App.swift":
                "let c = try ModelContainer(for: Schema(versionedSchema: V1.self), migrationPlan: Plan.self)\nlet d = Schema([A.self])",
            "V.swift":
                "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [C.self] }",
            "Models.swift": Self.models,
        ])
        #expect(project.schemas.map(\.name) == ["V1"])
    }

    @Test func namedModels() throws {
        let files = ["Models.swift": Self.models, "N.swift": "enum N { @Model class E {} }"]
        let project = try read(files, models: ["A", "N.E"])
        #expect(project.schemas.first?.model?.known?.entities.map(\.name) == ["A", "B", "E"])
        let unknown = try #require(try read(files, models: ["Aa"]).schemas.first)
        #expect(unknown.model == nil)
        #expect(unknown.issues.map(\.problem) == [.unknownName(what: "model", name: "Aa", near: ["A"])])
        #expect(try read([:], models: ["A"]).schemas.first?.issues.count == 1)
    }

    @Test func nothingToRead() throws {
        #expect(try read([:]).schemas.isEmpty)
        #expect(try read(["A.swift": "struct A {}"]).parsedFileCount == 0)
    }
}
