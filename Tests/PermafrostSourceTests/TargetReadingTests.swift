import PermafrostModel
import PermafrostSource
import Testing

/// Declarations in projects with several targets.
@Suite struct TargetReadingTests {
    private static func schema(_ models: String, plan: Bool = false) -> String {
        """
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [\(models)] }
        }
        """
            + (plan
                ? "\nenum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] }\n"
                    + "static var stages: [MigrationStage] { [] } }" : "")
    }

    private static func item(_ property: String) -> String { "@Model final class Item { var \(property) }" }

    /// Returns the files of an Xcode project with the given targets. `texts` contains the files' contents, keyed by
    /// path.
    private static func project(
        _ targets: [(name: String, type: String, files: [String])], dependencies: [String: [String]] = [:],
        _ texts: [String: String]
    ) -> [String: String] {
        var project = ProjectFileText()
        let files = Set(targets.flatMap(\.files)).sorted()
        let ids = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, "F\($0)") })
        for file in files { project.file(ids[file] ?? "", file) }
        for target in targets {
            project.target(
                target.name, target.type, sources: target.files.compactMap { ids[$0] },
                dependsOn: dependencies[target.name] ?? [])
        }
        return texts.merging(["App.xcodeproj/project.pbxproj": project.text]) { _, new in new }
    }

    private static func read(
        _ files: [String: String], target: String? = nil, tests: Bool = false, models: [String] = []
    ) throws -> ProjectDeclarations {
        let request = SourceRequest(directory: "/project", includesTests: tests, models: models, target: target)
        return try SourceReader(request: request, files: InMemorySources(files)).read()
    }

    /// Returns each entity's properties, as `Item(a b)`, and the issues of a version.
    private static func summary(_ project: ProjectDeclarations) -> String {
        let schemas = project.schemas.map { schema in
            guard schema.issues.isEmpty, let model = schema.model?.known else {
                return "\(schema.issues.map(\.problem))"
            }
            let entities = model.entities.map { "\($0.name)(\($0.properties.map(\.name).joined(separator: " ")))" }
            return "\(schema.name) " + entities.joined(separator: " ")
        }
        return (schemas + project.issues.map { "\($0.problem)" }).joined(separator: "; ")
    }

    @Test func aClassInAFileOutsideOfAnyTargetIsIgnored() throws {
        let texts = [
            "App/Schema.swift": Self.schema("Item.self"), "App/Item.swift": Self.item("name: String?"),
            "App/Item copy.swift": Self.item("title: String?"),
        ]
        let ambiguous = try Self.read(texts)
        #expect(ambiguous.schemas.first?.model == nil)
        let files = Self.project([("App", "application", ["App/Schema.swift", "App/Item.swift"])], texts)
        let read = try Self.read(files)
        #expect(Self.summary(read) == "V1 Item(name)")
        #expect(read.targets.notes == [.filesOfNoTarget(count: 1, first: ["App/Item copy.swift"], folders: [])])
        #expect(read.fileCount == 2)
        #expect(read.schemas.first?.module == "App")
    }

    @Test func classesOfOneNameInTwoTargetsAreTwo() throws {
        let files = Self.project(
            [
                ("App", "application", ["App/Schema.swift", "App/Item.swift"]),
                ("Widget", "app-extension", ["Widget/Item.swift"]),
            ],
            [
                "App/Schema.swift": Self.schema("Item.self", plan: true), "App/Item.swift": Self.item("name: Money?"),
                "Widget/Item.swift": Self.item("title: String?")
                    + "\nextension Item { static let more = 1 }\ntypealias Money = Int",
            ])
        let read = try Self.read(files)
        // Another target's type isn't visible in this one. The name refers to a type in a package that can't be read.
        #expect(read.schemas.count == 1)
        #expect(read.plans.count == 1)
        let item = read.schemas.first?.model?.known?.entity(named: "Item")
        guard case .attribute(let name)? = item?.property(named: "name") else {
            Issue.record("\(Self.summary(read))")
            return
        }
        #expect(name.type != .int64)
        #expect(try Self.read(files, target: "Widget").schemas.isEmpty)
    }

    @Test func aClassThatTwoTargetsShareIsOne() throws {
        let shared = ["Shared/Schema.swift", "Shared/Item.swift"]
        let files = Self.project(
            [
                ("App", "application", shared + ["App.swift"]), ("Widget", "app-extension", shared + ["Widget.swift"]),
                ("Mac", "application", shared),
            ],
            [
                "Shared/Schema.swift": Self.schema("Item.self", plan: true),
                "Shared/Item.swift": Self.item("name: Name?"),
                "App.swift": "typealias Name = String\nlet a = 1", "Widget.swift": "typealias Name = String\nlet b = 1",
            ])
        let read = try Self.read(files)
        #expect(Self.summary(read) == "V1 Item(name)")
        #expect(read.plans.map(\.schemas) == [["V1"]])
        for target in ["App", "Widget"] {
            #expect(Self.summary(try Self.read(files, target: target)) == "V1 Item(name)")
        }
    }

    @Test func aVersionThatDiffersNamesItsTargets() throws {
        let files = Self.project(
            [
                ("App", "application", ["Schema.swift", "App/Item.swift"]),
                ("Clip", "application", ["Schema.swift", "Clip/Item.swift"]),
            ],
            [
                "Schema.swift": Self.schema("Item.self"), "App/Item.swift": Self.item("name: String?"),
                "Clip/Item.swift": Self.item("title: String?"),
            ])
        let read = try Self.read(files)
        let problems = read.schemas.map(\.issues).first?.map(\.problem)
        #expect(problems == [.differsByTarget(name: "V1", targets: ["App", "Clip"])])
        #expect(read.schemas.first?.model == nil)
        #expect(Self.summary(try Self.read(files, target: "App")) == "V1 Item(name)")
        #expect(Self.summary(try Self.read(files, target: "Clip")) == "V1 Item(title)")
        let unknown = try Self.read(files, target: "Ap")
        #expect(unknown.targets.missing == "Ap" && unknown.schemas.isEmpty && unknown.fileCount == 0)
    }

    @Test func filesOfTwoTargetsDeclareTwoVersions() throws {
        let text = Self.schema("Item.self", plan: true) + "\n" + Self.item("name: String?")
        let targets = [("App", "application", ["App/S.swift"]), ("Mac", "application", ["Mac/S.swift"])]
        for other in [text, text.replacing("name", with: "title")] {
            let files = Self.project(targets, ["App/S.swift": text, "Mac/S.swift": other])
            let read = try Self.read(files)
            let property = other == text ? "name" : "title"
            #expect(Self.summary(read) == "App.V1 Item(name); Mac.V1 Item(\(property))")
            #expect(read.plans.map(\.name) == ["App.Plan", "Mac.Plan"])
            #expect(read.plans.map(\.schemas) == [["App.V1"], ["Mac.V1"]])
            // Fixtures record the names, so the names don't depend on the selected target.
            let mac = try Self.read(files, target: "Mac")
            #expect(Self.summary(mac) == "Mac.V1 Item(\(property))")
            #expect(mac.plans.map(\.name) == ["Mac.Plan"])
            #expect(mac.plans.map(\.isNamedByModule) == [true])
        }
    }

    @Test func aFileThatTwoTargetsCompileDeclaresOneVersion() throws {
        let text = Self.schema("Item.self", plan: true) + "\n" + Self.item("name: String?")
        let files = Self.project(
            [
                ("App", "application", ["S.swift", "App.swift"]),
                ("Widget", "app-extension", ["S.swift", "Widget.swift"]),
            ],
            ["S.swift": text, "App.swift": "let a = 1", "Widget.swift": "let b = 1"])
        #expect(Self.summary(try Self.read(files)) == "V1 Item(name)")
    }

    @Test(
        "Plans of one name in two modules are two plans",
        arguments: [
            "enum Plan: SchemaMigrationPlan { static var schemas: [any VersionedSchema.Type] { [V1.self] }; static var stages: [MigrationStage] { [] } }",
            "enum Store { static let plan = MigrationPlan(schemas: [V1.self]) {} }",
            "let plan = MigrationPlan(schemas: [V1.self]) {}",
        ]) func plansOfTwoModules(plan: String) throws
    {
        let text = Self.schema("Item.self") + "\n" + plan + "\n"
        let read = try Self.read([
            "Package.swift": """
            // swift-tools-version: 6.2
            let package = Package(name: "P", targets: [.target(name: "One"), .target(name: "Two")])
            """,
            "Sources/One/S.swift": text + Self.item("name: String?"),
            "Sources/Two/S.swift": text + Self.item("title: String?"),
        ])
        #expect(Self.summary(read) == "One.V1 Item(name); Two.V1 Item(title)")
        #expect(read.plans.map(\.schemas) == [["One.V1"], ["Two.V1"]])
        #expect(read.plans.map(\.isNamedByModule) == [true, true])
    }

    @Test func filesThatNoTargetTellsApart() throws {
        let text = Self.schema("Item.self", plan: true) + "\n" + Self.item("name: String?")
        let equal = try Self.read(["Old/S.swift": text, "S.swift": text])
        #expect(Self.summary(equal) == "V1 Item(name)")
        let other = text.replacing("name", with: "title")
        let read = try Self.read(["Old/S.swift": other, "S.swift": text])
        let problems = read.schemas.map { $0.issues.map(\.problem) }
        let places = ["Old/S.swift", "S.swift"].map { SourceLocation(file: $0, line: 1, column: 6) }
        #expect(problems == [[.declaredInSeveralFiles("V1", places)]])
        #expect(read.schemas.map(\.model) == [nil])
    }

    @Test func aLibrarysClassWithTheNameOfTheAppsClass() throws {
        let files = Self.project(
            [
                ("App", "application", ["App/Schema.swift", "App/Item.swift"]),
                ("Core", "framework", ["Core/Item.swift", "Core/Note.swift"]),
                ("Other", "framework", ["Other/Note.swift"]),
            ], dependencies: ["App": ["Core"]],
            [
                "App/Schema.swift": "import Core\n" + Self.schema("Item.self, Note.self, Core.Label.self"),
                "App/Item.swift": Self.item("name: String?"), "Core/Item.swift": Self.item("title: String?"),
                "Core/Note.swift":
                    "@Model public final class Note { var text: String? }\n@Model public final class Label {}",
                "Other/Note.swift": "@Model public final class Note { var other: String? }",
            ])
        #expect(Self.summary(try Self.read(files)) == "V1 Item(name) Label() Note(text)")
    }

    // MARK: Models without a version

    private static let containers = [
        "App.swift": "let c = try ModelContainer(for: Trip.self, Item.self)",
        "Widget.swift": "let c = try ModelContainer(for: Item.self)",
    ]

    @Test func aTargetThatListsFewerModels() throws {
        let texts = ["Item.swift": Self.item("name: String?"), "Trip.swift": "@Model class Trip { var days: Int? }"]
        let files = Self.project(
            [
                ("App", "application", ["App.swift", "Item.swift", "Trip.swift"]),
                ("Widget", "app-extension", ["Widget.swift", "Item.swift"]),
            ], texts.merging(Self.containers) { first, _ in first })
        #expect(Self.summary(try Self.read(files)) == "Models Item(name) Trip(days)")
        #expect(Self.summary(try Self.read(files, target: "Widget")) == "Models Item(name)")
        #expect(Self.summary(try Self.read(files, models: ["Trip"])) == "Models Trip(days)")
    }

    @Test func appsWithModelsOfOneName() throws {
        let files = Self.project(
            [
                ("App", "application", ["App.swift", "App/Item.swift", "Trip.swift"]),
                ("Widget", "application", ["Widget.swift", "Widget/Item.swift"]),
            ],
            [
                "App/Item.swift": Self.item("name: String?"), "Widget/Item.swift": Self.item("title: String?"),
                "Trip.swift": "@Model class Trip { var days: Int? }",
            ].merging(Self.containers) { first, _ in first })
        let read = try Self.read(files)
        // Each app has its own store.
        #expect(read.schemas.map(\.name) == ["Models", "WidgetModels"])
        #expect(read.schemas.map { $0.model?.known?.entities.map(\.name) } == [["Item", "Trip"], ["Item"]])
        #expect(read.schemas.flatMap(\.issues).isEmpty)
        #expect(Self.summary(try Self.read(files, target: "App")) == "Models Item(name) Trip(days)")
        #expect(Self.summary(try Self.read(files, target: "Widget")) == "Models Item(title)")
    }

    @Test func testsHaveClassesOfTheirOwn() throws {
        let files = Self.project(
            [
                ("App", "application", ["App/Schema.swift", "App/Item.swift"]),
                ("Checks", "bundle.unit-test", ["Checks/Item.swift"]),
            ], dependencies: ["Checks": ["App"]],
            [
                "App/Schema.swift": Self.schema("Item.self"), "App/Item.swift": Self.item("name: String?"),
                "Checks/Item.swift": Self.item("title: String?") + "\n"
                    + Self.schema("Item.self").replacing("V1", with: "Mock"),
            ])
        #expect(Self.summary(try Self.read(files)) == "V1 Item(name)")
        #expect(Self.summary(try Self.read(files, tests: true)) == "V1 Item(name); Mock Item(title)")
    }
}
