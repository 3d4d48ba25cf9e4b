import Foundation
import PermafrostTestSupport
import Testing

/// A frozen version whose only declaration is in a file that no target of the package is known to compile.
@Suite struct UncompiledVersionTests {
    private static let schema = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            @Model final class Item { var name: String?; init() {} }
        }
        """

    private static func manifest(_ targets: String, _ more: String = "") -> String {
        "// swift-tools-version: 6.0\nimport PackageDescription\n"
            + "let package = Package(name: \"App\", targets: \(targets))\n\(more)"
    }

    /// Returns a package with a frozen version in the target `App`, after the given files were added.
    private static func package(moving place: String?, _ files: [String: String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(schema, to: "Sources/App/Schema.swift")
        try folder.write("struct App {}\n", to: "Sources/App/App.swift")
        try folder.write(manifest("[.target(name: \"App\")]"), to: "Package.swift")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        for (path, text) in files { try folder.write(text, to: path) }
        if let place {
            try FileManager.default.removeItem(atPath: folder.path("Sources/App/Schema.swift"))
            try folder.write(schema, to: place)
        }
        return folder
    }

    private static let changes = "package.targets.append(contentsOf: more())"

    @Test(arguments: [
        // The manifest wasn't read completely.
        (
            "Old/Schema.swift", ["Package.swift": manifest("[.target(name: \"App\")]", changes)],
            "it computes its targets"
        ),
        (
            "Old/Schema.swift", ["Package.swift": manifest("[\"App\"].map { .target(name: $0) }")],
            "it computes its targets"
        ),
        (
            "Old/Schema.swift",
            ["Package@swift-6.swift": manifest("[.target(name: \"App\"), .target(name: name())]")],
            "Package.swift doesn't compile"
        ),
        // No target has files that are read.
        (
            "Old/Schema.swift", ["Package.swift": manifest("[.target(name: \"Kit\", path: \"Kit\")]")],
            "Package.swift doesn't compile"
        ),
        // The manifests of two versions of Swift compile different files.
        (
            "Old/Schema.swift",
            [
                "Package.swift": manifest("[.target(name: \"App\", path: \"Old\")]"),
                "Package@swift-6.2.swift": manifest("[.target(name: \"App\")]"),
            ], "Package@swift-6.2.swift doesn't compile"
        ),
    ])
    func aMovedDeclarationIsAnError(_ place: String, _ files: [String: String], _ words: String) throws {
        let folder = try Self.package(moving: place, files)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && check.output.contains("PF0104") && check.output.contains(words), "\(check)")
    }

    /// A file that no target compiles isn't read if all targets are known.
    @Test(arguments: [
        manifest("[.target(name: \"App\")]"), manifest("[.target(name: \"App\", path: \".\", exclude: [\"Old\"])]"),
        manifest("[.target(name: \"App\", path: \".\", resources: [.copy(\"Old\")])]"),
    ])
    func aMovedDeclarationIsNotRead(_ manifest: String) throws {
        let folder = try Self.package(moving: "Old/Schema.swift", ["Package.swift": manifest])
        let check = try Tool.run("check", in: folder)
        #expect(check.status != 0, "\(check)")
    }

    @Test(arguments: [
        manifest("[.target(name: \"App\")]", changes), manifest("[\"App\"].map { .target(name: $0) }"),
        manifest("[.target(name: \"App\", dependencies: [])] + more()"),
        manifest("[.testTarget(name: \"ToolTests\")]"), manifest("[]"),
    ])
    func aDeclarationInATargetIsFine(_ manifest: String) throws {
        let folder = try Self.package(moving: nil, ["Package.swift": manifest])
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }
}
