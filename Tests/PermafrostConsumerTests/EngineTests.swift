import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// The commands and `DriftGate` in a package that depends on this one by version, with both build engines of
    /// SwiftPM.
    @Suite struct EngineTests {
        @Test(arguments: BuildEngine.allCases)
        func `Commands work under each build engine, and build nothing a second time`(engine: BuildEngine) throws {
            let consumer = try ConsumerPackage(dependingBy: .version, engine: engine)
            let freeze = try consumer.swiftPackage(PluginTests.allow, "freeze", "1.0.0")
            #expect(freeze.status == 0, "\(freeze)")
            #expect(Set(try consumer.frozenFiles().keys) == ConsumerPackage.frozen)
            let again = try settled(engine) {
                try consumer.swiftPackage(PluginTests.allow, "freeze", "1.0.0", "--force")
            }
            #expect(again.status == 0, "\(again)")
            #expect(again.built(by: engine) == [], "\(again)")
            #expect(try consumer.swiftPackage("check-schemas").status == 0)

            try consumer.edit("var title: String\n", to: "var title: String?\n")
            let found = try consumer.swiftPackage("check-schemas")
            #expect(found.status == 1, "\(found)")
            #expect(found.output.contains("AppSchemaV1.swift:10"), "\(found)")
            #expect(found.built(by: engine) == [], "\(found)")
        }

        @Test(arguments: BuildEngine.allCases)
        func `A drifted property fails the build at its line, and an unchanged build checks nothing`(
            engine: BuildEngine
        ) throws {
            let consumer = try ConsumerPackage(dependingBy: .version, isGated: true, engine: engine)
            #expect(try consumer.swiftPackage(PluginTests.allow, "freeze", "1.0.0").status == 0)
            let first = try consumer.build()
            #expect(first.status == 0, "\(first)")
            var passed = try consumer.gatePassed()
            var unchanged = first
            // SwiftPM may run a plugin's command once more after the first build.
            for _ in 0..<3 {
                unchanged = try consumer.build()
                #expect(unchanged.status == 0, "\(unchanged)")
                let last = try consumer.gatePassed()
                if last == passed { break }
                passed = last
            }
            #expect(try consumer.gatePassed() == passed, "\(unchanged)")
            // The native engine links a gate's tools again whenever it plans a build, but compiles nothing.
            if engine == .swiftbuild { #expect(unchanged.built(by: engine) == []) }

            try consumer.edit("var title: String\n", to: "var title: String?\n")
            let drifted = try consumer.build()
            #expect(drifted.status != 0)
            let place = consumer.schema.withoutLinks.path + ":10:"
            #expect(drifted.text.contains(place), "\(drifted)")
            #expect(drifted.text.contains("Note.title changed from required to optional"), "\(drifted)")

            try consumer.edit("var title: String?\n", to: "var title: String\n")
            let mended = try consumer.build()
            #expect(mended.status == 0)
            // Xcode's engine finds the original source again, so it has nothing to build.
            if engine == .native { #expect(mended.built(by: engine) != [], "\(mended)") }
            try FileManager.default.removeItem(at: consumer.fixtures.appending(path: "1.0.0/schema-1_0_0.sql"))
            #expect(try consumer.build().status != 0)
        }
    }
}

/// Runs a command until it builds nothing, at most three times. A file that a slow machine wrote within one tick of the
/// clock may be built again.
private func settled(_ engine: BuildEngine, _ run: () throws -> CommandResult) throws -> CommandResult {
    var result = try run()
    for _ in 0..<2 where result.built(by: engine) != [] { result = try run() }
    return result
}

extension CommandResult {
    /// The complete output.
    var text: String { ([output, errors] + progress).joined(separator: "\n") }

    /// Returns the lines of the build engine's progress that show compiling or linking.
    ///
    /// The native engine prints its actions: `[3/7] Compiling App App.swift`. The other engine prints the target that
    /// it works on, unless everything is up to date: `[64/100] App 39 / 63`.
    func built(by engine: BuildEngine) -> [String] {
        switch engine {
        case .native:
            progress.filter { line in
                ["Compiling", "Emitting", "Wrapping", "Linking", "Archiving"].contains { line.contains("] \($0) ") }
            }
        case .swiftbuild: progress.filter { $0.contains(/\] .*[0-9]+ \/ [0-9]+$/) }
        }
    }
}
