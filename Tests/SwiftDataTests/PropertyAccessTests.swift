import Foundation
import Observation
import PermafrostModel
import PermafrostStore
import Testing

@testable import SwiftData

/// Reading and writing a property by its number, and reading attributes without objects, have the same results as key
/// paths.
@Suite struct PropertyAccessTests {
    private func context(_ type: any PersistentModel.Type...) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema(type), configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    /// Calls `body` with each property of a class.
    private func forEachProperty<Model: PersistentModel>(
        of model: Model.Type, _ body: (any PropertyProbe<Model>) throws -> Void
    ) throws {
        for metadata in model.schemaMetadata {
            let keyPath = try #require(metadata.keypath as? any ProbedKeyPath)
            try body(try #require(keyPath.probe as? any PropertyProbe<Model>))
        }
    }

    private func filled() throws -> ModelContext {
        let context = try context(Values.self)
        for number in 0..<4 {
            let values = Values()
            values.fill(number)
            context.insert(values)
        }
        try context.save()
        return context
    }

    @Test func aNumberReadsWhatTheKeyPathReads() throws {
        for object in try filled().fetch(FetchDescriptor<Values>()) {
            try forEachProperty(of: Values.self) { #expect($0.readByNumber(object) == $0.readByKeyPath(object)) }
        }
    }

    @Test func aNumberWritesWhatTheKeyPathWrites() throws {
        try forEachProperty(of: Values.self) { probe in
            let results = try [true, false].map { byNumber in
                let context = try filled()
                let objects = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Values.count)]))
                // A changed object and one whose values aren't in memory.
                objects[0].text = "changed"
                context.state.turnIntoFault(objects[1])
                for object in objects.prefix(2) { probe.copy(from: objects[3], to: object, byNumber: byNumber) }
                let changed = context.changedModelsArray.map { ObjectIdentifier($0) }
                let isChanged = objects.map { changed.contains(ObjectIdentifier($0)) }
                try context.save()
                let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
                let store = try #require(context.state.container.entities.first).store
                let rows = try store.locked { try $0.rows("SELECT * FROM ZVALUES ORDER BY Z_PK") }
                return "\(isChanged) \(history.map { $0.changes.count }) \(rows)"
            }
            #expect(results[0] == results[1])
        }
    }

    @Test func observersAreNotified() throws {
        let context = try filled()
        let object = try #require(try context.fetch(FetchDescriptor<Values>()).first)
        let count = Locked(0)
        withObservationTracking {
            _ = object.text
        } onChange: {
            count.withLock { $0 += 1 }
        }
        PropertyAccess.Writer(\Values.text).set("new", of: object)
        #expect(count.withLock { $0 } == 1)
        #expect(object.text == "new")
    }

    @Test func anOverriddenPropertyKeepsItsObservers() throws {
        let congress = Travel.Congress(code: "a", name: "b", perdiem: 1)
        PropertyAccess.Writer(\Travel.Trip.name).set("c", of: congress)
        PropertyAccess.Writer(\Travel.Congress.name).set("d", of: congress)
        #expect(congress.scratch == 5)
        #expect(PropertyAccess.Reader(\Travel.Trip.name).value(of: congress) == "d")
    }

    @Test func attributesReadTheSameWithoutObjects() throws {
        let context = try filled()
        let objects = try context.fetch(FetchDescriptor(sortBy: [SortDescriptor(\Values.count)]))
        var names: [String] = []
        try forEachProperty(of: Values.self) { probe in
            guard let read = try probe.readWithoutObjects(context) else { return }
            names.append(probe.name)
            #expect(read == objects.map(probe.readByKeyPath))
        }
        #expect(
            names == ["text", "note", "count", "ratio", "date", "token", "data", "isOn", "link", "amount", "fixed"])
        var rows: [String] = []
        let fetch = try AttributeFetch(of: Values.self, in: context)
        let isAdded = [
            fetch.add(\Values.text) { rows.append("\($1) \($0)") },
            fetch.add(\Values.count) { count, _ in rows.append("\(count)") },
        ]
        #expect(isAdded == [true, true])
        try fetch.run { rows.append("-") }
        #expect(rows.prefix(4) == ["1 text 0", "0", "-", "2 text 1"])
    }

    @Test func attributesOfHierarchiesNeedObjects() throws {
        let context = try context(Travel.Trip.self, Travel.BusinessTrip.self, Travel.Congress.self)
        #expect(try !AttributeFetch(of: Travel.Trip.self, in: context).add(\Travel.Trip.code) { _, _ in })
        #expect(try !AttributeFetch(of: Travel.Congress.self, in: context).add(\Travel.Congress.badge) { _, _ in })
    }

    /// The errors of a cell that doesn't match its type, of a row numbered 0, and of a visit.
    @Test func errorsAreTheSameAsWithObjects() throws {
        struct Own: Error {}
        for sql in ["ZTEXT = NULL", "ZTEXT = x'00'", "Z_PK = 0"] {
            let context = try filled()
            let store = try #require(context.state.container.entities.first).store
            try store.run("UPDATE ZVALUES SET \(sql) WHERE Z_PK = 2")
            let expected = #expect(throws: SwiftDataError.self) { try context.fetch(FetchDescriptor<Values>()) }
            let fetch = try AttributeFetch(of: Values.self, in: context)
            #expect(fetch.add(\Values.text) { _, _ in })
            let found = #expect(throws: SwiftDataError.self) { try fetch.run {} }
            #expect(found.map { "\($0)" } == expected.map { "\($0)" }, "\(sql)")
        }
        let fetch = try AttributeFetch(of: Values.self, in: filled())
        #expect(fetch.add(\Values.text) { _, _ in throw Own() })
        #expect(throws: Own.self) { try fetch.run {} }
    }

    @Model final class Values {
        var text: String = ""
        var note: String?
        var count: Int = 0
        var ratio: Double = 0
        var date: Date = Date(timeIntervalSinceReferenceDate: 0)
        var token: UUID?
        var data: Data?
        var isOn: Bool = false
        var link: URL?
        var amount: Decimal = 0
        @Attribute(.externalStorage) var large: Data?
        var list: [Int] = []
        var point: Point = Point(x: 0, y: 0)
        var kind: Kind?
        let fixed: Int = 3
        var parent: Values?
        @Relationship(inverse: \Values.parent) var children: [Values] = []

        struct Point: Codable, Equatable {
            var x: Int
            var y: Int
        }

        enum Kind: String, Codable { case good, bad }

        private static let token = UUID()

        init() {}

        func fill(_ number: Int) {
            (text, note, count) = ("text \(number)", number == 1 ? nil : "ü\(number)", number)
            (ratio, date) = (Double(number) / 3, Date(timeIntervalSinceReferenceDate: Double(number) + 0.25))
            (token, data) = (number == 2 ? nil : Self.token, Data([UInt8(number)]))
            (isOn, link, amount) = (number == 1, URL(string: "https://example.org/\(number)"), Decimal(number))
            (large, list, point, kind) = (Data(repeating: 7, count: 9), [number], Point(x: number, y: 1), .bad)
        }
    }
}

