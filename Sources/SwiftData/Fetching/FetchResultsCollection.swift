import Foundation
import PermafrostStore

/// The results of a fetch, read in batches.
///
/// Use a collection to show part of a long list, or to read objects by position without fetching all of them. The
/// results and their order are fixed when the collection is created. Objects are fetched when they're used, one batch
/// at a time. The two batches that were fetched last stay in memory.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// func firstTripNames(in context: ModelContext) throws -> [String] {
///     var descriptor = FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)])
///     descriptor.includePendingChanges = false
///     let trips = try context.fetch(descriptor, batchSize: 100)
///     return trips.prefix(20).map(\.name)
/// }
/// ```
///
/// > Important: Reading an element may read the store and block the thread. Use the collection only in the task or
/// > actor of its context.
///
/// If a row is deleted before its batch is fetched, its object has no values. After you read a property of that object,
/// the context's next fetch or save throws.
///
/// Get a collection from ``ModelContext/fetch(_:batchSize:)`` or ``ModelContext/fetchIdentifiers(_:batchSize:)``.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    private let batches: FetchedBatches<Element>

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        batches = FetchedBatches(count: count, size: batchSize, load: load)
    }

    /// The position of the first result, which is 0.
    public var startIndex: Int { 0 }
    /// The position after the last result, which is the number of results.
    public var endIndex: Int { batches.count }

    /// Returns the result at a position.
    ///
    /// The result's batch is fetched, unless it's one of the two batches that were fetched last.
    ///
    /// - Parameter position: the position, at least 0 and less than ``endIndex``. If it isn't valid, the process stops.
    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < endIndex, "Index out of range")
        return batches.element(at: position)
    }
}

/// A cache of the two batches that were fetched last, so that moving back and forth between them is fast.
private final class FetchedBatches<Element> {
    let count: Int
    private let size: Int
    private let load: (Range<Int>) -> [Element]
    private var loaded: [(number: Int, elements: [Element])] = []

    init(count: Int, size: Int, load: @escaping (Range<Int>) -> [Element]) {
        self.count = count
        self.size = Swift.max(1, size)
        self.load = load
    }

    func element(at position: Int) -> Element {
        let number = position / size
        if let known = loaded.first(where: { $0.number == number }) { return known.elements[position - number * size] }
        let elements = load(number * size..<Swift.min(count, (number + 1) * size))
        if loaded.count > 1 { loaded.removeFirst() }
        loaded.append((number, elements))
        return elements[position - number * size]
    }
}

extension ModelContext {
    /// Returns a collection of the objects that match a request. The collection fetches the objects in batches.
    ///
    /// The identifiers of all results are read immediately. Objects are read when they're used.
    ///
    /// - Parameters:
    ///   - descriptor: the request. Its ``FetchDescriptor/includePendingChanges`` must be false.
    ///   - batchSize: the number of objects to fetch at once. A number below 1 counts as 1.
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` if the request includes unsaved changes, and the
    ///   errors of ``fetch(_:)``.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let identifiers = try savedIdentifiers(descriptor)
        let entity = try state.container.entity(of: T.self)
        let state = state
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
            state.batch(identifiers[range], entity)
        }
    }

    /// Returns a collection of the identifiers of the objects that match a request.
    ///
    /// All identifiers are read immediately, regardless of the batch size.
    ///
    /// - Parameters:
    ///   - descriptor: the request. Its ``FetchDescriptor/includePendingChanges`` must be false.
    ///   - batchSize: the number of identifiers in a batch. A number below 1 counts as 1.
    /// - Throws: the errors of ``fetch(_:batchSize:)``.
    public func fetchIdentifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<PersistentIdentifier> {
        let identifiers = try savedIdentifiers(descriptor)
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { Array(identifiers[$0]) }
    }

    private func savedIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws
        -> [PersistentIdentifier]
    {
        guard !descriptor.includePendingChanges else {
            throw SwiftDataError(
                .includePendingChangesWithBatchSize,
                "A fetch in batches returns only saved objects: set the descriptor's includePendingChanges to false.")
        }
        return try fetchIdentifiers(descriptor)
    }
}

extension ContextState {
    /// The maximum number of rows that one statement looks up by their keys.
    private static let keysPerStatement = 500

    /// Returns the objects with the given identifiers, which belong to rows of the entity, in the same order. If a row
    /// can't be read, its object has no values. The error is then recorded immediately, or when a property of the
    /// object is read.
    fileprivate func batch<T: PersistentModel>(
        _ identifiers: ArraySlice<PersistentIdentifier>, _ entity: EntityStorage
    ) -> [T] {
        let keys = identifiers.map { identifier -> Int64 in
            if case .row(let key) = identifier.key { key } else { 0 }
        }
        var objects: [Int64: any PersistentModel] = [:]
        for start in stride(from: 0, to: keys.count, by: Self.keysPerStatement) {
            let part = keys[start..<min(start + Self.keysPerStatement, keys.count)]
            let places = repeatElement("?", count: part.count).joined(separator: ", ")
            let found = try? self.objects(
                entity, entity.rows(where: "t.Z_PK IN (\(places))"), part.map { .integer($0) })
            for object in found ?? [] { objects[object._modelStorage.key] = object }
        }
        return keys.map { key in
            do { return try (objects[key] ?? object(concrete(entity, key), key)) as? T ?? T(_fault: _Fault()) } catch {
                note(ContextFailure(error, reading: entity.name, key: key))
                return T(_fault: _Fault())
            }
        }
    }
}
