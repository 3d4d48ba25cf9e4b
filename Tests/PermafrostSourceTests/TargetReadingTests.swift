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

    @Test func equalCopiesOfAVersionAreOneVersion() throws {
        let text = Self.schema("Item.self", plan: true) + "\n" + Self.item("name: String?")
        let targets = [("App", "application", ["App/S.swift"]), ("Mac", "application", ["Mac/S.swift"])]
        let alike = try Self.read(Self.project(targets, ["App/S.swift": text, "Mac/S.swift": text]))
        #expect(Self.summary(alike) == "V1 Item(name)")
        #expect(alike.plans.count == 1 && alike.plans.first?.issues.isEmpty == true)
        let other = text.replacing("name", with: "title")
        let unlike = try Self.read(Self.project(targets, ["App/S.swift": text, "Mac/S.swift": other]))
        let problems = unlike.schemas.map { $0.issues.map(\.problem) }
        #expect(problems == [[.differsByTarget(name: "V1", targets: ["App", "Mac"])]])
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