/// A key path to a property of any type.
private protocol ProbedKeyPath {
    var probe: Any { get }
}

extension KeyPath: ProbedKeyPath where Root: PersistentModel {
    fileprivate var probe: Any { Probe(keyPath: self) }
}

/// A property of any type.
private protocol PropertyProbe<Model> {
    associatedtype Model: PersistentModel
    var name: String { get }
    func readByKeyPath(_ object: Model) -> String
    func readByNumber(_ object: Model) -> String
    func copy(from other: Model, to object: Model, byNumber: Bool)
    /// Returns the values of all rows, or nil if reading them needs objects.
    func readWithoutObjects(_ context: ModelContext) throws -> [String]?
}

private struct Probe<Model: PersistentModel, Value>: PropertyProbe {
    let keyPath: KeyPath<Model, Value>

    var name: String { Model.schemaMetadata.first { $0.keypath == keyPath }?.name ?? "" }

    func readByKeyPath(_ object: Model) -> String { text(object[keyPath: keyPath]) }
    func readByNumber(_ object: Model) -> String { text(PropertyAccess.Reader(keyPath).value(of: object)) }

    func copy(from other: Model, to object: Model, byNumber: Bool) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Model, Value> else { return }
        if byNumber {
            PropertyAccess.Writer(keyPath).set(other[keyPath: keyPath], of: object)
        } else {
            object[keyPath: keyPath] = other[keyPath: keyPath]
        }
    }

    func readWithoutObjects(_ context: ModelContext) throws -> [String]? {
        var values: [String] = []
        let fetch = try AttributeFetch(of: Model.self, in: context)
        guard fetch.add(keyPath, { value, _ in values.append(text(value)) }) else { return nil }
        try fetch.run {}
        return values
    }

    private func text(_ value: Value) -> String { "\(value)" }
}
