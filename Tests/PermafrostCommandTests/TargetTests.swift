import Foundation
import PermafrostTestSupport
import Testing

/// The command line on Xcode projects with several targets.
@Suite struct TargetTests {
    private static func item(_ property: String) -> String {
        "import SwiftData\n@Model final class Item { var \(property): String?; init() {} }\n"
    }

    private static let schema = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
        }
        """

    /// Returns a project file. Each target compiles files in the project's folder, given by path.
    static func projectFile(_ targets: [String: [String]]) -> String {
        var objects: [String] = []
        let files = Set(targets.values.joined()).sorted()
        for (index, file) in files.enumerated() {
            objects.append("F\(index) = {isa = PBXFileReference; path = \"\(file)\"; sourceTree = \"<group>\"; };")
            objects.append("B\(index) = {isa = PBXBuildFile; fileRef = F\(index); };")
        }
        for (name, own) in targets {
            let builds = own.compactMap { files.firstIndex(of: $0) }.map { "B\($0), " }.joined()
            objects.append("S\(name) = {isa = PBXSourcesBuildPhase; files = (\(builds)); };")
            objects.append(
                "\(name) = {isa = PBXNativeTarget; name = \(name); buildPhases = (S\(name)); "
                    + "productType = \"com.apple.product-type.application\"; };")
        }
        return """
            // !$*UTF8*$!
            { objects = {
            P = {isa = PBXProject; mainGroup = G; targets = (\(targets.keys.sorted().joined(separator: ", "))); };
            G = {isa = PBXGroup; children = (\(files.indices.map { "F\($0), " }.joined())); sourceTree = "<group>"; };
            \(objects.joined(separator: "\n"))
            }; rootObject = P; }
            """
    }

    private static let list = "App.xcodeproj/project.pbxproj"

    private static func project(_ targets: [String: [String]]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(schema, to: "Shared/Schema.swift")
        try folder.write(item("name"), to: "App/Item.swift")
        try folder.write(item("title"), to: "Other/Item.swift")
        try folder.write(projectFile(targets), to: list)
        return folder
    }

    @Test func aFileOutsideOfAnyTargetIsIgnoredAndReported() throws {
        let folder = try Self.project(["App": ["Shared/Schema.swift", "App/Item.swift"]])
        let note =
            "permafrost: ignored 1 Swift file outside of any target: Other/Item.swift. If an app is in Other, specify the folder "
            + "with --project"
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(freeze.errors.components(separatedBy: note).count == 2, "\(freeze)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0 && check.errors.contains(note), "\(check)")
        #expect(try !Tool.run("check", "--quiet", in: folder).errors.contains("outside of any target"))
        let json = try Tool.run("check", "--format", "json", in: folder)
        #expect(try Report(json).findings.isEmpty)
        // Without the project file both classes are in one module.
        try FileManager.default.removeItem(atPath: folder.path("App.xcodeproj"))
        let without = try Tool.run("check", in: folder)
        #expect(without.status == 2 && without.output.contains("PF0120"), "\(without)")
    }

    @Test func theTargetIsChosen() throws {
        let folder = try Self.project([
            "App": ["Shared/Schema.swift", "App/Item.swift"], "Other": ["Shared/Schema.swift", "Other/Item.swift"],
        ])
        let both = try Tool.run("check", in: folder)
        #expect(both.status == 2, "\(both)")
        #expect(both.output.contains("AppV1 differs between targets: App, Other"), "\(both)")
        #expect(both.output.contains("--target App") && both.output.contains("--target Other"), "\(both)")
        let freeze = try Tool.run("freeze", "--all", "--target", "App", in: folder)
        #expect(freeze.status == 0 && freeze.errors.contains("permafrost check --target App"), "\(freeze)")
        #expect(try Tool.run("check", "--target", "App", in: folder).status == 0)
        let other = try Tool.run("check", "--target", "Other", in: folder)
        #expect(other.status == 1 && other.output.contains("title"), "\(other)")
        let unknown = try Tool.run("check", "--target", "Othre", in: folder)
        #expect(unknown.status == 2)
        #expect(
            unknown.errors.contains(
                "no target named Othre (declared: App, Other; did you mean Other?)"), "\(unknown)")
    }

    @Test func aProjectFileThatCannotBeReadIsNoted() throws {
        let folder = try Self.project(["App": ["Shared/Schema.swift", "App/Item.swift"]])
        try folder.write("{ objects = {", to: Self.list)
        try FileManager.default.removeItem(atPath: folder.path("Other"))
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        let note =
            "permafrost: can't read the targets of App.xcodeproj (the file ends too early in line 1), so all Swift files in its "
            + "folder are read"
        #expect(freeze.errors.contains(note), "\(freeze)")
    }

    /// A folder with an app next to a package's own folders.
    @Test func anAppNextToAPackageIsReported() throws {
        let folder = try ScratchFolder()
        try folder.write(
            "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])\n",
            to: "Package.swift")
        try folder.write("let kit = 1\n", to: "Sources/Kit/Kit.swift")
        try folder.write(Self.schema, to: "TestApp/App/Schema.swift")
        try folder.write(Self.item("name"), to: "TestApp/App/Item.swift")
        let list = try Tool.run("list", in: folder)
        #expect(list.status == 2 && list.errors.contains("/TestApp"), "\(list)")
        #expect(list.errors.contains("use --project \(folder.url.path)/TestApp. "), "\(list)")
        let own = try Tool.run("list", "--project", folder.path("TestApp"), in: folder)
        #expect(own.status == 0, "\(own)")
    }

    /// The cache is used only if the project file hasn't changed.
    @Test func anEditOfTheProjectFileIsSeen() throws {
        let folder = try Self.project(["App": ["Shared/Schema.swift", "App/Item.swift"]])
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        for _ in 0..<2 { #expect(try Tool.run("check", in: folder).status == 0) }
        try folder.write(Self.projectFile(["App": ["Shared/Schema.swift", "Other/Item.swift"]]), to: Self.list)
        let moved = try Tool.run("check", in: folder)
        #expect(moved.status == 1 && moved.output.contains("title"), "\(moved)")
    }

    @Test func aCommitsOwnProjectFileDecides() throws {
        let folder = try Self.project(["App": ["Shared/Schema.swift", "App/Item.swift"]])
        try folder.write(".cache\n", to: ".gitignore")
        try GitTests.History.git(["init", "--quiet", "--initial-branch", "main"], folder)
        try GitTests.History.git(["add", "--all"], folder)
        try GitTests.History.git(["commit", "--quiet", "--no-gpg-sign", "--message", "First"], folder)
        try GitTests.History.git(["tag", "--no-sign", "v1"], folder)
        try folder.write(Self.projectFile(["Clip": ["Shared/Schema.swift", "Other/Item.swift"]]), to: Self.list)
        try GitTests.History.git(["commit", "--quiet", "--no-gpg-sign", "--all", "--message", "Second"], folder)
        try GitTests.History.git(["tag", "--no-sign", "v2"], folder)
        let check = try Tool.run("check", "--base", "v1", in: folder)
        #expect(check.status == 1 && check.output.contains("title"), "\(check)")
        #expect(check.errors.contains("permafrost: at v1, ignored 1 Swift file outside of any target"), "\(check)")
        #expect(try Tool.run("check", "--base", "v2", in: folder).status == 0)
        let clip = try Tool.run("check", "--base", "v1", "--target", "Clip", in: folder)
        #expect(clip.status == 1, "\(clip)")
        #expect(clip.errors.contains("permafrost: at v1, there is no target Clip, so all targets are read"), "\(clip)")
        let history = try Report(Tool.run("history", "--format", "json", in: folder))
        #expect((history.json["shapes"] as? [[String: Any]])?.count == 2)
    }
}
