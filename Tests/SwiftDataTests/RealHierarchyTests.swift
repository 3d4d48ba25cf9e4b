import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// The hierarchy of a real store, as classes.
enum Cars {
    @Model class Car {
        var maker: String?
        var markedForDeletionAsOf: Date?
        var model: String?
        @Attribute(.unique) var numberPlate: String
        var owner: Person?
        init(numberPlate: String) { self.numberPlate = numberPlate }
    }
    @Model class SportCar: Car {
        override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }
    @Model final class ExpensiveSportCar: SportCar {
        var isLimitedEdition: Bool? = false
        override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }
    @Model final class Person {
        #Unique<Person>([\.firstName, \.lastName])
        @Relationship(inverse: \Car.owner) var cars: [Car]? = []
        var firstName: String?
        @Attribute(.preserveValueOnDeletion) var id: UUID
        var lastName: String?
        var updatedAt: Date
        init() { (id, updatedAt) = (UUID(), .now) }
    }
}

/// A later version, with one property moved up and one class added.
enum LaterCars {
    @Model class Car {
        var maker: String?
        var model: String?
        @Attribute(.unique) var numberPlate: String
        var owner: Person?
        var isLimitedEdition: Bool? = false
        init(numberPlate: String) { self.numberPlate = numberPlate }
    }
    @Model class SportCar: Car {
        override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }
    @Model final class ExpensiveSportCar: SportCar {
        override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }
    @Model final class Camper: Car {
        var beds = 2
        override init(numberPlate: String) { super.init(numberPlate: numberPlate) }
    }
    @Model final class Person {
        @Relationship(inverse: \Car.owner) var cars: [Car]? = []
        var firstName: String?
        var lastName: String?
        var updatedAt: Date
        init() { updatedAt = .now }
    }
}

/// A hierarchy that Core Data wrote opens as classes that inherit from each other.
@Suite(Places.hasConformance) struct RealHierarchyTests {
    private static let store = "coredata-sample-v1.sqlite"

    private static func integers(_ sql: String, _ reader: StoreReader) throws -> [Int64] {
        try reader.rows(sql).flatMap { $0 }.compactMap { if case .integer(let value) = $0 { value } else { nil } }
    }

    /// The store's own hashes equal those of the classes, and each row has its class.
    @Test func aRealHierarchyCanBeOpened() throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: Self.store, in: folder)
            let schema = Schema([Cars.ExpensiveSportCar.self])
            let reader = try StoreReader(path: url.path)
            #expect(try reader.metadata().versionHashes == schema.model.versionHashes)
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
            let cars = try context.fetch(FetchDescriptor<Cars.Car>())
            let classes = Dictionary(grouping: cars) { "\(type(of: $0))" }.mapValues { Int64($0.count) }
            let counts = try Self.integers("SELECT COUNT(*) FROM ZCAR GROUP BY Z_ENT ORDER BY Z_ENT", reader)
            #expect(counts == ["Car", "SportCar", "ExpensiveSportCar"].map { classes[$0] ?? 0 })
            #expect(try context.fetchCount(FetchDescriptor<Cars.SportCar>()) == 10)
            let limited = try context.fetchCount(
                FetchDescriptor<Cars.Car>(
                    predicate: #Predicate { ($0 as? Cars.ExpensiveSportCar)?.isLimitedEdition == true }))
            #expect(try Self.integers("SELECT COUNT(*) FROM ZCAR WHERE ZISLIMITEDEDITION", reader) == [Int64(limited)])
            for car in cars {
                let row = try reader.rows(
                    "SELECT ZMAKER, ZMODEL, ZNUMBERPLATE, ZOWNER FROM ZCAR WHERE Z_PK = \(car._modelStorage.key)")
                let text = { (value: String?) in value.map { SQLiteValue.text($0) } ?? .null }
                let owner = car.owner.map { SQLiteValue.integer($0._modelStorage.key) } ?? .null
                #expect(row == [[text(car.maker), text(car.model), .text(car.numberPlate), owner]])
            }
            let people = try context.fetch(FetchDescriptor<Cars.Person>())
            #expect(people.reduce(0) { $0 + ($1.cars?.count ?? 0) } == cars.count { $0.owner != nil })
            try context.state.throwFailure()
        }
    }

    /// The rows of a real hierarchy keep their values, classes and links when the store migrates. They can be edited
    /// afterwards.
    @Test func aRealHierarchyMigrates() throws {
        try Places.withFolder { folder in
            let url = try Places.copy(ofStore: Self.store, in: folder)
            let before = try StoreReader(path: url.path)
            let links = try before.rows("SELECT Z_PK, ZOWNER, ZNUMBERPLATE FROM ZCAR ORDER BY Z_PK")
            let limited = try before.rows("SELECT Z_PK, ZISLIMITEDEDITION FROM ZCAR WHERE Z_ENT = 3 ORDER BY Z_PK")
            let schema = Schema([LaterCars.ExpensiveSportCar.self, LaterCars.Camper.self])
            let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
            let after = try StoreReader(path: url.path)
            #expect(try after.rows("SELECT Z_PK, ZOWNER, ZNUMBERPLATE FROM ZCAR ORDER BY Z_PK") == links)
            // Camper has number 2 now, so the sports cars have 3 and 4.
            #expect(
                try after.rows("SELECT Z_PK, ZISLIMITEDEDITION FROM ZCAR WHERE Z_ENT = 4 ORDER BY Z_PK") == limited)
            #expect(
                try Self.integers("SELECT COUNT(*) FROM ZCAR WHERE Z_ENT = 1 AND ZISLIMITEDEDITION = 0", after) == [115]
            )
            #expect(try after.rows("PRAGMA integrity_check") == [[.text("ok")]])
            #expect(try context.fetchCount(FetchDescriptor<LaterCars.SportCar>()) == 10)
            let camper = LaterCars.Camper(numberPlate: "new")
            camper.owner = try context.fetch(FetchDescriptor<LaterCars.Person>()).first
            context.insert(camper)
            try context.save()
            #expect(
                try Self.integers("SELECT Z_PK, ZBEDS FROM ZCAR WHERE Z_ENT = 2", StoreReader(path: url.path)) == [
                    126, 2,
                ])
        }
    }
}
