import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

/// The documentation lists the assumed shapes, the probes that settle them, and the systems that have.
@Suite struct AssumedShapesTests {
    @Test func everyProbeIsOneOfTheKits() throws {
        let names = Set(
            try KitRun(["--list"]).result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init))
        for shape in try AssumedShapes().shapes {
            #expect(names.isSuperset(of: shape.probes), "\(shape.shape)")
            #expect(shape.probes.isEmpty == (shape.reason != nil), "\(shape.shape)")
        }
    }

    /// The page lists the assumed rules, and nothing else.
    @Test func everyAssumedRuleIsListed() throws {
        let listed = try AssumedShapes().shapes.map(\.shape)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed) == Set(HashRule.allCases.compactMap(\.shape)))
    }

    /// The kit's declarations have every shape that a probe settles, and no other assumed shape.
    @Test func theKitHasTheShapes() throws {
        let folder = AssumedShapes.root.appending(path: "Verification/Sources/Verify/Shapes")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let schemas = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /enum ([A-Za-z]+Schema): VersionedSchema/)
                .map { String($0.output.1) }
        }
        #expect(schemas.count > 30)
        struct Answer: Decodable { let hashAssumptions: [String]? }
        let scratch = try ScratchFolder()
        let texts = try Set(
            schemas.flatMap { schema -> [String] in
                let result = try CommandResult.running(
                    [
                        BuildFolder.tool.path, "schema", "1.0.0", "--schema", schema, "--project",
                        AssumedShapes.root.appending(path: "Verification").path, "--format", "json", "--no-cache",
                    ], in: scratch.url)
                let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
                return (answer.hashAssumptions ?? []).compactMap { text in
                    text.firstRange(of: ": ").map { String(text[$0.upperBound...]) }
                }
            })
        let shapes = try AssumedShapes().shapes
        for text in texts {
            #expect(
                shapes.first { $0.covers(text) }?.probes.isEmpty == false, "\(text): name the probe that settles it")
        }
        for shape in shapes where !shape.probes.isEmpty {
            #expect(texts.contains(where: shape.covers), "\(shape.shape): no probe of the kit has it")
        }
    }

    @Test func thePageIsCurrent() throws {
        let results = AssumedShapes.root.appending(path: "Verification/results")
        let page = AssumedShapesPage(shapes: try AssumedShapes(), results: try SentResult.all(in: results)).text
        let file = AssumedShapes.root.appending(path: "Documentation/Guide.docc/AssumedShapes.md")
        if ProcessInfo.processInfo.environment["PERMAFROST_WRITE_PAGES"] != nil {
            try page.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == page, "write it with PERMAFROST_WRITE_PAGES=1")
    }

    // MARK: Results

    private static func result(
        _ verdicts: [String: String], platform: String = "macOS", version: String = "26.1.0"
    ) throws -> String {
        let results = verdicts.map { #"{"probe": "\#($0.key)", "verdict": "\#($0.value)"}"# }.joined(separator: ", ")
        return """
            {"formatVersion": 1, "platform": "\(platform)", "systemVersion": "\(version)", "frameworkVersions": [1518], \
            "results": [\(results)]}
            """
    }

    /// Returns a shape's row on the page.
    private static func row(_ title: String, _ folder: ScratchFolder) throws -> String {
        let page = AssumedShapesPage(shapes: try AssumedShapes(), results: try SentResult.all(in: folder.url)).text
        return try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(title) |") }).description
    }

    @Test(arguments: [
        (["url": "as predicted"], "`URL`", "macOS 26.1.0: as predicted"),
        (["url": "differs"], "`URL`", "macOS 26.1.0: differs"), (["url": "not asked"], "`URL`", "no"),
        (["sets": "as predicted"], "`URL`", "no"),
        (["self-reference": "as predicted"], "The inverse of a relationship to its own model", "no"),
        (
            ["self-reference": "as predicted", "self-reference-pair": "as predicted"],
            "The inverse of a relationship to its own model", "macOS 26.1.0: as predicted"
        ),
        (
            ["self-reference": "as predicted", "self-reference-pair": "differs"],
            "The inverse of a relationship to its own model", "macOS 26.1.0: differs"
        ),
    ])
    func aResultDeterminesTheStateOfAShape(_ verdicts: [String: String], _ title: String, _ settled: String) throws {
        let folder = try ScratchFolder()
        try folder.write(try Self.result(verdicts), to: "macOS-26.1.json")
        #expect(try Self.row(title, folder).hasSuffix("| \(settled) |"))
    }

    @Test func eachSystemIsListed() throws {
        let folder = try ScratchFolder()
        try folder.write(try Self.result(["url": "differs"], version: "14.7.0"), to: "macOS-14.7.json")
        try folder.write(try Self.result(["url": "as predicted"]), to: "macOS-26.1.json")
        #expect(try Self.row("`URL`", folder).hasSuffix("| macOS 14.7.0: differs; macOS 26.1.0: as predicted |"))
        #expect(try Self.row("macOS 14.7.0", folder) == "| macOS 14.7.0 | 1518 | 0 | 1 | 0 |")
    }

    @Test func withoutAResultNoShapeIsVerified() throws {
        let page = AssumedShapesPage(shapes: try AssumedShapes(), results: []).text
        #expect(page.contains("none of these shapes is verified"))
        #expect(!page.contains("as predicted"))
    }

    @Test func otherFilesAreRefused() throws {
        let folder = try ScratchFolder()
        try folder.write(try Self.result(["url": "as predicted"], platform: "Linux"), to: "linux.json")
        try folder.write("{", to: "damaged.json")
        for (name, reason) in [("linux.json", "a result of Linux"), ("damaged.json", "isn't a verification.json")] {
            let error = #expect(throws: SentResult.Failure.self) {
                try SentResult(folder.url.appending(path: name))
            }
            #expect(error?.description.contains(reason) == true)
        }
    }
}
