#if os(Linux)
    import Foundation
    import Permafrost
    import PermafrostStore
    import SwiftData

    /// The cost of safety: a safe opening of a current store against a direct opening, and a backup against `cp`,
    /// `sync`, and `sha256sum`.
    struct SafetyBenchmark {
        let runs: Int
        /// The highest allowed ratio between a safe and a direct opening of a current store.
        static let openingLimit = 1.2
        /// The highest allowed ratio between a backup and `cp`, `sync`, and `sha256sum`, which also copy, persist, and
        /// identify the bytes. A plain `cp` writes no data if the file system lets files share blocks.
        static let backupLimit = 1 / 0.7
        private static let rows = 5000
        /// The size in bytes of large values that are still stored in their cells, and their number.
        /// Together, they have more than 100 MB.
        private static let (value, values) = (90_000, 1300)
        /// The number of times that a store is opened for one sample.
        private static let repetitions = 40

        /// Runs all measurements.
        func run() throws -> [BenchmarkLine] {
            let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
                .appending(path: "permafrost-bench-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = folder.appending(path: "current.store")
            try make(store, rows: Self.rows)
            // Wait, because the last write to a store usually isn't recent when an app launches.
            Thread.sleep(forTimeInterval: 2.5)
            print(
                """

                | task | permafrost | baseline | baseline time | ratio | limit |
                |---|---|---|---|---|---|
                """)
            let warm = try Measurement.inTurn(runs: runs) {
                try seconds { for _ in 0..<Self.repetitions { try Self.open(store, safely: true) } }
            } _: {
                try seconds { for _ in 0..<Self.repetitions { try Self.open(store, safely: false) } }
            }
            let warmLine = line(
                "open a current store, \(Self.rows) rows, \(Self.repetitions) times", warm, "opened directly",
                Self.openingLimit)
            let cold = try Measurement.inTurn(runs: runs * 10) {
                try process("make", store)
            } _: {
                try process("direct", store)
            }
            let coldLine = line("a process that opens the store once", cold, "opened directly", Self.openingLimit)
            return [warmLine, coldLine] + (try backup(in: folder))
        }

        private func backup(in folder: URL) throws -> [BenchmarkLine] {
            let store = folder.appending(path: "large.store")
            try make(store, rows: Self.values, value: Self.value)
            let size = try FileManager.default.attributesOfItem(atPath: store.path)[.size] as? Int ?? 0
            let what = "back up \(size / 1_000_000) MB, with checksum"
            let whole = line(what, try copies(of: store, in: folder, "whole"), "cp, sync, sha256sum", Self.backupLimit)
            // Copied page by page: the contents of a -wal aren't in the file's blocks.
            let connection = try SQLiteConnection(path: store.path, mode: .create)
            try connection.execute("PRAGMA wal_autocheckpoint=0; UPDATE ZITEM SET ZNUMBER = ZNUMBER + 1 WHERE Z_PK = 1")
            let log = line(
                what + ", rows in a -wal", try copies(of: store, in: folder, "log"), "cp, sync, sha256sum", nil)
            return withExtendedLifetime(connection) { [whole, log] }
        }

        private func copies(of store: URL, in folder: URL, _ name: String) throws -> (Measurement, Measurement) {
            var number = 0
            return try Measurement.inTurn(runs: runs) {
                number += 1
                return try seconds {
                    _ = try StoreCopy().copy(store, to: folder.path + "/copy-\(name)-\(number)")
                }
            } _: {
                let copy = folder.path + "/cp-\(name)-\(number)"
                return try Measurement.seconds(
                    ["/bin/sh", "-c", Self.copying, store.path, copy], in: folder, environment: [:])
            }
        }

        /// The commands that copy a file, sync the copy and its folder, and compute its checksum.
        private static let copying = #"mkdir "$1" && cp "$0" "$1" && sync "$1"/* "$1" && sha256sum "$1"/*"#

        /// Opens a store once.
        ///
        /// - Parameter safely: whether to use `SafeModelContainer` instead of `ModelContainer`.
        static func open(_ store: URL, safely: Bool) throws {
            guard safely else {
                let schema = Schema(versionedSchema: ComparedSchemaV2.self)
                _ = try ModelContainer(
                    for: schema, migrationPlan: ComparedPlan.self,
                    configurations: ModelConfiguration(schema: schema, url: store, cloudKitDatabase: .none))
                return
            }
            _ = try SafeModelContainer.make(for: ComparedSchemaV2.self, plan: ComparedPlan.self, storeURL: store)
        }

        private func process(_ how: String, _ store: URL) throws -> Double {
            try Measurement.seconds(
                [URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path, "safety-open", how, store.path],
                in: store.deletingLastPathComponent(), environment: ProcessInfo.processInfo.environment)
        }

        private func make(_ store: URL, rows: Int, value: Int = 0) throws {
            let schema = Schema(versionedSchema: ComparedSchemaV2.self)
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
            for number in 0..<rows {
                let item = ComparedSchemaV2.Item()
                item.number = number
                item.name = "item \(number)"
                if value > 0 { item.content = Data((0..<value).map { UInt8(truncatingIfNeeded: $0 &* number) }) }
                context.insert(item)
            }
            try context.save()
        }

        private func line(
            _ what: String, _ times: (Measurement, Measurement), _ baseline: String, _ limit: Double?
        ) -> BenchmarkLine {
            let ratio = times.0.median / times.1.median
            print(
                "| \(what) | \(times.0.milliseconds) | \(baseline) | \(times.1.milliseconds) "
                    + "| \(String(format: "%.2f", ratio)) | \(limit.map { String(format: "%.2f", $0) } ?? "reported") |"
            )
            return BenchmarkLine(what, times.0, times.1, limit: limit)
        }

        private func seconds(_ body: () throws -> Void) rethrows -> Double {
            let start = ContinuousClock.now
            try body()
            return (ContinuousClock.now - start) / .seconds(1)
        }
    }
#endif
