import Foundation
import PermafrostModel
import PermafrostSource
import Testing

/// Sources with one file that is listed, but can no longer be read.
private struct Vanishing: SourceFiles {
    var text: String

    func listing() -> SourceListing {
        SourceListing(paths: ["A.swift", "B.swift"], unreadableFolders: ["Locked": "Permission denied"])
    }

    func withBytes<Result>(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        guard path == "A.swift" else { throw UnreadableFile(reason: "No such file or directory") }
        return try InMemorySources([path: text]).withBytes(of: path, body)
    }
}

/// Sources on disk: files that are skipped, and files that can't be read.
@Suite struct DirectoryTests {
    private static func schema(_ name: String) -> String {
        "enum \(name): VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [] }"
    }

    private func withProject(_ files: [String: String], _ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "permafrost-source-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let file = folder.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        try body(folder)
    }

    private func names(_ folder: URL, tests: Bool = false) throws -> [String] {
        try SourceReader(request: SourceRequest(directory: folder.path, includesTests: tests)).read().schemas.map(
            \.name)
    }

    @Test func skippedFolders() throws {
        var files = ["Sources/App/A.swift": Self.schema("A"), "My App/ö.swift": Self.schema("B")]
        for (index, folder) in [
            ".build", ".git", "DerivedData", "Pods", "Carthage", "checkouts", "SourcePackages", "node_modules",
            ".hidden", "App/.build/x",
        ].enumerated() { files["\(folder)/X.swift"] = Self.schema("X\(index)") }
        files["Sources/App/Package.swift"] = Self.schema("P")
        files["Sources/App/.Hidden.swift"] = Self.schema("H")
        for (index, folder) in ["Tests/T", "AppTests", "AppUITests", "Packages/Kit/Tests"].enumerated() {
            files["\(folder)/X.swift"] = Self.schema("T\(index)")
        }
        files["Checks/X.swift"] = Self.schema("T9")
        files["Package.swift"] =
            "import PackageDescription\nlet package = Package(targets: [.testTarget(name: \"C\", dependencies: [.product(name: \"a\", package: \"b\")], path: \"Checks\")])"
        try withProject(files) { folder in
            #expect(try names(folder) == ["B", "A", "P"])
            let all = try names(folder, tests: true)
            #expect(Set(all) == ["B", "A", "P", "T0", "T1", "T2", "T3", "T9"])
        }
    }

    @Test func linksAreNotFollowed() throws {
        try withProject(["App/A.swift": Self.schema("A")]) { folder in
            let files = FileManager.default
            try files.createSymbolicLink(at: folder.appendingPathComponent("App/Loop"), withDestinationURL: folder)
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("Out"), withDestinationURL: URL(fileURLWithPath: "/"))
            try files.createSymbolicLink(
                at: folder.appendingPathComponent("App/Link.swift"),
                withDestinationURL: folder.appendingPathComponent("App/A.swift"))
            #expect(try names(folder) == ["A"])
        }
    }

    @Test func unreadableFilesAreReported() throws {
        try withProject(["App/A.swift": Self.schema("A"), "App/B.swift": Self.schema("B")]) { folder in
            let path = folder.appendingPathComponent("App/B.swift").path
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
            let project = try SourceReader(request: SourceRequest(directory: folder.path)).read()
            if getuid() == 0 {
                #expect(project.schemas.count == 2)
            } else {
                #expect(project.schemas.map(\.name) == ["A"])
                #expect(project.issues.map(\.location.file) == ["App/B.swift"])
            }
        }
        #expect(throws: UnreadableFile.self) {
            try SourceReader(request: SourceRequest(directory: "/nowhere/at/all")).read()
        }
    }

    @Test func aFileThatVanishesAndALockedFolder() throws {
        let project = try SourceReader(request: SourceRequest(directory: "/"), files: Vanishing(text: Self.schema("A")))
            .read()
        #expect(project.schemas.map(\.name) == ["A"])
        #expect(
            project.issues == [
                SourceIssue(
                    .unreadableFile("No such file or directory"),
                    at: SourceLocation(file: "B.swift", line: 1, column: 1)),
                SourceIssue(
                    .unreadableFile("Permission denied"), at: SourceLocation(file: "Locked", line: 1, column: 1)),
            ])
    }

    @Test func readingIsDeterministic() throws {
        let files = Dictionary(
            uniqueKeysWithValues: (0..<40).map {
                ("S\($0).swift", Self.schema("V\($0)") + "\n@Model class M\($0) { var next: M\(($0 + 1) % 40)? }")
            })
        let first = try read(files)
        for _ in 0..<5 {
            let again = try read(files)
            #expect(again.schemas == first.schemas)
        }
    }
}
