#if os(Linux) || os(macOS)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// A process is killed at each batch of a plan whose operations can't be repeated: they append to a value. After the
    /// next launch, each operation has run exactly once for every row.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct KilledBackfillTests {
        /// Each stage has two batches.
        private static let rows = RowPass.batchSize + 20

        /// A call of one of the plan's closures: for a row of the first stage, for a row of the second, or the hook.
        enum Moment: String, CaseIterable, Sendable {
            case firstBatch, withinTheFirstBatch, secondBatch, lastRow
            case firstBatchOfTheSecondStage, secondBatchOfTheSecondStage, lastRowOfTheSecondStage
            case hook

            var call: Int {
                switch self {
                case .firstBatch: 1
                case .withinTheFirstBatch: RowPass.batchSize / 2
                case .secondBatch: RowPass.batchSize + 1
                case .lastRow: rows
                case .firstBatchOfTheSecondStage: rows + 1
                case .secondBatchOfTheSecondStage: rows + RowPass.batchSize + 1
                case .lastRowOfTheSecondStage: 2 * rows
                case .hook: 2 * rows + 1
                }
            }
        }

        @Test(arguments: TallyPlan.Opening.allCases) func everyRowIsFilledOnce(_ opening: TallyPlan.Opening) throws {
            let original = try ScratchFolder()
            try TallyPlan.makeStore(original.url.appendingPathComponent("Tally.store"), rows: Self.rows)
            // SwiftData alone doesn't run the plan's hooks.
            for moment in Moment.allCases where opening != .plain || moment != .hook {
                let folder = try ScratchFolder()
                let store = folder.url.appendingPathComponent("Tally.store")
                try FileManager.default.copyItem(
                    at: original.url.appendingPathComponent("Tally.store"), to: store)
                let told: Comment = "\(opening), \(moment)"
                let killed = try Self.launch(store, opening, killedAt: moment.call)
                #expect(killed.wasKilled, "\(told.rawValue): \(killed.error)")
                let opened = try Self.launch(store, opening, killedAt: 0)
                #expect(opened.lines == ["opened"], "\(told.rawValue): \(opened.error)")
                try Self.expectFilled(store, told)
                // A store that is current isn't filled again.
                _ = try Self.launch(store, opening, killedAt: 0)
                try Self.expectFilled(store, told)
            }
        }

        private static func launch(
            _ store: URL, _ opening: TallyPlan.Opening, killedAt call: Int
        ) throws -> Worker.Ending {
            try Worker(["fill", store.path, opening.rawValue, "\(call)"], of: "MigrationCrashWorker").ending()
        }

        private static func expectFilled(_ store: URL, _ told: Comment) throws {
            let connection = try SQLiteConnection(path: store.path, mode: .create)
            #expect(
                try connection.rows("SELECT COUNT(*), COUNT(DISTINCT ZTEXT), SUM(ZTEXT GLOB 'row *[0-9]++') FROM ZROW")
                    == [[.integer(Int64(rows)), .integer(Int64(rows)), .integer(Int64(rows))]], told)
        }
    }
#endif
