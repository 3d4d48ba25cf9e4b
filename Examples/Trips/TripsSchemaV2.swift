import Foundation
import SwiftData

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
typealias Trip = TripsSchemaV2.Trip
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
typealias BucketListItem = TripsSchemaV2.BucketListItem
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
typealias LivingAccommodation = TripsSchemaV2.LivingAccommodation

/// Adds packing and transport, finds trips by date, and keeps deleted trips' values in the history.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum TripsSchemaV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }

    static var models: [any PersistentModel.Type] {
        [Trip.self, BucketListItem.self, LivingAccommodation.self]
    }

    @Model
    final class Trip {
        #Unique<Trip>([\.name])
        #Index<Trip>([\.startDate], [\.startDate, \.endDate])

        @Attribute(.preserveValueOnDeletion) var name: String
        var destination: String
        @Attribute(.preserveValueOnDeletion) var startDate: Date
        @Attribute(.preserveValueOnDeletion) var endDate: Date
        var purpose = TripPurpose.leisure
        var transport: Transport?
        var isPacked = false
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
        var priority: Int = 0
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
        var rating: Float?
        var trip: Trip?

        init(name: String, address: Address) {
            self.name = name
            self.address = address
        }
    }
}
