import Foundation
import Observation
import PermafrostStore
import Testing

@testable import SwiftData

/// Objects of classes that inherit from each other, in a context and through a store.
@Suite struct InheritanceContextTests {
    private func memory() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: Travel.self),
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    /// Makes one trip of each class and saves them.
    private func populated() throws -> ModelContext {
        let context = try memory()
        let business = Travel.BusinessTrip(code: "b", name: "Berlin", perdiem: 3)
        business.budget = Travel.Budget(limit: 9, note: "n")
        business.receipts = [Travel.Receipt(amount: 4), Travel.Receipt(amount: 5)]
        let congress = Travel.Congress(code: "c", name: "Cork", perdiem: 7)
        congress.topics = ["x", "y"]
        congress.badge = 12
        congress.standard = .fine
        let traveler = Travel.Traveler(name: "t")
        traveler.trips = [
            Travel.Trip(code: "a", name: "Aix"), business, congress,
            Travel.PersonalTrip(code: "p", name: "Pau", reason: .rest),
        ]
        traveler.favourite = congress
        congress.host = Travel.Guide(name: "g")
        congress.stops = [Travel.Stop(place: "s")]
        context.insert(traveler)
        try context.save()
        return context
    }

    private func names<Model: Travel.Trip>(_ type: Model.Type, _ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Model>(sortBy: [SortDescriptor(\.code)])).map(\.name)
    }

    /// A row that can't be read now is an error. It doesn't become an object of the superclass, and it doesn't count as
    /// deleted.
    @Test(arguments: [true, false])
    func anUnreadableRowThrows(_ isAskedByIdentifier: Bool) throws {
        let container = try populated().container
        let identifiers = try ModelContext(container).fetchIdentifiers(
            FetchDescriptor<Travel.Trip>(predicate: #Predicate { $0.code == "a" }))
        let identifier = try #require(identifiers.first)
        let context = ModelContext(container)
        let traveler = try #require(try context.fetch(FetchDescriptor<Travel.Traveler>()).first)
        try container.opened.stores[0].locked { try $0.execute("ALTER TABLE ZTRIP RENAME TO ZOTHER") }
        if isAskedByIdentifier {
            #expect(!(context.model(for: identifier) is Travel.Trip))
        } else {
            #expect(traveler.favourite == nil)
        }
        let error = #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Travel.Guide>()) }
        #expect(error?.cause?.code == 256)
        #expect(error?.cause?.reason.contains("no such table") == true)
    }

    @Test func propertiesOfBothClassesAreThere() {
        let trip = Travel.BusinessTrip(code: "b", name: "Berlin", perdiem: 3)
        #expect(trip.title == "b Berlin" && trip.perdiem == 3 && trip.days == 1 && trip.scratch == 3)
        trip.days = 4
        trip.standard = .fine
        #expect(trip.days == 4 && trip.standard == .fine && trip.receipts.isEmpty && trip.traveler == nil)
        let key: ReferenceWritableKeyPath<Travel.Trip, Int> = \.days
        trip[keyPath: key] += 1
        #expect(trip.days == 5)
    }

    @Test func overridesObserveInheritedProperties() throws {
        let context = ModelContext(try populated().container)
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        congress.name = "Cobh"
        #expect(congress.scratch == 4)
        try context.save()
        #expect(try names(Travel.Congress.self, ModelContext(context.container)) == ["Cobh"])
    }

    /// A hierarchy's rows are in one table, so all of its classes belong to one configuration.
    @Test func aHierarchyIsKeptInOneStore() throws {
        let trips = ModelConfiguration("trips", schema: Schema([Travel.Trip.self]), isStoredInMemoryOnly: true)
        let others = ModelConfiguration(
            "others", schema: Schema([Travel.PersonalTrip.self]), isStoredInMemoryOnly: true)
        let schema = Schema([Travel.PersonalTrip.self])
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(for: schema, configurations: trips)
        }
        #expect(throws: SwiftDataError.loadIssueModelContainer) {
            try ModelContainer(for: schema, configurations: trips, others)
        }
        _ = try ModelContainer(for: schema, configurations: others)
    }

    @Test func eachClassFetchesItsObjectsAndThoseOfSubclasses() throws {
        let context = ModelContext(try populated().container)
        #expect(try names(Travel.Trip.self, context) == ["Aix", "Berlin", "Cork", "Pau"])
        #expect(try names(Travel.BusinessTrip.self, context) == ["Berlin", "Cork"])
        #expect(try names(Travel.Congress.self, context) == ["Cork"])
        #expect(try names(Travel.PersonalTrip.self, context) == ["Pau"])
        #expect(try context.fetchCount(FetchDescriptor<Travel.Trip>()) == 4)
        #expect(try context.fetchCount(FetchDescriptor<Travel.BusinessTrip>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Travel.Traveler>()) == 2)
        #expect(try context.fetchCount(FetchDescriptor<Travel.Guide>()) == 1)
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Travel.Trip>(sortBy: [SortDescriptor(\.code)]))
        #expect(identifiers.map(\.entityName) == ["Trip", "BusinessTrip", "Congress", "PersonalTrip"])
    }

    @Test func objectsAreOfTheirRowsClass() throws {
        let context = ModelContext(try populated().container)
        let trips = try context.fetch(FetchDescriptor<Travel.Trip>(sortBy: [SortDescriptor(\.code)]))
        #expect(trips.map { "\(type(of: $0))" } == ["Trip", "BusinessTrip", "Congress", "PersonalTrip"])
        let business = try #require(trips[1] as? Travel.BusinessTrip)
        #expect(business.perdiem == 3 && business.budget == Travel.Budget(limit: 9, note: "n"))
        #expect(business.standard == .plain && Set(business.receipts.map(\.amount)) == [4, 5])
        let congress = try #require(trips[2] as? Travel.Congress)
        #expect(congress.topics == ["x", "y"] && congress.badge == 12 && congress.standard == .fine)
        #expect(congress.perdiem == 7 && congress.name == "Cork" && congress.stops.map(\.place) == ["s"])
        #expect(congress.host is Travel.Guide && congress.host?.name == "g")
        #expect(congress.host?.hosted.first === congress)
        #expect((trips[3] as? Travel.PersonalTrip)?.reason == .rest)
        #expect(congress.persistentModelID.entityName == "Congress")
        // Each row has one object, whichever class it was fetched as.
        #expect(try context.fetch(FetchDescriptor<Travel.Congress>()).first === congress)
    }

    /// A row records its class. A reference to a row of a hierarchy records that row's class in the column next to the
    /// key.
    @Test func rowsRecordTheirClass() throws {
        let context = try populated()
        let store = context.state.container.stores[0]
        let entities = Dictionary(
            context.state.container.entities.map { ($0.name, Int64($0.number)) },
            uniquingKeysWith: { first, _ in first })
        var rows: [Int64?] = []
        try store.query("SELECT Z_ENT FROM ZTRIP ORDER BY ZCODE") { rows.append($0.integer(at: 0)) }
        #expect(rows == ["Trip", "BusinessTrip", "Congress", "PersonalTrip"].map { entities[$0] })
        let trip = try #require(entities["Trip"])
        #expect(
            try store.integer("SELECT Z\(trip)_FAVOURITE FROM ZTRAVELER WHERE ZNAME = 't'") == entities["Congress"])
        #expect(try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Trip'") == 4)
        #expect(try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Congress'") == 0)
        let changed = try #require(
            try store.integer("SELECT COUNT(*) FROM ACHANGE WHERE ZENTITY = ?", [.integer(entities["Congress"] ?? 0)]))
        #expect(changed == 1)
    }

    @Test func relationshipsToABaseGiveSubclasses() throws {
        let context = ModelContext(try populated().container)
        let traveler = try #require(
            try context.fetch(FetchDescriptor<Travel.Traveler>(predicate: #Predicate { $0.name == "t" })).first)
        #expect(Set(traveler.trips.map { "\(type(of: $0))" }) == ["Trip", "BusinessTrip", "Congress", "PersonalTrip"])
        #expect(traveler.favourite is Travel.Congress)
        traveler.favourite = traveler.trips.first { $0.code == "b" }
        try context.save()
        let other = ModelContext(context.container)
        let same = try #require(
            try other.fetch(FetchDescriptor<Travel.Traveler>(predicate: #Predicate { $0.name == "t" })).first)
        #expect((same.favourite as? Travel.BusinessTrip)?.perdiem == 3)
        #expect((same.favourite as? Travel.BusinessTrip)?.traveler === same)
    }

    @Test func changesOfInheritedAndOwnValuesAreSaved() throws {
        let context = ModelContext(try populated().container)
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        congress.days = 8
        congress.perdiem = 9
        congress.topics = []
        congress.receipts.append(Travel.Receipt(amount: 1))
        try context.save()
        let other = ModelContext(context.container)
        let same = try #require(try other.fetch(FetchDescriptor<Travel.Trip>()).first { $0.code == "c" })
        #expect(same.days == 8)
        let found = try #require(same as? Travel.Congress)
        #expect(found.perdiem == 9 && found.topics.isEmpty && found.receipts.map(\.amount) == [1])
        #expect(found.receipts.first?.trip === found)
    }

    @Test func deletionIncludesSubclassesByDefault() throws {
        let context = ModelContext(try populated().container)
        try context.delete(model: Travel.BusinessTrip.self, includeSubclasses: false)
        try context.save()
        #expect(try names(Travel.Trip.self, context) == ["Aix", "Cork", "Pau"])
        // The delete rule of the subclass was applied.
        #expect(try context.fetchCount(FetchDescriptor<Travel.Receipt>()) == 0)
        try context.delete(model: Travel.BusinessTrip.self)
        try context.save()
        #expect(try names(Travel.Trip.self, context) == ["Aix", "Pau"])
        try context.delete(model: Travel.Trip.self, where: #Predicate { $0.name == "Pau" })
        try context.save()
        #expect(try names(Travel.Trip.self, ModelContext(context.container)) == ["Aix"])
    }

    @Test func pendingObjectsOfSubclassesAreIncluded() throws {
        let context = try populated()
        context.insert(Travel.Congress(code: "d", name: "Delft", perdiem: 1))
        let berlin = try #require(
            try context.fetch(FetchDescriptor<Travel.BusinessTrip>(predicate: #Predicate { $0.code == "b" })).first)
        berlin.name = "Bonn"
        #expect(try names(Travel.Trip.self, context) == ["Aix", "Bonn", "Cork", "Delft", "Pau"])
        #expect(try names(Travel.BusinessTrip.self, context) == ["Bonn", "Cork", "Delft"])
        #expect(try names(Travel.PersonalTrip.self, context) == ["Pau"])
    }

    @Test func inheritedUniqueValuesUpdateTheRow() throws {
        let context = ModelContext(try populated().container)
        context.insert(Travel.BusinessTrip(code: "b", name: "New", perdiem: 11))
        try context.save()
        let found = try ModelContext(context.container).fetch(
            FetchDescriptor<Travel.BusinessTrip>(predicate: #Predicate { $0.code == "b" }))
        #expect(found.map(\.name) == ["New"] && found.map(\.perdiem) == [11])
    }

    /// A row never changes its class, so an object of another class can't replace it.
    @Test(arguments: ["a", "c", "p"])
    func uniqueValuesOfAnotherClassAreRefused(_ code: String) throws {
        let context = ModelContext(try populated().container)
        context.insert(Travel.BusinessTrip(code: code, name: "New", perdiem: 11))
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(try names(Travel.Trip.self, ModelContext(context.container)) == ["Aix", "Berlin", "Cork", "Pau"])
        // Nor can an object that is saved at the same time.
        context.insert(Travel.Trip(code: "z", name: "first"))
        context.insert(Travel.BusinessTrip(code: "z", name: "second", perdiem: 1))
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }

    @Test func identifiersGiveObjectsOfTheRowsClass() throws {
        let context = try populated()
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        let identifier = congress.persistentModelID
        let other = ModelContext(context.container)
        let model = try #require(other.model(for: identifier) as? Travel.Congress)
        #expect(model.name == "Cork" && model.badge == 12)
        // An identifier with the base class finds the row too.
        let store = try #require(identifier.storeIdentifier)
        let key = String(identifier.id.description.split(separator: "p").last ?? "")
        let base = try PersistentIdentifier.identifier(for: store, entityName: "Trip", primaryKey: key)
        #expect(ModelContext(context.container).model(for: base) is Travel.Congress)
        #expect(other.model(for: base) === model)
        let registered: Travel.Congress? = other.registeredModel(for: base)
        #expect(registered === model)
    }

    @Test func rollbackAndFaultsKeepTheClass() throws {
        let context = ModelContext(try populated().container)
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        congress.name = "x"
        congress.badge = nil
        context.rollback()
        #expect(congress.name == "Cork" && congress.badge == 12 && congress.host?.name == "g")
        #expect(congress.traveler?.name == "t")
    }

    @Test func observersOfInheritedPropertiesAreNotified() throws {
        let context = try populated()
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        let traveler = try #require(congress.traveler)
        let heard = Heard()
        withObservationTracking {
            _ = congress.traveler
        } onChange: {
            heard.traveler = true
        }
        withObservationTracking {
            _ = congress.badge
        } onChange: {
            heard.badge = true
        }
        traveler.trips.removeAll { $0 === congress }
        #expect(heard.traveler && !heard.badge)
        congress.badge = 1
        #expect(heard.badge)
    }

    private final class Heard: @unchecked Sendable {
        var traveler = false
        var badge = false
    }

    @Test func enumerationGivesSubclasses() throws {
        let context = ModelContext(try populated().container)
        var classes: Set<String> = []
        try context.enumerate(FetchDescriptor<Travel.Trip>(), batchSize: 2) { trip in
            classes.insert("\(type(of: trip))")
            trip.days += 1
        }
        #expect(classes == ["Trip", "BusinessTrip", "Congress", "PersonalTrip"])
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Travel.Trip>()).map(\.days) == [2, 2, 2, 2])
    }
}
