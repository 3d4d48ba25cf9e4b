import Testing

@testable import PermafrostSource

/// The files that a project file assigns to each target.
@Suite struct XcodeProjectTests {
    private static let files = [
        "App/App.swift", "App/Models/Item.swift", "App/Models/Old.swift", "App/Play.playground/Contents.swift",
        "App/Kit/Package.swift", "App/Kit/Sources/Kit/Kit.swift", "Shared/Note.swift", "Widget/Widget.swift",
        "AppTests/T.swift", "Über uns/Ü.swift",
    ]

    /// Returns the targets, as `App: A.swift B.swift`.
    private static func targets(_ text: String, at path: String = "App.xcodeproj/project.pbxproj") -> [String] {
        let list = Array(text.utf8).withUnsafeBufferPointer {
            XcodeProject.targets(
                at: path, $0, files: FileIndex(files.filter { !$0.hasSuffix("Package.swift") }),
                packages: ["App/Kit"])
        }
        #expect(list.failure == nil)
        return list.targets.map { "\($0.name): \($0.files.sorted().joined(separator: " "))" }
    }

    @Test func filesOfGroups() {
        var file = ProjectFileText()
        file.group("App", path: "App", ["F1", "Models"])
        file.group("Models", path: "Models", ["F2", "F3", "Named"])
        file.group("Named", path: nil, ["F4", "F5", "F6", "F7"])
        file.add(
            """
            F1 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
            F2 = {isa = PBXFileReference; path = Item.swift; sourceTree = "<group>"; };
            F3 = {isa = PBXFileReference; path = Old.swift; sourceTree = "<group>"; };
            F4 = {isa = PBXFileReference; name = Note.swift; path = Shared/Note.swift; sourceTree = SOURCE_ROOT; };
            F5 = {isa = PBXFileReference; path = "/Widget/Widget.swift"; sourceTree = "<absolute>"; };
            F6 = {isa = PBXFileReference; path = ../../../../etc/passwd.swift; sourceTree = "<group>"; };
            F7 = {isa = PBXFileReference; path = "../../Über uns/ü.swift"; sourceTree = "<group>"; };
            """)
        file.target("App", sources: ["F1", "F2", "F4", "F5", "F6", "F7", "Nothing"])
        file.target("Other", "tool", sources: ["F1"])
        #expect(
            Self.targets(file.text) == [
                "App: App/App.swift App/Models/Item.swift Shared/Note.swift Über uns/Ü.swift", "Other: App/App.swift",
            ])
    }

    @Test func variantGroupsAndReferencesWithoutAGroup() {
        var file = ProjectFileText()
        file.group("V", path: "App", ["F1", "F2"], isa: "PBXVariantGroup")
        file.add(
            """
            F1 = {isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
            F2 = {isa = PBXFileReference; path = Models/Item.swift; sourceTree = "<group>"; };
            F3 = {isa = PBXFileReference; path = Widget/Widget.swift; sourceTree = SOURCE_ROOT; };
            """)
        file.target("App", sources: ["V", "F3"])
        #expect(Self.targets(file.text) == ["App: App/App.swift App/Models/Item.swift Widget/Widget.swift"])
    }

    @Test func foldersWithExceptions() {
        var file = ProjectFileText()
        file.sharedFolder(
            "S1", path: "App",
            except: [("App", ["Models/Old.swift"]), ("Widget", ["Models/Item.swift", "../../x.swift"])])
        file.sharedFolder("S2", path: "Widget")
        file.target("App", folders: ["S1"])
        file.target("Widget", "app-extension", folders: ["S2"])
        #expect(
            Self.targets(file.text) == [
                "App: App/App.swift App/Models/Item.swift", "Widget: App/Models/Item.swift Widget/Widget.swift",
            ])
        var folder = ProjectFileText()
        folder.sharedFolder("S1", path: "App", except: [("App", ["Models"])])
        folder.target("App", folders: ["S1", "S1"])
        #expect(Self.targets(folder.text) == ["App: App/App.swift"])
    }

    @Test func aProjectInAFolderSeesItsSurroundings() {
        var file = ProjectFileText()
        file.file("F1", "../Shared/Note.swift")
        file.file("F2", "App.swift")
        file.file("F3", "../../Shared/Note.swift")
        file.target("App", sources: ["F1", "F2", "F3"])
        let path = "App/A.xcodeproj/project.pbxproj"
        #expect(Self.targets(file.text, at: path) == ["App: App/App.swift Shared/Note.swift"])
        file.folder = "Models"
        #expect(Self.targets(file.text, at: path) == ["App: Shared/Note.swift"])
    }

    @Test(arguments: [
        ("application", SourceTarget.Kind.application),
        ("application.on-demand-install-capable", .application),
        ("app-extension", .other), ("tool", .other), ("framework", .library), ("framework.static", .library),
        ("library.static", .library), ("bundle.unit-test", .test), ("bundle.ui-testing", .test),
    ])
    func kinds(_ type: String, _ kind: SourceTarget.Kind) {
        var file = ProjectFileText()
        file.target("App", type)
        let list = Array(file.text.utf8).withUnsafeBufferPointer {
            XcodeProject.targets(
                at: "App.xcodeproj/project.pbxproj", $0, files: FileIndex([]), packages: [])
        }
        #expect(list.targets.map(\.kind) == [kind])
    }

    @Test func theXMLFormIsEquivalent() throws {
        var file = ProjectFileText()
        file.sharedFolder("S1", path: "App", except: [("App", ["Models/Old.swift"])])
        file.target("App", folders: ["S1"])
        let list = try Array(file.text.utf8).withUnsafeBufferPointer { try PropertyList(parsing: $0) }
        let xml = "<?xml version=\"1.0\"?><plist version=\"1.0\">\(PropertyListTests.xml(list))</plist>"
        #expect(Self.targets(xml) == Self.targets(file.text))
        #expect(Self.targets(xml) == ["App: App/App.swift App/Models/Item.swift"])
    }

    // MARK: Hostile files

    @Test func groupsThatContainEachOther() {
        var file = ProjectFileText()
        file.group("A", path: "App", ["B", "F1", "G"])
        file.group("B", path: "..", ["A", "B"])
        file.add("F1 = {isa = PBXFileReference; path = App.swift; sourceTree = \"<group>\"; };")
        file.target("App", sources: ["A", "F1"], dependsOn: ["App"])
        #expect(Self.targets(file.text) == ["App: App/App.swift"])
    }

    @Test func deepAndWideGroups() {
        var file = ProjectFileText()
        file.group("N0", path: ".", ["N1"])
        for depth in 1...2000 {
            file.add(
                "N\(depth) = {isa = PBXGroup; children = (N\(depth + 1), F1); path = aaaaaaaaaa; sourceTree = \"<group>\"; };"
            )
        }
        file.add("F1 = {isa = PBXFileReference; path = App/App.swift; sourceTree = SOURCE_ROOT; };")
        file.target("App", sources: Array(repeating: "N0", count: 50) + ["F1"])
        #expect(Self.targets(file.text) == ["App: App/App.swift"])
    }
}
