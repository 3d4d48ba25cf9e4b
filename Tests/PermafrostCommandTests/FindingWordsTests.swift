import PermafrostTestSupport
import Testing

/// The shape of a finding in every format, with the names of a project's sources unchanged.
@Suite struct FindingWordsTests {
    private static let file = "beside/anew.swift"

    /// A drifted version whose names and values are words that the tool's own texts avoid.
    private static func drifted() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum alone: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [whole.self] }
                @Model final class whole {
                    var former: String = "as it was"
                    var beside: String
                    init(beside: String) { self.beside = beside }
                }
            }

            """, to: file)
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        try folder.edit(file, "var beside: String\n", "var beside: String?\n")
        try folder.edit(file, "\"as it was\"", "\"without a word\"")
        return folder
    }

    @Test func namesOfTheSourcesAreUnchanged() throws {
        let check = try Tool.run("check", in: Self.drifted())
        #expect(check.status == 1, "\(check)")
        let lines = check.output.split(separator: "\n").map(String.init)
        for line in [
            "beside/anew.swift:7:13: error: alone 1.0.0 is frozen, but whole.beside changed from required to optional "
                + "[identity drift, PF0101]",
            "  7 |         var beside: String?",
            "beside/anew.swift:6:13: error: alone 1.0.0 is frozen, but the default of whole.former changed from \"as it was\" "
                + "to \"without a word\" [silent drift, PF0102]",
            "failed: 2 errors (1 version drifted)",
        ] { #expect(lines.contains(line), "\(line): \(check)") }
        let reverting = lines.filter { $0.hasPrefix("  fix: ") && $0.contains("alone") }
        #expect(reverting.count == 2, "\(check)")
    }

    static let labels = [
        ("text", "\n  affects: ", "\n  fix: "), ("github", "%0AAffects: ", "%0AFix: "),
        ("xcode", ". Affects: ", ". Fix: "), ("sarif", ". Affects: ", ". Fix: "), ("junit", ". Affects: ", ". Fix: "),
        ("markdown", "\n**Affects:** ", "\n**Fix:** "),
    ]

    @Test(arguments: labels)
    func everyFormatHasTheSameParts(_ format: String, _ affects: String, _ fix: String) throws {
        let check = try Tool.run("check", "--format", format, in: Self.drifted())
        #expect(check.status == 1, "\(check)")
        for start in [
            affects + "users with a 1.0.0 store", fix + "If 1.0.0 has shipped, run permafrost new-version. It reverts ",
        ] {
            #expect(check.output.contains(start), "\(start): \(check)")
        }
    }
}
