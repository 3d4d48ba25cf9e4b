import Foundation
import SwiftData

/// The measured model: eight properties of various kinds, one of them indexed.
enum ReadingSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
        #Index<Reading>([\.series])

        var title: String
        var series: Int
        var amount: Double
        var date: Date
        var token: UUID
        var isChecked: Bool
        var payload: Data?
        var note: String?

        init(
            title: String, series: Int, amount: Double, date: Date, token: UUID, isChecked: Bool, payload: Data?,
            note: String?
        ) {
            self.title = title
            self.series = series
            self.amount = amount
            self.date = date
            self.token = token
            self.isChecked = isChecked
            self.payload = payload
            self.note = note
        }
    }
}

/// ``ReadingSchema`` with two new properties, one of them with a default, one renamed property, and one removed
/// property.
enum ReshapedSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
        #Index<Reading>([\.series])

        var title: String
        var series: Int
        @Attribute(originalName: "amount") var quantity: Double
        var date: Date
        var token: UUID
        var isChecked: Bool
        var payload: Data?
        var remark: String?
        var priority: Int = 3

        init(title: String, series: Int, quantity: Double, date: Date, token: UUID, isChecked: Bool) {
            self.title = title
            self.series = series
            self.quantity = quantity
            self.date = date
            self.token = token
            self.isChecked = isChecked
        }
    }
}

/// ``ReadingSchema`` with a new optional property, which ``SummaryPlan`` fills.
enum SummarizedSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
        #Index<Reading>([\.series])

        var title: String
        var series: Int
        var amount: Double
        var date: Date
        var token: UUID
        var isChecked: Bool
        var payload: Data?
        var note: String?
        var summary: String?

        init(title: String, series: Int, amount: Double, date: Date, token: UUID, isChecked: Bool) {
            self.title = title
            self.series = series
            self.amount = amount
            self.date = date
            self.token = token
            self.isChecked = isChecked
        }
    }
}

/// ``ReadingSchema`` with a new property that has a default.
enum RankedSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
        #Index<Reading>([\.series])

        var title: String
        var series: Int
        var amount: Double
        var date: Date
        var token: UUID
        var isChecked: Bool
        var payload: Data?
        var note: String?
        var rank: Int = 7

        init(title: String, series: Int, amount: Double, date: Date, token: UUID, isChecked: Bool) {
            self.title = title
            self.series = series
            self.amount = amount
            self.date = date
            self.token = token
            self.isChecked = isChecked
        }
    }
}

/// The plan with a custom stage that computes the new property of ``SummarizedSchema`` for each row, in batches.
enum SummaryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ReadingSchema.self, SummarizedSchema.self] }

    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: ReadingSchema.self, toVersion: SummarizedSchema.self, willMigrate: nil,
                didMigrate: { context in
                    try context.enumerate(FetchDescriptor<SummarizedSchema.Reading>()) { reading in
                        reading.summary = ReadingValues.summary(title: reading.title, amount: reading.amount)
                    }
                })
        ]
    }
}
