import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The graph of a package that depends on FreezeRay and on this package.
    @Suite struct GraphTests {
        /// Writes a package with a library target in a folder of its own.
        private func write(_ name: String, _ dependencies: String, _ products: String, in folder: URL) throws {
            let sources = folder.appending(path: "\(name)/Sources/\(name)")
            try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
            try "".write(to: sources.appending(path: "\(name).swift"), atomically: true, encoding: .utf8)
            try """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "\(name)", platforms: [.macOS(.v14)],
                products: [.library(name: "\(name)", targets: ["\(name)"])], dependencies: [\(dependencies)],
                targets: [.target(name: "\(name)", dependencies: [\(products)])])

            """.write(to: folder.appending(path: "\(name)/Package.swift"), atomically: true, encoding: .utf8)
        }

        /// Resolves the graph of an app that uses this package and a package with the given name, which has a target
        /// of the same name. SwiftPM rejects a graph with two targets of one name.
        private func graph(with name: String) throws -> CommandResult {
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: folder) }
            try write(name, "", "", in: folder)
            try write(
                "App",
                ".package(path: \"../\(name)\"), .package(name: \"Permafrost\", path: \"\(Checkout.root.path)\")",
                """
                "\(name)", .product(name: "PermafrostFreezeRay", package: "Permafrost"),
                .product(name: "PermafrostInspect", package: "Permafrost")
                """, in: folder)
            return try Checkout.swiftPackage(["show-dependencies"], in: folder.appending(path: "App"))
        }

        @Test func `A package can depend on FreezeRay at the same time`() throws {
            let result = try graph(with: "FreezeRay")
            #expect(result.status == 0, "\(result)")
        }

        @Test func `Targets of one name are rejected`() throws {
            let result = try graph(with: "PermafrostModel")
            #expect(result.status != 0)
            #expect(result.text.contains("conflicting name"), "\(result)")
        }
    }
}
