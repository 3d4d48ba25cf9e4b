import Foundation
import PermafrostStore

/// The results of a fetch in batches: which they are, and in which order, is fixed when it is made; objects are fetched when
/// they are asked for, a batch at a time, and let go again when others are.
///
/// Where a row has been deleted since, its object has no values, and the next fetch or save of the context throws.
public struct FetchResultsCollection<Element>: RandomAccessCollection {
    private let batches: FetchedBatches<Element>

    init(count: Int, batchSize: Int, load: @escaping (Range<Int>) -> [Element]) {
        batches = FetchedBatches(count: count, size: batchSize, load: load)
    }

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of results.
    public var endIndex: Int { batches.count }

    /// The result at a position; its batch is fetched unless it is one of the last two.
    public subscript(position: Int) -> Element {
        precondition(position >= 0 && position < endIndex, "Index out of range")
        return batches.element(at: position)
    }
}

/// The batches of a collection that are in memory: the last two, so that a step over a border costs nothing.
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
    /// The objects that a descriptor asks for, fetched in batches as they are asked for.
    ///
    /// - Throws: `SwiftDataError.includePendingChangesWithBatchSize` unless the descriptor leaves out changes that are not
    ///   saved; else as ``fetch(_:)`` does.
    public func fetch<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int
    ) throws -> FetchResultsCollection<T> {
        let identifiers = try savedIdentifiers(descriptor)
        let entity = try container.entity(of: T.self)
        let state = state
        return FetchResultsCollection(count: identifiers.count, batchSize: batchSize) { range in
            state.batch(identifiers[range], entity)
        }
    }

    /// The identifiers of the objects that a descriptor asks for.
    ///
    /// - Throws: as ``fetch(_:batchSize:)`` does.
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
                "A fetch in batches gives what is saved: set the descriptor's includePendingChanges to false.")
        }
        return try fetchIdentifiers(descriptor)
    }
}

extension ContextState {
    /// How many rows one statement looks up by their keys.
    private static let keysPerStatement = 500

    /// The objects of identifiers, all of rows of the entity. What cannot be read now is a fault, which says when it is.
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
