import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import Testing

@testable import SwiftData

struct Stop: Codable, Equatable, Sendable {
    var name: String
    var tags: [String] = []
    var at: CGPoint = .zero
}

/// An enum with every kind of associated value.
indirect enum Journey: Codable, Equatable, Sendable {
    case none
    case walk(steps: Int, via: [String])
    case ride(line: String, steps: Int?)
    case flight(String, String)
    case visit(stop: Stop)
    case plan(stops: [Stop], level: Level, amount: Double)
    case maybe(Int?)
    case back(Journey)
    case all([Journey])
    case rest
}

enum Choice: Codable, Equatable, Sendable {
    case number(value: UInt64)
    case text(value: String, isLong: Bool)
    case date(on: Date)
}

/// An enum that implements `RawRepresentable` itself.
enum Kind: RawRepresentable, Codable, Hashable, Sendable {
    case home
    case other(String)

    init(rawValue: String) { self = rawValue == "HOME" ? .home : .other(rawValue) }
    var rawValue: String {
        switch self {
        case .home: "HOME"
        case .other(let text): text
        }
    }
}

struct Entry: Codable, Equatable, Sendable {
    var kind: Kind
    var choice: Choice
    var levels: [Level]
    var place: CGRect
}

@Model final class Journal {
    var title: String
    var journey: Journey
    var choice: Choice?
    var kind: Kind
    var entry: Entry?
    var byName: [String: Stop]
    var corner: CGPoint

    init(_ title: String, _ journey: Journey, _ choice: Choice? = nil, kind: Kind = .home, entry: Entry? = nil) {
        self.title = title
        self.journey = journey
        self.choice = choice
        self.kind = kind
        self.entry = entry
        byName = ["a": Stop(name: title)]
        corner = CGPoint(x: 1.25, y: -2)
    }
}

@Model final class Transformed {
    @Attribute(.transformable(by: "StopTransformer")) var stop: Stop
    var number: Int

    init(_ stop: Stop, _ number: Int) {
        self.stop = stop
        self.number = number
    }
}

/// Tests of enums with associated values, and of enums with custom raw values. Each test has its own store.
@Suite struct AssociatedValueTests {
    private static let stop = Stop(name: "Grüße", tags: ["a", "🏔️"], at: CGPoint(x: 0.1, y: 3))

    static let journeys: [Journey] = [
        .none, .walk(steps: -4, via: []), .walk(steps: 0, via: ["x", ""]), .ride(line: "", steps: nil),
        .ride(line: "U1", steps: 7), .flight("A", "B"), .visit(stop: stop),
        .plan(stops: [stop, stop], level: .high, amount: .infinity), .plan(stops: [], level: .low, amount: 0.1),
        .maybe(nil), .maybe(3), .back(.none), .back(.back(.ride(line: "x", steps: 1))),
        .all([.none, .back(.rest), .visit(stop: stop)]), .rest,
    ]
    static let choices: [Choice?] = [
        nil, .number(value: .max), .text(value: "", isLong: true), .date(on: Date(timeIntervalSinceReferenceDate: 1.5)),
    ]

