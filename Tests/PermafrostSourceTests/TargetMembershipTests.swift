import Testing

@testable import PermafrostSource

/// The files that are read if project files and manifests assign files to targets.
@Suite struct TargetMembershipTests {
    private static func membership(
        _ files: [String: String], tests: Bool = false, target: String? = nil
    ) -> TargetMembership {
        let sources = files.keys.filter(SourcePaths(includesTests: tests).holdsSource).sorted()
        let request = SourceRequest(directory: "/project", includesTests: tests, target: target)
        return TargetMembership(
            InMemorySources(files), listing: Array(files.keys), sources: sources, request)
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
        (".target(name: \"A\", path: \".\")", "1 2 3 4 5 6 7 8"),
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
}
