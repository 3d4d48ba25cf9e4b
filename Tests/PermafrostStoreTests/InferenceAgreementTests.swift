import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The classification of changes agrees with the engine that migrates rows. `lint`, `diff`, `validate()` and tests use
/// the classification, and the dry run uses the engine.
///
/// A store with sample rows of the older of two random models is migrated to the newer one.
@Suite struct InferenceAgreementTests {
    /// The rules that make every migration with rows fail, with Core Data's codes.
    private static let fatal: [ClassifiedChange.Rule: Int] = [
        .changedType: 134140, .widenedInteger: 134140, .mergedHierarchies: 134190, .addedWithoutDefault: 134110,
        .toManyBecameToOne: 134140,
    ]
    /// The rules whose outcome depends on the rows, with Core Data's codes.
    private static let dependent: [ClassifiedChange.Rule: Int] = [
        .becameRequiredWithoutDefault: 134110, .addedUniqueness: 134111, .filledUniqueProperty: 134111,
        .changedDestination: 134140,
        .toOneBecameExclusiveToMany: 134110,
    ]

    /// Migrates between a pair of random models. Returns the predicted outcomes, which must contain the outcome that
    /// was found, and a description of the changes.
    private static func compare(seed: UInt64) throws -> (predicted: Set<String>, found: String, details: String) {
        let (old, new) = RandomModels.pair(seed: seed)
        let inference = LightweightInference(from: old, to: new)
        let rules = Set(inference.changes.map(\.rule))
        var predicted = Set(rules.compactMap { fatal[$0] }.map { "fails with \($0)" })
        if predicted.isEmpty {
            predicted.insert(
                inference.verdict == nil || rules.allSatisfy { $0.verdict != .losesData } ? "keeps" : "loses")
            predicted.formUnion(rules.compactMap { dependent[$0] }.map { "fails with \($0)" })
        }

        let folder = try TemporaryFolder(for: "test")
        let path = folder.url.appendingPathComponent("before.sqlite").path
        let copy = folder.url.appendingPathComponent("after.sqlite").path
        try StoreWriter(model: old, seed: [UInt8(truncatingIfNeeded: seed)]).write(to: path)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        var found: String
        do {
            try ModelMigration(path: copy).run(from: old, to: new)
            let diff = try PreservationCheck(
                before: ComparedStore(path: path), after: ComparedStore(path: copy), between: [],
                defaults: DeclaredDefaults(versions: [DeclaredDefaults.Version(declared: new)]), expecting: [],
                subject: "test"
            ).run()
            found = diff.passed ? "keeps" : "loses"
        } catch let error as CoreDataError {
            found = "fails with \(error.code)"
        }
        let details = inference.changes.map { "\($0.rule.rawValue) \($0.change.subject)" }.joined(separator: ", ")
        return (predicted, found, details)
    }

    @Test func predictionsAgreeWithTheMigration() throws {
        var outcomes: [String: Int] = [:]
        for seed in UInt64(1)...500 {
            let (predicted, found, details) = try Self.compare(seed: seed)
            #expect(
                predicted.contains(found),
                "seed \(seed): \(predicted.sorted()) was predicted, and it \(found): \(details)")
            outcomes[found, default: 0] += 1
        }
        // Every kind of outcome occurs.
        for outcome in ["keeps", "loses", "fails with 134140", "fails with 134190", "fails with 134110"] {
            #expect(outcomes[outcome, default: 0] > 5, "\(outcome): \(outcomes)")
        }
    }
}
