#if os(Linux)
    import Foundation
    import PermafrostFixtures
    import PermafrostModel
    import PermafrostStore

    /// The time of `permafrost inspect` for stores whose last rows are only in a -wal. The baseline of a complete
    /// inspection is `sqlite3` counting the rows of the same tables. The work besides counting is compared with a store
    /// of a tenth of the size.
    struct InspectionBenchmark {
        let permafrost: String
        let runs: Int
        /// The size in bytes of the larger and the smaller store.
        static let sizes = (large: 200 << 20, small: 20 << 20)
        /// The size in bytes of each store's -wal.
        static let logBytes = 50 << 20
        /// The highest allowed ratio between the two stores for all work except counting.
        ///
        /// A store with a -wal is copied before it is read, and only file systems that share blocks copy it instantly.
        /// For the larger store, 3.5 times as many bytes are copied. The store isn't read in place: SQLite would open
        /// the -wal for writing, create it again if an app removed it meanwhile, and see torn pages if an app wrote to
        /// the store, because SQLite would have to ignore the locks and the -shm. Only the copy may grow with the
        /// store, so the limit is below 3.5.
        static let growthLimit = 2.5

        private struct Store {
            let path: String
            let files: StoreReaderFiles
            let tables: [String]
        }

        /// Runs all measurements.
        func run() throws -> [BenchmarkLine] {
            let folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-inspection-\(getpid())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let small = try store(folder.appending(path: "small.store").path, bytes: Self.sizes.small)
            let large = try store(folder.appending(path: "large.store").path, bytes: Self.sizes.large)

            let (inspection, counting) = try Measurement.inTurn(runs: runs) {
                try inspect(large)
            } _: {
                try count(large)
            }
            let (smaller, larger) = try Measurement.inTurn(runs: runs) {
                try inspect(small) - countAsInspected(small)
            } _: {
                try inspect(large) - countAsInspected(large)
            }
            print(
                """

                | task | permafrost | baseline | baseline time | ratio | limit |
                |---|---|---|---|---|---|
                | inspect, \(Self.size(large.files)) | \(inspection.milliseconds) | sqlite3, COUNT(*) of all tables | \
                \(counting.milliseconds) | \(Self.ratio(inspection, counting)) | reported |
                | inspect without counting rows, \(Self.size(large.files)) | \(larger.milliseconds) | the same, \
                \(Self.size(small.files)) | \(smaller.milliseconds) | \(Self.ratio(larger, smaller)) | \(Self.growthLimit) |
                """)
            return [
                BenchmarkLine("inspect, against COUNT(*)", inspection, counting, limit: nil),
                BenchmarkLine(
                    "inspect without counting rows, against a tenth of the size", larger, smaller,
                    limit: Self.growthLimit),
            ]
        }

        private func inspect(_ store: Store) throws -> Double {
            try Measurement.seconds(
                [permafrost, "inspect", store.path], in: URL(filePath: "/"),
                environment: ProcessInfo.processInfo.environment)
        }

        private func count(_ store: Store) throws -> Double {
            let queries = store.tables.map { "SELECT COUNT(*) FROM \"\($0)\"" }
            let elapsed = try Measurement.seconds(
                ["/usr/bin/env", "sqlite3", "-readonly", store.path] + queries, in: URL(filePath: "/"),
                environment: ProcessInfo.processInfo.environment)
            // Remove the -shm, so that each run starts with the -wal that a killed app would leave.
            try? FileManager.default.removeItem(atPath: store.path + "-shm")
            return elapsed
        }

        /// Returns the time in seconds that an inspection needs to count rows, after the store was opened.
        private func countAsInspected(_ store: Store) throws -> Double {
            let reader = try StoreReader(path: store.path)
            _ = try reader.metadata()
            return try seconds {
                _ = try reader.rowCounts()
                _ = try reader.history()
            }
        }

        /// Creates a store with typical rows and their changes in the history. The rows fill the given size of the
        /// file, and then the size of its -wal.
        private func store(_ path: String, bytes: Int) throws -> Store {
            let model = SchemaModel(entities: [
                Entity(
                    name: "Item",
                    properties: ["notes", "title"].map { .attribute(Attribute(name: $0, type: .string)) }
                        + ["count", "number", "order"].map { .attribute(Attribute(name: $0, type: .int64)) }
                        + ["created", "updated"].map { .attribute(Attribute(name: $0, type: .date)) }
                        + [.attribute(Attribute(name: "identifier", type: .uuid))])
            ])
            try StoreWriter(model: model, seed: Array(path.utf8), rowsPerEntity: 0).write(to: path)
            let connection = try SQLiteConnection(path: path, mode: .create)
            try connection.execute("PRAGMA synchronous=OFF")
            var rows = 0
            while StoreReaderFiles(path: path).bytes < bytes {
                try fill(connection, from: rows, count: 20_000)
                rows += 20_000
            }
            try connection.execute("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
            while StoreReaderFiles(path: path).walBytes < Self.logBytes {
                try fill(connection, from: rows, count: 20_000)
                rows += 20_000
            }
            connection.leaveLog()
            return Store(
                path: path, files: StoreReaderFiles(path: path), tables: try StoreReader(path: path).tableNames())
        }

        private func fill(_ connection: SQLiteConnection, from first: Int, count: Int) throws {
            let numbers =
                "WITH RECURSIVE c(x) AS (SELECT \(first + 1) UNION ALL SELECT x + 1 FROM c WHERE x < \(first + count))"
            try connection.transaction {
                try connection.execute(
                    """
                    INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZCOUNT, ZNUMBER, ZORDER, ZCREATED, ZUPDATED, ZNOTES, ZTITLE, \
                    ZIDENTIFIER) \(numbers) SELECT x, 1, 1, x % 100, x * 7, x, x * 1.5, x * 2.5, \
                    'notes of the item ' || hex(x * 123456789), 'title ' || x, randomblob(16) FROM c;
                    INSERT INTO ACHANGE (Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID) \(numbers) \
                    SELECT 16001, 1, 0, 1, x, x / 100 + 1 FROM c;
                    """)
            }
        }

        private func seconds(_ body: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            try body()
            let elapsed = ContinuousClock.now - start
            return Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        }

        private static func size(_ files: StoreReaderFiles) -> String {
            "\(files.bytes >> 20) MB + -wal \(files.walBytes >> 20) MB"
        }

        private static func ratio(_ ours: Measurement, _ theirs: Measurement) -> String {
            String(format: "%.2f", ours.median / theirs.median)
        }
    }
#endif
