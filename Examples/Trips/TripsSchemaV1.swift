import Foundation
import SwiftData

/// The first release: trips, things to do, and places to stay.
enum TripsSchemaV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }

    static var models: [any PersistentModel.Type] {
        [Trip.self, BucketListItem.self, LivingAccommodation.self]
    }

    @Model
    final class Trip {
        @Attribute(.unique) var name: String
        var destination: String
        var startDate: Date
        var endDate: Date
        var purpose = TripPurpose.leisure
        var budget: Decimal?
        @Attribute(.externalStorage) var coverPhoto: Data?

        @Relationship(deleteRule: .cascade, inverse: \BucketListItem.trip)
        var bucketList: [BucketListItem] = []

        @Relationship(deleteRule: .cascade, inverse: \LivingAccommodation.trip)
        var livingAccommodation: LivingAccommodation?

        /// Whether the trip's row is expanded on screen.
        @Transient var isUnfolded = false

        init(name: String, destination: String, startDate: Date, endDate: Date) {
            self.name = name
            self.destination = destination
            self.startDate = startDate
            self.endDate = endDate
        }
    }

    @Model
    final class BucketListItem {
        var title: String
        var details: String = ""
        var isDone = false
        var trip: Trip?

        init(title: String) {
            self.title = title
        }
    }

    @Model
    final class LivingAccommodation {
        var name: String
        var address: Address
        var website: URL?
        var isConfirmed: Bool = false
        var trip: Trip?

        init(name: String, address: Address) {
            self.name = name
            self.address = address
        }
    }
}
