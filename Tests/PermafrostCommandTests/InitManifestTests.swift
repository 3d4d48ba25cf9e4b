import Foundation
import PermafrostTestSupport
import Testing

/// The products that `permafrost init` adds to a package's manifest, and the lines that it prints if it can't edit the
/// manifest.
@Suite struct InitManifestTests {
    private static let arguments = ["init", "--dependency", "https://example.org/permafrost"]
    private static let targets = """
        .target(name: "Kit"), .testTarget(name: "KitTests", dependencies: ["Kit"])
        """
    private static let package = "let package = Package(name: \"Kit\", targets: [\(targets)])"

    /// Returns a project with a version in the target Kit, whose files have the given imports.
    private static func project(_ manifest: String, models: String = "", tests: String = "") throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(manifest, to: "Package.swift")
        try folder.write(
            """
            import SwiftData
            \(models)

            enum KitV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Kit.self] }

                @Model final class Kit {
                    var name = ""
                    init() {}
                }
            }
            """, to: "Sources/Kit/KitV1.swift")
        try folder.write("import XCTest\n\(tests)\n", to: "Tests/KitTests/KitTests.swift")
        return folder
    }

    private static func text(_ folder: ScratchFolder) throws -> String {
        try String(contentsOf: folder.url.appending(path: "Package.swift"), encoding: .utf8)
    }

    /// Returns the lines about a target.
    private static func advice(_ target: String, _ product: String) -> String {
        "  to the dependencies of the target \(target):\n    .product(name: \"\(product)\", package: \"permafrost\"),\n"
    }

    private static let added = """
        To do it by hand, add
          to the dependencies of the package:
            .package(url: "https://example.org/permafrost", from: "0.1.0"),

        """

    /// Each manifest is followed by the reason why it isn't edited, and by whether its targets are known.
    @Test(arguments: [
        (
            "let all: [Target] = [\(targets)]\nlet package = Package(name: \"Kit\", targets: all)",
            "it computes its targets", true
        ),
        (
            "let package = Package(name: \"Kit\", targets: [\(targets), .target(name: name)])\npackage.targets = all",
            "it computes its targets", true
        ),
        (
            "#if os(Linux)\n\(package)\n#else\n\(package)\n#endif",
            "it doesn't have a single `let package = Package(…)` at its top level", true
        ),
        (String(package.dropLast()), "it has a syntax error or a conflict marker", true),
        ("", "it doesn't have a single `let package = Package(…)` at its top level", false),
    ])
    func theLinesAreThoseOfTheKnownTargets(_ manifest: String, _ reason: String, isKnown: Bool) throws {
        let manifest = manifest.isEmpty ? "" : "import PackageDescription\n\(manifest)\n"
        let folder = try Self.project(manifest)
        let result = try Tool.run(Self.arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.text(folder) == manifest)
        var lines = Self.added
        #if os(Linux)
            if isKnown { lines += Self.advice("Kit", "Permafrost") }
        #endif
        if isKnown { lines += Self.advice("KitTests", "PermafrostTesting") }
        #expect(
            result.output.contains("Package.swift wasn't changed, because \(reason). \(lines)\n"), "\(result)")
    }

    @Test func theManifestIsSkipped() throws {
        let manifest = "import PackageDescription\n\(Self.package)\n"
        let folder = try Self.project(manifest)
        let result = try Tool.run(Self.arguments + ["--skip-dependency"], in: folder.url, cache: folder)
        #expect(result.status == 0 && result.output.contains("froze    1.0.0"), "\(result)")
        #expect(try Self.text(folder) == manifest)
        #expect(
            result.output.contains("Package.swift wasn't changed, because of --skip-dependency. \(Self.added)"),
            "\(result)")
        #expect(result.output.contains(Self.advice("KitTests", "PermafrostTesting")), "\(result)")
        #expect(try Tool.run(Self.arguments, in: folder.url, cache: folder).status == 0)
        #expect(try Self.text(folder).contains("PermafrostTesting"))
    }

    /// The imports in the model's file and in the test's file, and the products that the two targets get.
    @Test(arguments: [
        ("import FreezeRay", "", "PermafrostFreezeRay", "PermafrostTesting"),
        ("@_exported import PermafrostFreezeRay", "import FreezeRay", "PermafrostFreezeRay", "PermafrostFreezeRay"),
        ("#if canImport(FreezeRay)\nimport FreezeRay\n#endif", "", "PermafrostFreezeRay", "PermafrostTesting"),
        ("// import FreezeRay", "import FreezeRay", "Permafrost", "PermafrostFreezeRay"),
    ])
    func aTargetThatImportsFreezeRayGetsItsProduct(
        _ models: String, _ tests: String, _ product: String, _ testProduct: String
    ) throws {
        let folder = try Self.project("import PackageDescription\n\(Self.package)\n", models: models, tests: tests)
        let result = try Tool.run(Self.arguments, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        func code(_ name: String) -> String { ".product(name: \"\(name)\", package: \"permafrost\")" }
        #if os(Linux)
            let needed = ["Permafrost", "PermafrostFreezeRay"]
        #else
            let needed = ["PermafrostFreezeRay"]
        #endif
        let own = needed.contains(product) ? ", dependencies: [\(code(product))]" : ""
        let text = try Self.text(folder)
        #expect(
            text.contains(
                ".target(name: \"Kit\"\(own)), .testTarget(name: \"KitTests\", dependencies: [\"Kit\", \(code(testProduct))])"
            ),
            "\(text)")
        let again = try Tool.run(Self.arguments, in: folder.url, cache: folder)
        #expect(again.status == 0, "\(again)")
        #expect(try Self.text(folder) == text)
    }
}
