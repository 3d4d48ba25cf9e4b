import Foundation
import SwiftData

/// The measured tasks, implemented with SwiftData.
struct ContextWork {
    let path: String
    let rows: Int

    private typealias Reading = ReadingSchema.Reading

    private func container(
        _ version: any VersionedSchema.Type = ReadingSchema.self, plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema, migrationPlan: plan,
            configurations: ModelConfiguration(schema: schema, url: URL(filePath: path)))
    }

    /// Creates the store without rows.
    func create() throws {
        _ = try container()
    }

    /// Inserts rows, and saves after every `perSave` rows. Returns the time in seconds.
    func insert(_ rows: Int, perSave: Int) throws -> Double {
        let context = ModelContext(try container())
        return try Stopwatch.seconds {
            for row in 0..<rows {
                let values = ReadingValues(row: row, of: rows)
                context.insert(
                    Reading(
                        title: values.title, series: values.series, amount: values.amount, date: values.date,
                        token: values.token, isChecked: values.isChecked, payload: values.payload, note: values.note))
                if (row + 1).isMultiple(of: perSave) { try context.save() }
            }
            try context.save()
        }
    }

    /// Fetches all rows and reads every property. Returns the time in seconds, and the sum of the values.
    func fetch() throws -> (Double, ReadingSum) {
        let context = ModelContext(try container())
        var sum = ReadingSum()
        let seconds = try Stopwatch.seconds {
            Self.add(try context.fetch(FetchDescriptor<Reading>()), to: &sum)
        }
        return (seconds, sum)
    }

    /// Fetches the rows of each series, at most `limit` of them, and reads every property. Returns the time in seconds,
    /// and the sum of the values.
    func lookUp(_ series: [Int], limit: Int?) throws -> (Double, ReadingSum) {
        let context = ModelContext(try container())
        var sum = ReadingSum()
        let seconds = try Stopwatch.seconds {
            for number in series {
                var descriptor = FetchDescriptor<Reading>(predicate: #Predicate { $0.series == number })
                descriptor.fetchLimit = limit
                Self.add(try context.fetch(descriptor), to: &sum)
            }
        }
        return (seconds, sum)
    }

    /// Opens the store with a newer schema, and so migrates it. Returns the time in seconds.
    func migrate(to version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil) throws -> Double {
        var opened: ModelContainer?
        let seconds = try Stopwatch.seconds { opened = try container(version, plan: plan) }
        return withExtendedLifetime(opened) { seconds }
    }

    private static func add(_ readings: [Reading], to sum: inout ReadingSum) {
        for reading in readings {
            sum.add(
                reading.title, reading.series, reading.amount, reading.date, reading.token, reading.isChecked,
                reading.payload, reading.note)
        }
    }
}