    private func withStore<Result>(_ body: (URL) throws -> Result) throws -> Result {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            do {
                let context = ModelContext(
                    try ModelContainer(for: Journal.self, configurations: ModelConfiguration(url: url)))
                for (number, journey) in Self.journeys.enumerated() {
                    context.insert(
                        Journal(
                            String(format: "%02d", number), journey, Self.choices[number % 4],
                            kind: number % 3 == 0 ? .home : .other("k\(number % 3)"),
                            entry: number % 2 == 0
                                ? nil
                                : Entry(
                                    kind: .other(""), choice: .number(value: 1), levels: [.low],
                                    place: CGRect(x: 1, y: 2, width: 3, height: 4))))
                }
                try context.save()
            }
            return try body(url)
        }
    }

    @Test func everyValueRoundTrips() throws {
        try withStore { url in
            let container = try ModelContainer(for: Journal.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            let found = try context.fetch(FetchDescriptor<Journal>(sortBy: [SortDescriptor(\.title)]))
            #expect(found.map(\.journey) == Self.journeys)
            #expect(found.map(\.choice) == found.indices.map { Self.choices[$0 % 4] })
            #expect(found.map(\.kind) == found.indices.map { $0 % 3 == 0 ? .home : .other("k\($0 % 3)") })
            #expect(found[0].entry == nil && found[1].entry?.kind == .other(""))
            #expect(found[1].entry?.place == CGRect(x: 1, y: 2, width: 3, height: 4))
            #expect(found[1].entry?.levels == [.low] && found[1].entry?.choice == .number(value: 1))
            #expect(found.allSatisfy { $0.byName == ["a": Stop(name: $0.title)] })
            #expect(found.allSatisfy { $0.corner == CGPoint(x: 1.25, y: -2) })
            found[5].journey = .maybe(nil)
            found[9].journey = .flight("C", "D")
            try context.save()
            let again = try ModelContext(container).fetch(FetchDescriptor<Journal>(sortBy: [SortDescriptor(\.title)]))
            #expect(again[5].journey == .maybe(nil) && again[9].journey == .flight("C", "D"))
        }
    }

    /// A struct that a value transformer stores has one column, not one per member.
    @Test func aTransformedStructHasOneColumn() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            let container = try ModelContainer(for: Transformed.self, configurations: ModelConfiguration(url: url))
            let context = ModelContext(container)
            context.insert(Transformed(Self.stop, 4))
            try context.save()
            let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Transformed>()).first)
            #expect(found.stop == Self.stop && found.number == 4)
        }
    }

    @Test func predicatesCompareStoredCells() throws {
        try withStore { url in
            let context = ModelContext(
                try ModelContainer(for: Journal.self, configurations: ModelConfiguration(url: url)))
            func count(_ predicate: Predicate<Journal>) throws -> Int {
                try context.fetchCount(FetchDescriptor(predicate: predicate))
            }
            let home = Kind.home
            let other = Kind.other("k1")
            #expect(try count(#Predicate { $0.kind == home }) == 5)
            #expect(try count(#Predicate { $0.kind != other }) == 10)
            #expect(try count(#Predicate { $0.choice == nil }) == 4)
            #expect(try count(#Predicate { $0.corner.x == 1.25 }) == Self.journeys.count)
            let none = Journey.none
            #expect(throws: SwiftDataError.self) { try count(#Predicate { $0.journey == none }) }
        }
    }

    /// Every associated value has a column named after its label. Every case without associated values has a column
    /// named after the case.
    @Test func everyValueHasAColumn() throws {
        try withStore { url in
            let connection = try SQLiteConnection(path: url.path, mode: .untrusted)
            let names = try connection.rows("SELECT name FROM pragma_table_info('ZJOURNAL')").map { row -> String in
                if case .text(let name)? = row.first { name } else { "" }
            }
            let expected = [
                "ZNONE", "ZREST", "ZSTEPS", "ZSTEPS1", "ZVIA", "ZLINE", "ZSTOPS", "ZAMOUNT", "Z_0", "Z_01", "ZMAYBE",
                "ZVALUE", "ZVALUE1", "ZISLONG", "ZON",
            ]
            #expect(expected.allSatisfy(names.contains))
            let rows = try connection.rows(
                "SELECT ZNONE, ZSTEPS, ZLINE, ZMAYBE, ZREST FROM ZJOURNAL ORDER BY ZTITLE")
            #expect(rows[0] == [.text("none"), .null, .null, .null, .null])
            #expect(rows[1] == [.null, .integer(-4), .null, .null, .null])
            #expect(rows[9] == [.null, .null, .null, .text("maybe"), .null])
            #expect(rows[14] == [.null, .null, .null, .null, .text("rest")])
        }
    }

    /// A reader that doesn't have the Swift types reads the same values.
    @Test func storeReadersReadTheValues() throws {
        try withStore { url in
            let reader = try StoreReader(path: url.path)
            let rows = try #require(try StoreRows(reader, model: reader.model()).rows(of: "Journal"))
            func value(_ name: String) throws -> StoredValue {
                rows.value(of: try #require(rows.columns.properties.first { $0.property.name == name }))
            }
            #expect(try rows.next())
            #expect(try value("journey") == .enumerationCase("none"))
            #expect(try value("kind") == .string("HOME"))
            #expect(try value("byName") == .encoded("{\"a\":{\"at\":[0,0],\"name\":\"00\",\"tags\":[]}}"))
            #expect(try rows.next())
            let walk = StoredValue.Element(
                name: "walk",
                value: .composite([
                    .init(name: "steps", value: .integer(-4)), .init(name: "via", value: .encoded("[]")),
                ]))
            #expect(try value("journey") == .composite([walk]))
        }
    }

    /// The sample rows of a fixture decode as the model's types.
    @Test func sampleRowsAreRead() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("sample.store")
            try StoreWriter(model: Schema([Journal.self]).model, seed: [1], rowsPerEntity: 40).write(to: url.path)
            let container = try ModelContainer(for: Journal.self, configurations: ModelConfiguration(url: url))
            let found = try ModelContext(container).fetch(FetchDescriptor<Journal>())
            #expect(found.count == 40)
            #expect(Set(found.map { "\($0.journey)".prefix { $0 != "(" } }).count == 9)
        }
    }

    /// A store whose attribute has a different type is rejected and doesn't change.
    @Test(arguments: ["journey", "kind", "entry", "byName", "corner"])
    func aStoreOfAnotherTypeKeepsItsValues(_ property: String) throws {
        try Places.withFolder { folder in
            var model = Schema([Journal.self]).model
            var entity = try #require(model.entity(named: "Journal"))
            entity.setProperties(
                entity.properties.map { own in
                    guard own.name == property, case .attribute(let attribute) = own else { return own }
                    #expect(attribute.type != .uuid)
                    return .attribute(Attribute(name: property, type: .uuid, isOptional: true))
                })
            model = SchemaModel(entities: [entity], versionIdentifiers: model.versionIdentifiers)
            let url = folder.appendingPathComponent("other.store")
            try StoreWriter(model: model, seed: [1], rowsPerEntity: 0).write(to: url.path)
            let before = try Data(contentsOf: url)
            #expect(throws: (any Error).self) {
                try ModelContainer(for: Journal.self, configurations: ModelConfiguration(url: url))
            }
            #expect(try Data(contentsOf: url) == before)
        }
    }
}
