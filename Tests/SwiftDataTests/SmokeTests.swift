import PermafrostModel
import SwiftData
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

@Test func containerRoundTrip() throws {
    let container = try ModelContainer(
        for: Schema(versionedSchema: TripsSchemaV2.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let context = ModelContext(container)
    let trip = Trip(name: "A", destination: "B", startDate: .distantPast, endDate: .distantFuture)
    trip.transport = .car
    context.insert(trip)
    let item = BucketListItem(title: "x")
    trip.bucketList.append(item)
    #expect(item.trip === trip)
    trip.livingAccommodation = LivingAccommodation(
        name: "h", address: Address(street: "s", city: "c", postalCode: nil, country: "d"))
    try context.save()
    let other = ModelContext(container)
    let found = try other.fetch(FetchDescriptor<Trip>())
    #expect(found.count == 1)
    #expect(found.first?.name == "A")
    #expect(found.first?.transport == .car)
    #expect(found.first?.purpose == .leisure)
    #expect(found.first?.bucketList.first?.title == "x")
    #expect(found.first?.livingAccommodation?.address.city == "c")
    #expect(found.first?.livingAccommodation?.address.postalCode == nil)
}
