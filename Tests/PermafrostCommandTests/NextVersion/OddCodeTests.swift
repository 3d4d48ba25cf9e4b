import Foundation
import PermafrostTestSupport
import Testing

/// `new-version` on code that copying easily loses. Each version keeps its checksum, and no code is missing.
@Suite struct OddCodeTests {
    @Test(arguments: OddCode.all) func isKept(_ odd: OddCode) throws {
        let project = try NextVersionTests.Shipped(odd.idiom)
        let shipped = try project.checksums()
        #expect(shipped.count == 2)
        try project.edit()
        let edited = try project.checksums()
        let before = try project.files()

        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
        #expect(after["3.0.0"] == edited["2.0.0"] && after["3.0.0"] != shipped["2.0.0"])
        for (path, text) in odd.texts {
            let file = try project.text(path)
            #expect(file.contains(text), "\(file)")
        }
        for (path, text) in odd.missing { #expect(try !project.text(path).contains(text)) }
        #expect(try Tool.run("check", in: project.folder).status == 0)

        #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
        #expect(try project.files() == before)
    }

    #if os(Linux)
        @Test(arguments: OddCode.all) func theWrittenCodeCompiles(_ odd: OddCode) throws {
            let project = try NextVersionTests.Shipped(odd.idiom)
            try project.edit()
            #expect(try project.typeCheck().isEmpty)
            #expect(try Tool.run("new-version", in: project.folder).status == 0)
            let output = try project.typeCheck()
            #expect(output.isEmpty, "\(output)")
        }
    #endif

    /// Code that stages use refers to the shipped version. It isn't changed, and is reported.
    @Test func stagesMadeByCodeAreReported() throws {
        let odd = try #require(OddCode.all.first { $0.name == "helpers of stages" })
        let project = try NextVersionTests.Shipped(odd.idiom)
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(
            written.output.contains(
                "Code that stages use refers to SchemaV2 and wasn't changed: App/Helpers.swift:5, App/Helpers.swift:10\n"
            ),
            "\(written)")
    }

    /// If a version can't be frozen, no file changes.
    @Test func aVersionThatCannotBeFrozenChangesNothing() throws {
        var idiom = VersionIdiom.freezeBehind
        // Both versions have the same shape, so `freeze` rejects them.
        idiom.files["Sources/App/Trip.swift"] = idiom.files["Sources/App/Trip.swift"]?.replacing(
            "var start: Date?\n", with: "")
        idiom.edit = [("Sources/App/Trip.swift", "var name: String\n", "var name: String\n    var rating: Int?\n")]
        let project = try NextVersionTests.Shipped(idiom, isFrozen: false)
        try project.edit()
        let before = try project.files()
        let refused = try Tool.run("new-version", in: project.folder)
        #expect(refused.status == 2 && refused.errors.contains("2.0.0 wasn't frozen"), "\(refused)")
        #expect(try project.files() == before)
    }
}
