import Foundation
import Permafrost
import SwiftData

/// A schema with one renamed property, and two new ones that are computed for each row.
enum PublishedSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 0, 0)
    static var models: [any PersistentModel.Type] { [Reading.self] }

    @Model
    final class Reading {
        #Index<Reading>([\.series])

        @Attribute(originalName: "title") var heading: String
        var slug: String = ""
        var series: Int
        var amount: Double
        var date: Date
        var token: UUID
        var isChecked: Bool
        var payload: Data?
        var note: String?
        var summary: String?

        init(heading: String, series: Int, amount: Double, date: Date, token: UUID, isChecked: Bool) {
            self.heading = heading
            self.series = series
            self.amount = amount
            self.date = date
            self.token = token
            self.isChecked = isChecked
        }
    }
}

/// The measured plan: a rename, two backfills, and a check that no two values are equal.
enum PublishingPlan: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [ReadingSchema.self, PublishedSchema.self]) {
        Stage(from: ReadingSchema.self, to: PublishedSchema.self) {
            Rename(\ReadingSchema.Reading.title, to: \PublishedSchema.Reading.heading)
            Backfill(\PublishedSchema.Reading.slug) { ReadingValues.slug(title: $0.heading) }
            Backfill(\PublishedSchema.Reading.summary) { ReadingValues.summary(title: $0.heading, amount: $0.amount) }
            Assert.unique(\PublishedSchema.Reading.slug)
        }
    }
}

/// ``PublishingPlan`` with a transform instead of the first backfill. The transform captures the old values in a file.
enum CapturingPlan: DeclaredMigrationPlan {
    static let plan = MigrationPlan(schemas: [ReadingSchema.self, PublishedSchema.self]) {
        Stage(from: ReadingSchema.self, to: PublishedSchema.self) {
            Rename(\ReadingSchema.Reading.title, to: \PublishedSchema.Reading.heading)
            Transform(from: \ReadingSchema.Reading.title, to: \PublishedSchema.Reading.slug) {
                ReadingValues.slug(title: $0)
            }
            Backfill(\PublishedSchema.Reading.summary) { ReadingValues.summary(title: $0.heading, amount: $0.amount) }
            Assert.unique(\PublishedSchema.Reading.slug)
        }
    }
}

extension ReadingValues {
    /// Returns a slug: `Reading number 7` becomes `reading-number-7`.
    static func slug(title: String) -> String {
        String(
            decoding: title.utf8.map { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
                case UInt8(ascii: " "): UInt8(ascii: "-")
                default: byte
                }
            }, as: UTF8.self)
    }
}
