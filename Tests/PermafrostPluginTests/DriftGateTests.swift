import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// `DriftGate` on a target: the build is the check.
    @Suite struct DriftGateTests {
        @Test func `A drifted property fails the build at its line, and an unchanged build checks nothing`() throws {
            let consumer = try ConsumerPackage(isGated: true)
            #expect(try consumer.swiftPackage(PluginTests.allow, "freeze", "1.0.0").status == 0)

            let first = try consumer.build()
            #expect(first.status == 0, "\(first)")
            // SwiftPM may run the command of a plugin once more after a first build.
            #expect(try consumer.build().status == 0)
            let unchanged = try consumer.build()
            #expect(unchanged.status == 0)
            #expect(!unchanged.output.contains("Checking frozen schema versions"), "\(unchanged)")

            try consumer.edit("var title: String\n", to: "var title: String?\n")
            let drifted = try consumer.build()
            #expect(drifted.status != 0)
            let place = consumer.schema.resolvingSymlinksInPath().path + ":11:"
            #expect((drifted.output + drifted.errors).contains(place), "\(drifted)")
            #expect((drifted.output + drifted.errors).contains("Note.title was required and is optional"), "\(drifted)")

            try consumer.edit("var title: String?\n", to: "var title: String\n")
            #expect(try consumer.build().status == 0)
            try FileManager.default.removeItem(at: consumer.fixtures.appending(path: "1.0.0/schema-1_0_0.sql"))
            #expect(try consumer.build().status != 0)
        }
    }
}
