import Foundation

/// The documentation's page about assumed shapes, and the systems that have settled them.
struct AssumedShapesPage {
    let shapes: AssumedShapes
    let results: [SentResult]

    var text: String {
        """
        # Assumed shapes

        Look up which property types and other model features aren't verified against Apple's framework yet, and which probes test them.

        ## What is assumed

        A *shape* is a property type or another feature of a model. The table below lists the shapes that aren't verified yet. If a version
        has such a shape, its fixture has `"hashConfidence": "assumed"`, and `hashAssumptions` lists the property and the shape. `check`
        still compares the version. But the version hashes in the fixture's store may differ from the hashes in a store that
        Apple's framework wrote.

        \(summary)

        | shape | in `hashAssumptions` | probes of `make verify` | verified |
        |---|---|---|---|
        \(shapes.shapes.map(row).joined(separator: "\n"))

        ## How a shape is verified

        On a Mac, `make verify` runs the probes in the table with Apple's framework, and writes the results to `verification.json`.
        `Verification/README.md` explains how to send this file, and what a maintainer does with it. This page is generated from
        `Verification/AssumedShapes.json` and the results in `Verification/results`.

        """
    }

    private var summary: String {
        guard !results.isEmpty else {
            return "`Verification/results` has no result from a Mac yet, so none of these shapes is verified."
        }
        let rows = results.map { result in
            let versions = result.frameworkVersions.map(String.init).joined(separator: ", ")
            let counts = ["as predicted", "differs", "not asked"].map { verdict in
                "\(result.verdicts.values.count { $0 == verdict })"
            }
            return "| \(result.system) | \(versions) | \(counts.joined(separator: " | ")) |"
        }
        return """
            | system | Core Data | as predicted | differs | not asked |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))
            """
    }

    private func row(_ shape: AssumedShapes.Shape) -> String {
        let probes = shape.probes.map { "`\($0)`" }.joined(separator: ", ")
        let text = shape.shape.replacing("*", with: "…")
        return "| \(shape.title) | `\(text)` | \(probes.isEmpty ? shape.reason ?? "" : probes) | \(settled(shape)) |"
    }

    /// Returns the results by system. A shape is as predicted if all of its probes are.
    private func settled(_ shape: AssumedShapes.Shape) -> String {
        let answers = results.compactMap { result -> String? in
            let verdicts = shape.probes.compactMap { result.verdicts[$0] }
            if verdicts.contains("differs") { return "\(result.system): differs" }
            let isSettled = !verdicts.isEmpty && verdicts.count == shape.probes.count
            return isSettled && verdicts.allSatisfy { $0 == "as predicted" } ? "\(result.system): as predicted" : nil
        }
        return answers.isEmpty ? "no" : answers.joined(separator: "; ")
    }
}
