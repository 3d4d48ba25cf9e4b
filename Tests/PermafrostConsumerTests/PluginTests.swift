import Foundation
import PermafrostTestSupport
import Testing

/// The plugins in real packages that depend on this one. SwiftPM returns exit code 0 or 1, whatever the tool's own code
/// was.
@Suite(.serialized, .timeLimit(.minutes(45)))
struct PluginTests {
    static let allow = ConsumerPackage.allow

    @Test(arguments: ConsumerPackage.Dependency.allCases)
    func `Freezes and checks in a package that depends on this one`(by dependency: ConsumerPackage.Dependency) throws {
        let consumer = try ConsumerPackage(dependingBy: dependency)

        let freeze = try consumer.swiftPackage(Self.allow, "freeze", "1.0.0")
        #expect(freeze.status == 0, "\(freeze)")
        #expect(Set(try consumer.frozenFiles().keys) == ConsumerPackage.frozen)

        let check = try consumer.swiftPackage("check-schemas")
        #expect(check.status == 0, "\(check)")
    }

    #if os(Linux)
        // On macOS, SwiftPM builds the tool before it runs a plugin.
        @Test func `The first run announces the build, and the next one doesn't`() throws {
            let consumer = try ConsumerPackage()
            let plugins = Checkout.scratch.appending(path: "plugins")
            for name in (try? FileManager.default.contentsOfDirectory(atPath: plugins.path)) ?? [] {
                try? FileManager.default.removeItem(at: plugins.appending(path: "\(name)/outputs/built-package"))
            }
            let announcement = "Building permafrost, which takes a few minutes"
            let first = try consumer.swiftPackage("permafrost", "--help")
            #expect(first.status == 0, "\(first)")
            let start = try #require(first.standardError.firstRange(of: announcement), "\(first)")
            let product = "Build of product 'permafrost-cli'"
            let build = try #require(first.standardError.firstRange(of: product), "\(first)")
            #expect(start.lowerBound < build.lowerBound)
            #expect(first.output.hasPrefix("permafrost freezes every SwiftData schema version"), "\(first)")
            let second = try consumer.swiftPackage("check-schemas", "--help")
            #expect(second.status == 0, "\(second)")
            #expect(!second.standardError.contains(announcement), "\(second)")
        }
    #endif

    @Test func `Freeze asks for permission to write, and writes nothing without it`() throws {
        let consumer = try ConsumerPackage()
        let result = try consumer.swiftPackage("freeze", "1.0.0")
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.contains(Self.allow))
        #expect(try consumer.frozenFiles().isEmpty)
    }

    @Test func `Drift fails the check with the property and its place`() throws {
        let consumer = try ConsumerPackage()
        #expect(try consumer.swiftPackage(Self.allow, "freeze", "1.0.0").status == 0)
        try consumer.edit("var title: String\n", to: "var title: String?\n")

        let result = try consumer.swiftPackage("check-schemas")
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.contains("swift package --allow-writing-to-package-directory freeze 1.0.0 --force"),
            "\(result)")
        #expect(result.output.contains("title"))
        #expect(result.output.contains("AppSchemaV1.swift:10"))
    }

    @Test func `Freezing over a version is refused and changes nothing`() throws {
        let consumer = try ConsumerPackage()
        #expect(try consumer.swiftPackage(Self.allow, "freeze", "1.0.0").status == 0)
        let frozen = try consumer.frozenFiles()
        try consumer.edit("var title: String\n", to: "var title: String?\n")

        let result = try consumer.swiftPackage(Self.allow, "freeze", "1.0.0")
        #expect(result.status == 1, "\(result)")
        #expect(result.errors.contains("--force"), "\(result)")
        #expect(try consumer.frozenFiles() == frozen)
    }

    @Test(arguments: [
        (command: ["freeze", "9.9.9"], word: "9.9.9"),
        (command: ["freeze", "../1.0.0"], word: "../1.0.0"),
        (command: ["freeze"], word: "version"),
        (command: ["check-schemas"], word: "Fixtures"),
    ])
    func `What can't run fails, and says why as an error`(command: [String], word: String) throws {
        let consumer = try ConsumerPackage()
        let result = try Checkout.swiftPackage([Self.allow] + command, in: consumer.folder)
        #expect(result.status == 1, "\(result)")
        let error = result.errors.range(of: "error: ").map { result.errors[$0.upperBound...] }
        #expect(error?.localizedCaseInsensitiveContains(word) == true, "\(result)")
        #expect(try consumer.frozenFiles().isEmpty)
    }

    @Test func `Arguments reach the tool, and its output is all there is on standard output`() throws {
        let consumer = try ConsumerPackage()
        #expect(try consumer.swiftPackage(Self.allow, "freeze", "1.0.0", "--fixtures", "Frozen").status == 0)
        #expect(FileManager.default.fileExists(atPath: consumer.folder.appending(path: "Frozen/1.0.0").path))

        let result = try consumer.swiftPackage("check-schemas", "--fixtures", "Frozen", "--format", "json")
        #expect(result.status == 0, "\(result)")
        let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        #expect(report?["formatVersion"] != nil)
    }

    @Test func `Commands that read have one verb, and those that write are named`() throws {
        let consumer = try ConsumerPackage()
        let freeze = try consumer.swiftPackage(Self.allow, "freeze", "1.0.0")
        #expect(freeze.output.contains("swift package check-schemas"), "\(freeze)")

        for command in [["lint"], ["list"], ["schema", "AppSchemaV1"], ["diff", "1.0.0", "AppSchemaV1"], ["check"]] {
            let result = try Checkout.swiftPackage(["permafrost"] + command, in: consumer.folder)
            #expect(result.status == 0, "\(result)")
            #expect(!result.output.isEmpty)
        }
        let frozen = try consumer.frozenFiles()
        let write = try consumer.swiftPackage("permafrost", "freeze", "1.0.0", "--force")
        #expect(write.status == 1, "\(write)")
        #expect(write.errors.contains("Use swift package --allow-writing-to-package-directory freeze"), "\(write)")
        #expect(try consumer.frozenFiles() == frozen)
    }

    /// If the output is piped, SwiftPM writes errors first, so an error may not refer to text above it.
    @Test func `All of the text output is shown, and the error says nothing of an order`() throws {
        let consumer = try ConsumerPackage()
        #expect(try consumer.swiftPackage(Self.allow, "freeze", "1.0.0").status == 0)
        try consumer.edit("var title: String\n", to: "var title: String?\n")
        let check = try consumer.swiftPackage("check-schemas", "--project", "Sources/App", "--fixtures", "Fixtures")
        #expect(check.status == 1, "\(check)")
        #expect(check.output.contains("title") && check.output.contains("failed"), "\(check)")
        #expect(check.errors.contains("permafrost check has findings"), "\(check)")
        #expect(!(check.output + check.errors).contains("see above"), "\(check)")
    }

    @Test func `This package's own examples have not drifted`() throws {
        let options = ["--project", "Examples", "--fixtures", "Fixtures", "--require-frozen"]
        let result = try Checkout.swiftPackage(["check-schemas"] + options, in: Checkout.root)
        #expect(result.status == 0, "\(result)")
    }
}
