import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// Plugins that run the tools of an artifact bundle.
    @Suite struct BundleTests {
        /// A bundle of the tools that this test run has built, in this checkout, as `make artifactbundle` makes one.
        private static func makeBundle() throws -> String {
            let products = (Bundle.main.executableURL ?? URL(filePath: ".")).resolvingSymlinksInPath()
                .deletingLastPathComponent()
            let scratch = try ScratchFolder()
            let staged = scratch.url.appending(path: "staged")
            try FileManager.default.createDirectory(at: staged, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: products.appending(path: "permafrost"), to: staged.appending(path: "permafrost"))
            let info = try CommandResult.running(["swift", "-print-target-info"], in: scratch.url).output
            let triple = try #require(info.firstMatch(of: /"unversionedTriple": "([^"]*)"/)).output.1
            let folder = ".build/test-bundle"
            let result = try CommandResult.running(
                ["Scripts/artifactbundle", folder, "\(triple)=\(staged.path)"], in: Checkout.root)
            try #require(result.status == 0, "\(result)")
            #expect(result.output.contains(/\n[0-9a-f]{64}\n/), "\(result)")
            return folder + "/permafrost.artifactbundle"
        }

        @Test func `Plugins with a bundle build no tool`() throws {
            let consumer = try ConsumerPackage()
            let bundle = ["PERMAFROST_BUNDLE": try Self.makeBundle()]
            let scratch = consumer.folder.appending(path: ".build").path
            func run(_ arguments: String...) throws -> CommandResult {
                try CommandResult.running(
                    ["swift", "package", "--scratch-path", scratch] + arguments, in: consumer.folder,
                    environment: bundle)
            }
            let freeze = try run("--allow-writing-to-package-directory", "freeze", "1.0.0")
            #expect(freeze.status == 0, "\(freeze)")
            #expect(Set(try consumer.frozenFiles().keys) == PluginTests.fixture)
            #expect(!freeze.progress.contains { $0.contains("PermafrostCLI") || $0.contains("PermafrostSource") })
            let check = try run("check-schemas")
            #expect(check.status == 0, "\(check)")
            try consumer.edit("var title: String", to: "var title: String?")
            let drifted = try run("check-schemas")
            #expect(drifted.status == 1)
            #expect((drifted.output + drifted.errors).contains("PF0101"), "\(drifted)")
        }
    }
}
