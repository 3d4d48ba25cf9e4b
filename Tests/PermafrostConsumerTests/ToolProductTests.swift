import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The product `permafrost-cli`, built separately.
    @Suite struct ToolProductTests {
        @Test(arguments: BuildEngine.allCases)
        func `The product alone makes a tool that works`(engine: BuildEngine) throws {
            let scratch = Checkout.root.appending(path: ".build/product-\(engine)")
            let places = ["--scratch-path", scratch.path] + engine.option
            let build = try CommandResult.running(
                ["swift", "build", "--product", "permafrost-cli"] + places, in: Checkout.root, environment: Checkout.own
            )
            #expect(build.status == 0, "\(build)")
            let products = try CommandResult.running(
                ["swift", "build", "--show-bin-path"] + places, in: Checkout.root, environment: Checkout.own
            ).output.trimmingCharacters(in: .newlines)

            let consumer = try ConsumerPackage()
            let freeze = try CommandResult.running(
                [products + "/permafrost-cli", "freeze", "1.0.0"], in: consumer.folder,
                environment: ["PERMAFROST_CACHE_DIR": consumer.folder.appending(path: ".cache").path])
            #expect(freeze.status == 0, "\(freeze)")
            #expect(Set(try consumer.frozenFiles().keys) == ConsumerPackage.frozen)
        }
    }
}
