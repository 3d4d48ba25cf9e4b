import Foundation

/// The documentation's page of assumed shapes, and of the systems that have settled them.
struct AssumedShapesPage {
    let shapes: AssumedShapes
    let results: [SentResult]

    var text: String {
        """
        # Assumed shapes

        Look up the version hashes that Apple's framework hasn't confirmed yet, and what would settle each.

        ## What is assumed

        If a version has one of these shapes, its fixture has `"hashConfidence": "assumed"`, and `hashAssumptions` names the property and
        the shape. Permafrost still finds every edit. But the fixture's store may have a different hash than a store on a phone.

        \(summary)

        | shape | in `hashAssumptions` | probes of `make verify` | settled |
        |---|---|---|---|
        \(shapes.shapes.map(row).joined(separator: "\n"))

        ## How a shape is settled

        `make verify` on a Mac tests the shapes against Apple's framework and writes `verification.json`. `Verification/README.md` explains
        how to send it, and what a maintainer does with it. `Verification/results` has the results that were sent. This page is generated
        from them.

        """
    }

    private var summary: String {
        guard !results.isEmpty else {
            return "`Verification/results` has no result from a Mac, so nobody has settled any of these shapes."
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

    /// What the systems answered: a shape is as predicted if each of its probes is.
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
