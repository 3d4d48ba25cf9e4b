import Foundation
import PermafrostTestSupport
import Testing

/// The kit's seeded versions are the generated ones.
@Suite struct SeededSchemasTests {
    @Test(arguments: 1...SeededSchemas.chains) func theVersionsAreTheGeneratedOnes(_ seed: Int) throws {
        let source = SeededSchemas.source(seed: seed)
        let file = KitRun.predictions.deletingLastPathComponent()
            .appending(path: "Sources/Verify/Seeded/Seed\(seed).swift")
        if ProcessInfo.processInfo.environment["PERMAFROST_WRITE_PAGES"] != nil {
            try Data(source.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == source)
    }

    @Test func sixtyPairsArePredicted() throws {
        let predictions = try KitRun.predictions(at: KitRun.predictions).filter { $0.key.hasPrefix("seed-") }
        let outcomes = predictions.compactMapValues { $0["difference"]?["opening"] }
        #expect(outcomes.count >= 60)
        // Every outcome occurs, and each migration that succeeds predicts its rows.
        for outcome in ["done", "refused with 134110", "refused with 134140"] {
            #expect(outcomes.values.count { $0 == outcome } > 3, "\(outcome)")
        }
        for (probe, outcome) in outcomes where outcome == "done" {
            #expect(predictions[probe]?["linuxStore"]?.isEmpty == false, "\(probe)")
        }
    }
}
