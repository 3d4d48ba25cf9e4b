import Testing

@testable import PermafrostSource

/// The files that are read if project files and manifests assign files to targets.
@Suite struct TargetMembershipTests {
    private static func membership(
        _ files: [String: String], tests: Bool = false, target: String? = nil
    ) -> TargetMembership {
        let sources = files.keys.filter(SourcePaths(includesTests: tests).holdsSource).sorted()
        let lists = TargetListReader(
            InMemorySources(files), listing: Array(files.keys), index: FileIndex(sources)
        ).lists
        return TargetMembership(lists, files: sources, includesTests: tests, wanted: target)
    }

    private static func project(_ files: [String: [String]], tests: [String] = []) -> String {
        var project = ProjectFileText()
        for (name, paths) in files.sorted(by: { $0.key < $1.key }) {
            let ids = paths.indices.map { "F_\(name)_\($0)" }
            for (id, path) in zip(ids, paths) { project.file(id, path) }
            project.target(name, tests.contains(name) ? "bundle.unit-test" : "application", sources: ids)
        }
        return project.text
    }

    private static let empty = ["A.swift": "", "B.swift": "", "Sub/C.swift": "", "Sub/D.swift": ""]

    private static func with(_ more: [String: String]) -> [String: String] { empty.merging(more) { _, new in new } }

    @Test func withoutProjectFilesAllAreRead() {
        let all = Self.membership(Self.empty)
        #expect(all.paths == ["A.swift", "B.swift", "Sub/C.swift", "Sub/D.swift"])
        #expect(all.facts == ProjectTargets())
        #expect(all.views(of: all.paths).isEmpty)
    }

    @Test func aFileOutsideOfAnyTargetIsIgnored() {
        let one = Self.membership(
            Self.with(["App.xcodeproj/project.pbxproj": Self.project(["App": ["A.swift", "Sub/C.swift"]])]))
        #expect(one.paths == ["A.swift", "Sub/C.swift"])
        #expect(one.facts.notes == [.filesOfNoTarget(count: 2, first: ["B.swift", "Sub/D.swift"], folders: [])])
        #expect(one.facts.names == ["App"])
    }

    @Test func aProjectInASubfolderDecidesThere() {
        let sub = Self.membership(
            Self.with(["Sub/App.xcodeproj/project.pbxproj": Self.project(["App": ["C.swift", "../B.swift"]])]))
        #expect(sub.paths == ["A.swift", "B.swift", "Sub/C.swift"])
        #expect(sub.free == ["A.swift"])
        let both = Self.membership(
            Self.with([
                "Sub/App.xcodeproj/project.pbxproj": Self.project(["App": ["C.swift"]]),
                "Top.xcodeproj/project.pbxproj": Self.project(["Top": ["A.swift", "Sub/D.swift"]]),
            ]))
        #expect(both.paths == ["A.swift", "Sub/C.swift", "Sub/D.swift"])
        #expect(both.facts.names == ["App", "Top"])
    }

    /// A folder outside the project file's own folder that contains some of its files.
    @Test func aFolderThatAProjectFileReachesInto() {
        let files = Self.with([
            "Xcode/App.xcodeproj/project.pbxproj": Self.project(["App": ["../Sub/C.swift"]]), "Xcode/X.swift": "",
            "Sub/Deep/E.swift": "",
        ])
        #expect(Self.membership(files).paths == ["A.swift", "B.swift", "Sub/C.swift", "Sub/Deep/E.swift"])
    }

