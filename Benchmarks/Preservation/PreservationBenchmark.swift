#if os(Linux)
    import Foundation
    import PermafrostStore
    import PermafrostTesting
    import SwiftData

    /// The time of `assertDataPreserved` for a migrated store, compared with its unavoidable work: reading every column
    /// of both stores.
    struct PreservationBenchmark {
        let rows: Int
        let runs: Int
        /// The highest allowed ratio between the comparison and the reading.
        static let limit = 4.0

        /// Runs all measurements.
        func run() throws -> [BenchmarkLine] {
            let migration = try migrated()
            let (ours, theirs) = try Measurement.inTurn(runs: runs) {
                try compare(migration)
            } _: {
                try seconds {
                    for store in [migration.before, migration.after] { try readAll(store.url.path) }
                }
            }
            let ratio = ours.median / theirs.median
            print(
                """

                | task | permafrost | baseline | baseline time | ratio | limit |
                |---|---|---|---|---|---|
                | assertDataPreserved, \(rows) rows × 10 properties | \(ours.milliseconds) | SELECT of all columns of both \
                stores | \(theirs.milliseconds) | \(String(format: "%.2f", ratio)) | \(Self.limit) |
                """)
            return [BenchmarkLine("assertDataPreserved, \(rows) rows", ours, theirs, limit: Self.limit)]
        }

        /// Migrates a store, and returns a closure that compares its rows. The closure returns the time in seconds.
        func comparison() throws -> () throws -> Double {
            let migration = try migrated()
            return { try compare(migration) }
        }

        private func migrated() throws -> Migration {
            try migrate(
                seed(schema: ComparedSchemaV1.self, count: rows), to: ComparedSchemaV2.self, plan: ComparedPlan.self)
        }

        private func compare(_ migration: Migration) throws -> Double {
            try seconds {
                let report = try verifyDataPreserved(migration)
                guard report.passed, report.values == rows * 10 else { throw Unexpected(report: report) }
            }
        }

        /// The error if the comparison finds a difference that doesn't exist, or compares too little.
        private struct Unexpected: Error {
            let report: DataDiff
        }

        private func readAll(_ path: String) throws {
            let connection = try SQLiteConnection(path: path, mode: .untrusted)
            let statement = try connection.prepare("SELECT * FROM ZITEM")
            while try statement.step() {}
        }

        private func seconds(_ body: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            try body()
            let elapsed = ContinuousClock.now - start
            return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        }
    }

    enum ComparedSchemaV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var number: Int
            var count: Int?
            var ratio: Double
            var weight: Double?
            var isDone: Bool
            var name: String
            var notes: String?
            var created: Date
            var identifier: UUID
            var content: Data?

            init() {
                (number, ratio, isDone, name, created, identifier) = (0, 0, false, "", .distantPast, UUID())
            }
        }
    }

    enum ComparedSchemaV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }

        @Model final class Item {
            var number: Int
            var count: Int?
            var ratio: Double
            var weight: Double?
            var isDone: Bool
            var name: String
            var notes: String?
            var created: Date
            var identifier: UUID
            var content: Data?
            var priority: Int = 1

            init() {
                (number, ratio, isDone, name, created, identifier) = (0, 0, false, "", .distantPast, UUID())
            }
        }
    }

    enum ComparedPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [ComparedSchemaV1.self, ComparedSchemaV2.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: ComparedSchemaV1.self, toVersion: ComparedSchemaV2.self)]
        }
    }
#endif
