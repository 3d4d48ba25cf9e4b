import Foundation
import PermafrostTestSupport
import Testing

/// The verification kit, run against SwiftData for Linux. On a Mac the kit is run by hand: `make verify`.
@Suite struct VerificationTests {
    /// Every probe gives an answer, and each unpredicted answer has a reason.
    @Test func everyResultIsAsPredictedOrExplained() throws {
        let run = try KitRun()
        #expect(run.result.status == 0, "\(run.result.output)\n\(run.result.errors)")
        let report = try run.report()
        let names = try KitRun(["--list"]).result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        #expect(report.results.map(\.probe) == names.map(String.init))
        for result in report.results {
            #expect(["as predicted", "known on Linux", "not asked"].contains(result.verdict), "\(result.probe)")
            #expect(result.verdict == "not asked" || !result.rows.isEmpty, "\(result.probe)")
            for row in result.rows where row.verdict != "as predicted" {
                #expect(row.reason != nil, "\(result.probe): \(row.name)")
            }
        }
        // Only probes of Darwin's own features can't run on Linux.
        let unasked = report.results.filter { $0.verdict == "not asked" }
        #expect(unasked.allSatisfy { $0.theme == "The platform's files" && $0.neededSystem == "Darwin" })
        #expect(run.result.output.contains("On Linux, this run tests only the kit, not Apple's framework"))
        try #expect(run.table().contains("\(report.results.count) probes on Linux"))
    }

    /// The result contains no path and no user name.
    @Test func aResultContainsNoPathsOrUserNames() throws {
        let run = try KitRun(["--only", "kit-trap", "--only", "raw-value-lost", "--only", "throwing-hook"])
        for text in [
            try run.table(), String(decoding: try Data(contentsOf: run.file("verification.json")), as: UTF8.self),
        ] {
            #expect(!text.contains(NSTemporaryDirectory()) && !text.contains(NSHomeDirectory() + "/"))
            #expect(!text.contains("/permafrost-verification-"))
        }
    }

    /// A rule lists in parentheses the files of Permafrost that follow it. They exist.
    @Test func everyRuleNamesItsImplementation() throws {
        let sources = KitRun.predictions.deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources")
        let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        let names = Set(files.map { ($0 as NSString).lastPathComponent })
        let rules = try KitRun(["--list"]).result.output.split(separator: "\n").filter { $0.contains("rests on: ") }
        let places = rules.flatMap { rule in
            rule.matches(of: /\(([A-Z][A-Za-z+]*(, [A-Z][A-Za-z+]*)*)\)/).flatMap { $0.output.1.split(separator: ", ") }
        }
        #expect(places.count > 60)
        for place in Set(places) { #expect(names.contains("\(place).swift"), "\(place)") }
    }

    // MARK: Predictions

    @Test func thePredictionsMatchTheSources() throws {
        let scratch = try ScratchFolder()
        let run = try KitRun(["--predict", scratch.path("Predictions.json")])
        #expect(run.result.status == 0, "\(run.result.errors)")
        let computed = try KitRun.predictions(at: scratch.url.appending(path: "Predictions.json"))
        let committed = try KitRun.predictions(at: KitRun.predictions)
        #expect(Set(computed.keys) == Set(committed.keys))
        for (probe, facts) in committed { #expect(computed[probe] == facts, "\(probe)") }
    }

    /// A probe, the source of a prediction, the fact, and a wrong prediction.
    static let alterations = [
        ["url", "declaration", "hash of Bookmark", String(repeating: "0", count: 64)],
        ["url", "declaration", "Bookmark.link", "string"],
        ["url", "declaration", "table ZBOOKMARK", "CREATE TABLE ZBOOKMARK ( Z_PK INTEGER PRIMARY KEY )"],
        ["url", "linuxStore", "row 1 of Bookmark", "{}"],
        ["wider-integer", "difference", "opening", "done"],
        ["users-1", "declaration", "hash of User", String(repeating: "f", count: 64)],
    ]

    @Test(arguments: alterations)
    func aWrongPredictionIsReported(_ alteration: [String]) throws {
        let (probe, source, fact, value) = (alteration[0], alteration[1], alteration[2], alteration[3])
        var predictions = try KitRun.predictions(at: KitRun.predictions)
        let right = try #require(predictions[probe]?[source]?[fact])
        predictions[probe]?[source]?[fact] = value
        let scratch = try ScratchFolder()
        let file = scratch.url.appending(path: "Predictions.json")
        try JSONSerialization.data(withJSONObject: ["formatVersion": 1, "probes": predictions]).write(to: file)

        let run = try KitRun(["--only", probe, "--predictions", file.path])
        #expect(run.result.status == 1, "\(run.result.errors)")
        let result = try #require(try run.report().results.first)
        #expect(result.verdict == "differs")
        let rows = result.rows.filter { $0.verdict == "differs" }
        #expect(rows.contains { $0.name == fact && $0.predicted == value && $0.found == right })
        #expect(rows.allSatisfy { $0.name == fact })
        #expect(run.result.output.contains(fact))
    }

    // MARK: Runs that fail

    @Test(arguments: [
        (["--only", "no-such-probe"], "unknown probe no-such-probe"),
        (["--everything"], "unknown option --everything"),
        (["--only"], "--only needs a value"),
        (["--tool", "/nowhere/permafrost", "--only", "url"], "There is no permafrost executable at /nowhere/"),
        (["--predictions", "/nowhere.json", "--only", "url"], "verify: "),
        (["--step", "url"], "--step is reserved for the kit"),
    ])
    func invalidArgumentsExitWith2(_ arguments: [String], _ message: String) throws {
        let run = try KitRun(arguments)
        #expect(run.result.status == 2)
        #expect(run.result.errors.contains(message), "\(run.result.errors)")
        #expect(!FileManager.default.fileExists(atPath: run.file("verification.json").path))
    }

    /// A missing prediction would produce an unreadable row, so nothing runs.
    @Test func aMissingPredictionExitsWith2() throws {
        let scratch = try ScratchFolder()
        try scratch.write(#"{"formatVersion": 1, "probes": {}}"#, to: "none.json")
        try scratch.write(#"{"formatVersion": 2, "probes": {}}"#, to: "newer.json")
        let missing = try KitRun(["--only", "url", "--predictions", scratch.path("none.json")])
        #expect(missing.result.status == 2 && missing.result.errors.contains("no prediction for url"))
        let newer = try KitRun(["--only", "url", "--predictions", scratch.path("newer.json")])
        #expect(newer.result.status == 2 && newer.result.errors.contains("newer.json has a format"))
    }

    @Test func theHelpNamesEveryOption() throws {
        let run = try KitRun(["--help"])
        #expect(run.result.status == 0)
        for option in ["--only", "--list", "--output", "--predictions", "--predict", "--tool", "--help"] {
            #expect(run.result.output.contains(option))
        }
    }
}