    @Test(arguments: [
        ("{ objects = {}; }", "it has no project object"), ("{", "the file ends too early in line 1"),
        ("<<<<<<< HEAD", "bytes aren't written in hexadecimal in line 1"),
    ])
    func aDamagedProjectFileExcludesNothing(_ text: String, _ reason: String) {
        let damaged = Self.membership(
            Self.with([
                "App.xcodeproj/project.pbxproj": text,
                "Sub/Sub.xcodeproj/project.pbxproj": Self.project(["Sub": ["C.swift"]]),
            ]))
        #expect(damaged.paths == ["A.swift", "B.swift", "Sub/C.swift"])
        #expect(
            damaged.facts.notes == [
                .unreadable(file: "App.xcodeproj", reason: reason),
                .filesOfNoTarget(count: 1, first: ["Sub/D.swift"], folders: []),
            ])
    }

    @Test func aProjectWithoutSwiftFilesOrWithOnlyTestsExcludesNothing() {
        for text in [Self.project(["App": ["Main.m"]]), Self.project(["Checks": ["A.swift"]], tests: ["Checks"])] {
            let files = Self.with(["App.xcodeproj/project.pbxproj": text])
            #expect(Self.membership(files, tests: true).paths.count == 4)
        }
    }

    @Test func testTargets() {
        let files = Self.with([
            "App.xcodeproj/project.pbxproj": Self.project(
                ["App": ["A.swift"], "Checks": ["B.swift"]], tests: ["Checks"])
        ])
        #expect(Self.membership(files).paths == ["A.swift"])
        let notes = Self.membership(files).facts.notes
        #expect(notes == [.filesOfNoTarget(count: 2, first: ["Sub/C.swift", "Sub/D.swift"], folders: ["Sub"])])
        #expect(Self.membership(files, tests: true).paths == ["A.swift", "B.swift"])
    }

    @Test func aTargetIsChosenByName() {
        let files = Self.with([
            "App.xcodeproj/project.pbxproj": Self.project(["App": ["A.swift"], "Widget": ["B.swift"]]),
            "Sub/Sub.xcodeproj/project.pbxproj": Self.project(["App": ["C.swift", "D.swift"]]),
        ])
        #expect(Self.membership(files, target: "Widget").paths == ["B.swift"])
        #expect(Self.membership(files, target: "Sub/Sub.xcodeproj/App").paths == ["Sub/C.swift", "Sub/D.swift"])
        #expect(Self.membership(files, target: "App").paths == ["A.swift", "Sub/C.swift", "Sub/D.swift"])
        let unknown = Self.membership(files, target: "Widgte")
        #expect(unknown.paths.isEmpty)
        #expect(unknown.facts.missing == "Widgte")
        #expect(unknown.facts.names == ["App.xcodeproj/App", "Sub/Sub.xcodeproj/App", "Widget"])
    }

    // MARK: Packages

    private static func package(_ targets: String) -> String {
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"P\", targets: [\(targets)])"
    }

    private static let packageFiles = [
        "Sources/Kit/Kit.swift", "Sources/Kit/Old/Old.swift", "Sources/Tool/Main.swift", "Sources/Loose.swift",
        "Plugins/Lint/Lint.swift", "Scripts/S.swift", "Own/O.swift", "Own/More/M.swift", "Inner/Sources/I/I.swift",
    ]

    @Test(arguments: [
        (".target(name: \"Kit\"), .executableTarget(name: \"Tool\", dependencies: [\"Kit\"])", "1 2 3"),
        (".target(name: \"Kit\", exclude: [\"Old\"])", "1"), (".target(name: \"Kit\", sources: [\"Old/\"])", "2"),
        (".target(name: \"Kit\", path: \"Sources\")", "1 2 3 4"), (".target(name: \"P\")", "1 2 3 4"),
        (".target(name: \"Kit\"), .plugin(name: \"Lint\", capability: .buildTool())", "1 2 5"),
        (".target(name: \"O\", path: \"Own\", sources: [\"O.swift\", \"More\"])", "7 8"),
        (
            ".target(name: \"O\", path: \"Own/\", exclude: [\"More/M.swift\"]), .binaryTarget(name: \"B\", path: \"B\")",
            "7"
        ),
        (".target(name: \"A\", path: \".\")", "1 2 3 4 5 6 7 8 9"),
        (".target(name: \"A\", path: \"Inner/Sources\"), .target(name: \"Out\", path: \"../..\")", "9"),
        // If a manifest has only tests, or computes targets, the other files are unknown.
        (".testTarget(name: \"KitTests\")", "all"), (".target(name: name)", "all"), ("kit", "all"),
        (".target(name: \"Kit\", path: folder)", "all"), (".target(name: \"Kit\"), feature(\"X\")", "all"),
        (".target(name: \"Kit\", exclude: ignored)", "all"), ("", "all"),
    ])
    func packages(_ targets: String, _ expected: String) {
        var files = Dictionary(uniqueKeysWithValues: Self.packageFiles.map { ($0, "") })
        files["Package.swift"] = Self.package(targets)
        files["Inner/Package.swift"] = "import PackageDescription\nlet package = Package(name: \"Inner\")"
        files["Own/Package.swift"] = "class Package {}"
        let read = Self.membership(files).paths
        let indices = Self.packageFiles.indices.filter { read.contains(Self.packageFiles[$0]) }.map { $0 + 1 }
        // A file of an inner package belongs to that package, unless a target contains it.
        let expected = expected == "all" ? "1 2 3 4 5 6 7 8 9" : expected
        #expect(indices.map(String.init).joined(separator: " ") == expected, "\(read)")
    }

    @Test func aPackageNextToAProject() {
        let files = Self.with([
            "App.xcodeproj/project.pbxproj": Self.project(["App": ["A.swift"]]),
            "Kit/Package.swift": Self.package(".target(name: \"Kit\"), .testTarget(name: \"KitTests\")"),
            "Kit/Sources/Kit/K.swift": "", "Kit/Sources/L.swift": "", "Kit/Tests/KitTests/T.swift": "",
        ])
        #expect(Self.membership(files).paths == ["A.swift", "Kit/Sources/Kit/K.swift"])
        #expect(Self.membership(files, tests: true).paths.last == "Kit/Tests/KitTests/T.swift")
        #expect(Self.membership(files, target: "App").paths == ["A.swift", "Kit/Sources/Kit/K.swift"])
        #expect(Self.membership(files, target: "Kit").paths == ["Kit/Sources/Kit/K.swift"])
    }

    // MARK: Manifests that don't list all of their targets

    /// Statements that change, or may change, the targets of the package.
    @Test(arguments: [
        "package.targets.append(.target(name: \"Tool\"))", "package.targets = []",
        "for target in package.targets { target.exclude = [\"Old\"] }",
        "func change(_ p: Package) { p.targets = [] }\nchange(package)", "let other = package",
        "let more: [Target] = [.target(name: \"Tool\")]",
        "let more: [Target.Dependency] = { package.targets = []; return [] }()",
        "if isServer { package = PackageDescription.Package(name: \"Q\", targets: [.target(name: \"Tool\")]) }",
        "let second = Package.init(name: \"Q\", targets: [])", "let second: Package = .init(name: \"Q\")",
        "let second = PackageDescription.Package.init(name: \"Q\")", "let second = `Package`(name: \"Q\")",
        "typealias P = Package\nlet second = P(name: \"Q\")", "let make = Package.init",
        "extension Target { static func target(name: String) -> Target { .target(name: name, path: \"Own\") } }",
    ])
    func statementsThatChangeTargets(_ statement: String) {
        let files = Self.manifest(Self.package(".target(name: \"Kit\")") + "\n" + statement)
        let read = Self.membership(files)
        #expect(read.paths.count == Self.packageFiles.count, "\(read.paths)")
        #expect(read.facts.notes.count == 1, "\(read.facts.notes)")
    }

    /// Statements that change only what the targets don't depend on.
    @Test(arguments: [
        "package.dependencies.append(.package(url: \"https://example.com/a\", from: \"1.0.0\"))",
        "package.products.append(.library(name: \"K\", targets: [\"Kit\"]))",
        "let shared: [Target.Dependency] = [.target(name: \"Core\")]", "let all: [Package.Dependency] = []",
        "let swift: [SwiftSetting] = [.define(\"X\")]", "package.swiftLanguageModes = [.v6]",
    ])
    func statementsThatDoNotChangeTargets(_ statement: String) {
        let read = Self.membership(Self.manifest(Self.package(".target(name: \"Kit\")") + "\n" + statement))
        #expect(read.paths == ["Sources/Kit/Kit.swift", "Sources/Kit/Old/Old.swift"], "\(read.paths)")
    }

    @Test(arguments: [
        ("[.copy(\"Old\")]", "1"), ("[.embedInCode(\"Old/Old.swift\")]", "1"), ("[.process(\"Old\")]", "1 2"),
        ("nil", "1 2"), ("old", "all"), ("[.copy(old)]", "all"),
    ])
    func swiftFilesInResources(_ resources: String, _ expected: String) {
        let read = Self.membership(Self.manifest(Self.package(".target(name: \"Kit\", resources: \(resources))"))).paths
        let indices = Self.packageFiles.indices.filter { read.contains(Self.packageFiles[$0]) }.map { "\($0 + 1)" }
        #expect(indices.joined(separator: " ") == (expected == "all" ? "1 2 3 4 5 6 7 8 9" : expected), "\(read)")
    }

    // MARK: Manifests for versions of Swift

    /// The version of Swift that builds the package isn't known, so the files of all manifests that it may use are read.
    @Test(arguments: [
        ("6", "6.0", true), ("6.2", "6.2", true), ("6.2.1", "5.9", true), ("5", "5.5", true), ("5.9", "5.9", true),
        ("5.8", "6.1", true), ("9", "9.0", true), ("5.8", "5.8", false), ("4.2", "6.0", false), ("6.x", "6.0", false),
        ("6.2.1.1", "6.0", false),
    ])
    func aManifestForAVersionOfSwift(_ version: String, _ tools: String, _ isUsed: Bool) {
        var files = Self.manifest(Self.package(".target(name: \"Kit\", exclude: [\"Old\"])"))
        files["Package@swift-\(version).swift"] = Self.package(".target(name: \"Kit\", path: \"Own\")")
            .replacing("version: 6.0", with: "version: \(tools)")
        let read = Self.membership(files)
        let own = isUsed ? ["Own/More/M.swift", "Own/O.swift"] : []
        #expect(read.paths == own + ["Sources/Kit/Kit.swift"], "\(read.paths)")
    }

    @Test func aManifestForAVersionOfSwiftWithTheSameTargets() {
        var files = Self.manifest(Self.package(".target(name: \"Kit\")"))
        files["Package@swift-6.2.swift"] = files["Package.swift"]
        #expect(Self.membership(files).facts.names == ["Kit"])
        files["Package@swift-6.2.swift"]? += "\npackage.targets = []"
        #expect(Self.membership(files).paths.count == Self.packageFiles.count)
    }

    private static func manifest(_ text: String) -> [String: String] {
        var files = Dictionary(uniqueKeysWithValues: packageFiles.map { ($0, "") })
        files["Package.swift"] = text
        return files
    }

    // MARK: Test targets

    /// A target's files are read even if a folder of tests contains them.
    @Test(arguments: [
        (".target(name: \"Kit\"), .testTarget(name: \"T\", path: \"Sources\", exclude: [\"Kit\"])", true),
        (".target(name: \"Kit\", path: \"Sources/Kit\"), .testTarget(name: \"T\", path: \"Sources/Kit/T\")", true),
        (".target(name: \"Other\"), .testTarget(name: \"T\", path: \"Sources/Kit\")", false),
        (".target(name: name), .testTarget(name: \"T\", path: \"Sources/Kit\")", true),
    ])
    func filesInAFolderOfTests(_ targets: String, _ isRead: Bool) throws {
        let schema =
            "import SwiftData\nenum S: VersionedSchema { static var models: [any PersistentModel.Type] { [] } }"
        let files = [
            "Package.swift": Self.package(targets), "Sources/Kit/S.swift": schema, "Sources/Other/O.swift": "",
        ]
        let read = try SourceReader(request: SourceRequest(directory: "/project"), files: InMemorySources(files)).read()
        #expect(read.schemas.map(\.name) == (isRead ? ["S"] : []))
    }
}
