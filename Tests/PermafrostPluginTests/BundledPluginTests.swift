import Foundation
import PermafrostTestSupport
import Testing

/// The plugins in a package that depends on this one, with the tools of this build: SwiftPM builds no tools. `make
/// test-packages` runs separate tests of tools that are built for a consumer.
@Suite(.serialized) struct BundledPluginTests {
    /// Creates a bundle of the tools next to this program, in this checkout, as `make artifactbundle` does.
    private static func makeBundle() throws -> String {
        let scratch = try ScratchFolder()
        let staged = scratch.url.appending(path: "staged")
        try FileManager.default.createDirectory(at: staged, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: BuildFolder.tool, to: staged.appending(path: "permafrost"))
        let info = try CommandResult.running(["swift", "-print-target-info"], in: scratch.url).output
        let triple = try #require(info.firstMatch(of: /"unversionedTriple": "([^"]*)"/)).output.1
        let folder = ".build/test-bundle"
        let result = try CommandResult.running(
            ["Scripts/artifactbundle", folder, "\(triple)=\(staged.path)"], in: Checkout.root)
        try #require(result.status == 0, "\(result)")
        #expect(result.output.contains(/\n[0-9a-f]{64}\n/), "\(result)")
        return folder + "/permafrost.artifactbundle"
    }

    @Test func `Plugins freeze and check with the tools of a bundle, and build none`() throws {
        let consumer = try ConsumerPackage()
        let environment = Checkout.own.merging(["PERMAFROST_BUNDLE": try Self.makeBundle()]) { _, new in new }
        let scratch = consumer.folder.appending(path: ".build").path
        func run(_ arguments: String...) throws -> CommandResult {
            try CommandResult.running(
                ["swift", "package", "--scratch-path", scratch] + arguments, in: consumer.folder,
                environment: environment)
        }
        let freeze = try run(ConsumerPackage.allow, "freeze", "1.0.0")
        #expect(freeze.status == 0, "\(freeze)")
        #expect(Set(try consumer.frozenFiles().keys) == ConsumerPackage.frozen)
        #expect(!freeze.progress.contains { $0.contains("PermafrostCLI") || $0.contains("PermafrostSource") })
        let check = try run("check-schemas")
        #expect(check.status == 0, "\(check)")
        try consumer.edit("var title: String\n", to: "var title: String?\n")
        let drifted = try run("check-schemas")
        #expect(drifted.status == 1)
        #expect((drifted.output + drifted.errors).contains("PF0101"), "\(drifted)")
    }
}
