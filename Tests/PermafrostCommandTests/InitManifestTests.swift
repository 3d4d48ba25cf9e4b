import Foundation
import PermafrostTestSupport
import Testing

/// The products that `permafrost init` prints for a package's manifest, as SwiftPM's commands, or as lines if SwiftPM
/// can't edit the manifest.
@Suite struct InitManifestTests {
    private static let targets = """
        .target(name: "Kit"), .testTarget(name: "KitTests", dependencies: ["Kit"])
        """
    private static let package = "let package = Package(name: \"Kit\", targets: [\(targets)])"

    /// Returns a project with a version in the target Kit, whose files have the given imports.
    private static func project(_ manifest: String, models: String = "", tests: String = "") throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(manifest, to: "Package.swift")
        try folder.write(InitTests.resolved, to: "Package.resolved")
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

    /// Each manifest is followed by whether its targets are known.
    @Test(arguments: [
        ("let all: [Target] = [\(targets)]\nlet package = Package(name: \"Kit\", targets: all)", true),
        (
            "let all: [Package.Dependency] = []\nlet package = Package(name: \"Kit\", dependencies: all, targets: [\(targets)])",
            true
        ),
        ("#if os(Linux)\n\(package)\n#else\n\(package)\n#endif", true), ("", false),
    ])
    func theAdviceCoversTheKnownTargets(_ manifest: String, isKnown: Bool) throws {
        let manifest = manifest.isEmpty ? "" : "import PackageDescription\n\(manifest)\n"
        let folder = try Self.project(manifest)
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.text(folder) == manifest)
        var lines = """
            Package.swift lacks Permafrost, and computes its lists. Add
              to the dependencies of the package:
                .package(url: "https://example.org/permafrost", from: "0.1.0"),

            """
        #if os(Linux)
            if isKnown { lines += Self.advice("Kit", "Permafrost") }
        #endif
        if isKnown { lines += Self.advice("KitTests", "PermafrostTesting") }
        #expect(result.output.contains(lines), "\(result)")
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
        let result = try Tool.run("init", in: folder)
        #expect(result.status == 0, "\(result)")
        func command(_ product: String, _ target: String) -> String {
            "  swift package add-target-dependency \(product) \(target) --package permafrost\n"
        }
        #if os(Linux)
            let needed = ["Permafrost", "PermafrostFreezeRay"]
        #else
            let needed = ["PermafrostFreezeRay"]
        #endif
        #expect(result.output.contains(command(product, "Kit")) == needed.contains(product), "\(result)")
        #expect(result.output.contains(command(testProduct, "KitTests")), "\(result)")
        let count = result.output.ranges(of: "add-target-dependency").count
        #expect(count == (needed.contains(product) ? 2 : 1), "\(result)")
    }
}
