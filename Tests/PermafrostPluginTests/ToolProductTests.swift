import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The product `permafrost`, built by itself.
    @Suite struct ToolProductTests {
        @Test(arguments: BuildEngine.allCases)
        func `The product alone makes a tool that works, and that builds its reader once`(engine: BuildEngine) throws {
            let scratch = Checkout.root.appending(path: ".build/product-\(engine)")
            let places = ["--scratch-path", scratch.path] + engine.option
            let build = try CommandResult.running(
                ["swift", "build", "--product", "permafrost"] + places, in: Checkout.root)
            #expect(build.status == 0, "\(build)")
            let products = try CommandResult.running(
                ["swift", "build", "--show-bin-path"] + places, in: Checkout.root
            ).output.trimmingCharacters(in: .newlines)
            // An earlier run of this test leaves a reader.
            let reader = URL(filePath: products).appending(path: "PermafrostSourceReader")
            if FileManager.default.fileExists(atPath: reader.path) { try FileManager.default.removeItem(at: reader) }

            let consumer = try ConsumerPackage()
            let freeze = [products + "/permafrost", "freeze", "1.0.0"]
            let cache = ["PERMAFROST_CACHE_DIR": consumer.folder.appending(path: ".cache").path]
            let first = try CommandResult.running(freeze, in: consumer.folder, environment: cache)
            #expect(first.status == 0, "\(first)")
            #expect(first.errors.contains("building PermafrostSourceReader"), "\(first)")
            #expect(Set(try consumer.frozenFiles().keys) == PluginTests.fixture)
            let again = try CommandResult.running(freeze + ["--force"], in: consumer.folder, environment: cache)
            #expect(again.status == 0, "\(again)")
            #expect(!again.errors.contains("building"), "\(again)")
        }
    }
}
