import Foundation
import PermafrostTestSupport
import Testing

/// Folders that a commit replaces with links, and others' files in the folders that commands write to.
@Suite struct LinkedCheckoutTests {
    private static let model = Result { try CheckoutScene() }

    private let tree: CheckoutScene
    private let before: [String: String]

    init() throws {
        tree = try CheckoutScene(like: Self.model.get())
        before = try tree.outside()
    }

    /// Replaces an item in the project with a link.
    private func link(_ path: String, to target: String) throws {
        let full = tree.folder.path("project/" + path)
        try FileManager.default.createDirectory(
            atPath: (full as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: full)
        try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
    }

    private func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: tree.folder.path("project/" + path))) != nil
    }

    // MARK: Folders

    @Test(arguments: ["../../precious", "../../nowhere", "../1.0.0", "4.0.0"])
    func aLinkedVersionIsNotWritten(_ target: String) throws {
        try link("Fixtures/4.0.0", to: target)
        for arguments in [["freeze", "--all"], ["freeze", "4.0.0", "--force"]] {
            let result = try tree.run(arguments)
            #expect(result.status == 2, "\(result)")
            #expect(result.standardError.contains("Fixtures/4.0.0 isn't a folder. Move this item away"), "\(result)")
        }
        #expect(try tree.outside() == before)
        #expect(isLink("Fixtures/4.0.0"))
    }

    @Test(arguments: [
        (".github", "../precious"), (".github/workflows", "../../precious/sub"), (".gitattributes", "../precious/a"),
        (".github/workflows/schemas.yml", "../../../precious/new"), (".gitattributes", "../precious/new"),
    ])
    func initWritesThroughNoLink(_ path: String, _ target: String) throws {
        try link(path, to: target)
        let result = try tree.run(["init", "--ci", "github"])
        #expect(try tree.outside() == before)
        #expect(isLink(path))
        #expect(result.status == 2 || !result.output.contains("wrote \(path)"), "\(result)")
    }

    @Test(arguments: [("Tests", "../precious"), ("Tests/PostsTests", "../../precious/sub")])
    func scaffoldWritesThroughNoLink(_ path: String, _ target: String) throws {
        if path == "Tests" { try tree.folder.write("mine", to: "precious/PostsTests/B.swift") }
        let before = try tree.outside()
        try link(path, to: target)
        for arguments in [["scaffold"], ["scaffold", "--tests", "Tests/PostsTests"]] {
            let result = try tree.run(arguments)
            #expect(result.status == 2, "\(result)")
            #expect(result.standardError.contains("/\(path) is a symbolic link"), "\(result)")
        }
        #expect(try tree.outside() == before)
    }

    @Test(arguments: ["../precious", "Tests/../../precious/sub", "/precious"])
    func aManifestNamesNoFolderOutside(_ path: String) throws {
        let path = path.hasPrefix("/") ? tree.folder.path("precious") : path
        try tree.folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "P", targets: [.target(name: "Posts"), .testTarget(name: "PostsTests", path: "\(path)")])
            """, to: "project/Package.swift")
        let result = try tree.run(["scaffold"])
        #expect(result.status == 2, "\(result)")
        #expect(result.standardError.contains("outside of the project, so no tests were written"), "\(result)")
        #expect(try tree.outside() == before)
    }

    @Test(arguments: ["../../precious/x", "/precious", "a/b", "..", ".git", ""])
    func aFixtureNamesNoFolderOutside(_ group: String) throws {
        try tree.folder.write(
            """
            import SwiftData
            enum OtherV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Thing.self] }
                @Model final class Thing { var name = "" }
            }
            enum OtherPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [OtherV1.self] }
                static var stages: [MigrationStage] { [] }
            }
            """, to: "project/Sources/Other.swift")
        let model = "project/Fixtures/3.0.0/schema-3_0_0.json"
        try tree.folder.edit(model, "\"group\": \"PostsMigrationPlan\"", "\"group\": \"\(group)\"")
        let files = try tree.folder.files(below: "project/Fixtures")
        let result = try tree.run(["freeze", "--regroup"])
        #expect(result.status == 2, "\(result)")
        #expect(result.standardError.contains("which can't be the name of a folder"), "\(result)")
        #expect(try tree.folder.files(below: "project/Fixtures") == files)
        #expect(try tree.outside() == before)
    }

    // MARK: Others' files

    @Test(arguments: [["App.dmg"], [".DS_Store"], ["notes/a.txt"], ["App.dmg", "README.md", ".hidden"]])
    func aFolderOfOtherFilesIsNotAFixture(_ names: [String]) throws {
        for name in names { try tree.folder.write("mine", to: "project/releases/4.0.0/" + name) }
        for arguments in [["freeze", "4.0.0"], ["freeze", "4.0.0", "--force"], ["freeze", "--all"]] {
            let result = try tree.run(arguments + ["--fixtures", "releases"])
            #expect(result.status == 2, "\(result)")
            let top = names.map { $0.split(separator: "/")[0] }.sorted().joined(separator: ", ")
            #expect(
                result.standardError.contains("releases/4.0.0 contains no fixture, but other files: \(top)."),
                "\(result)")
            #expect(!result.output.contains("frozen   4.0.0"))
        }
        let files = try tree.folder.files(below: "project/releases/4.0.0")
        #expect(files.keys.sorted() == names.sorted())
    }

    @Test(arguments: ["NOTES.md", ".DS_Store", "notes/a.txt", "Other-4_0_0.sqlite"])
    func aFixtureWithOtherFilesIsNotReplaced(_ name: String) throws {
        #expect(try tree.run(["freeze", "4.0.0"]).status == 0)
        try tree.folder.write("mine", to: "project/Fixtures/4.0.0/" + name)
        let files = try tree.folder.files(below: "project/Fixtures")
        let result = try tree.run(["freeze", "4.0.0", "--force"])
        #expect(result.status == 2, "\(result)")
        #expect(result.standardError.contains("contains files that don't belong to the fixture: "), "\(result)")
        #expect(try tree.folder.files(below: "project/Fixtures") == files)
    }

    @Test func anEmptyFolderIsFrozenInto() throws {
        try FileManager.default.createDirectory(
            atPath: tree.folder.path("project/Fixtures/4.0.0"), withIntermediateDirectories: true)
        let result = try tree.run(["freeze", "--all"])
        #expect(result.status == 0, "\(result)")
        #expect(try tree.folder.files(below: "project/Fixtures/4.0.0").count == 5)
    }

    @Test(arguments: ["", "Sources/Posts/", "Fixtures/", "Tests/PostsTests/"])
    func temporaryFoldersOfOthersAreKept(_ place: String) throws {
        let names = [
            ".permafrost-A1B2C3D4-0000-0000-0000-000000000000", ".permafrost-A1B2C3D4-0000-0000-0000-000000000001",
        ]
        try link(place + names[0], to: tree.folder.path("precious"))
        try tree.folder.write("mine", to: "project/\(place)\(names[1])/App-4_0_0.sqlite")
        for arguments in [
            ["freeze", "--all"], ["scaffold"], ["init", "--ci", "github"], ["report"],
            ["new-version", "--even-unshipped"],
        ] {
            let result = try tree.run(arguments)
            #expect(result.status == 0, "\(result)")
        }
        #expect(isLink(place + names[0]))
        #expect(try tree.folder.files(below: "project/\(place)\(names[1])").count == 1)
        #expect(try tree.outside() == before)
    }
}
