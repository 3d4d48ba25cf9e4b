import Foundation
import PermafrostStore

/// A request for objects of a class: a condition, an order and limits.
///
/// Pass it to ``ModelContext/fetch(_:)`` and the other fetching methods of a context.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     var start: Date
///     init(name: String, start: Date) {
///         self.name = name
///         self.start = start
///     }
/// }
///
/// func nextTrips(after date: Date, in context: ModelContext) throws -> [Trip] {
///     var descriptor = FetchDescriptor<Trip>(
///         predicate: #Predicate { $0.start > date }, sortBy: [SortDescriptor(\.start)])
///     descriptor.fetchLimit = 10
///     return try context.fetch(descriptor)
/// }
/// ```
///
/// The predicate and the order are translated to SQL, so that SQLite returns only the rows that match. If there are
/// unsaved changes, they're included: see ``includePendingChanges``.
///
/// ## Topics
///
/// ### Create a request
///
/// - ``init(predicate:sortBy:)``
///
/// ### Choose objects
///
/// - ``predicate``
/// - ``sortBy``
/// - ``fetchLimit``
/// - ``fetchOffset``
/// - ``includePendingChanges``
///
/// ### Read ahead
///
/// - ``relationshipKeyPathsForPrefetching``
/// - ``propertiesToFetch``
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
    // The compiler can't prove `Sendable` because of the key paths. Key paths to a model's properties contain no
    // mutable state.

    /// The condition that objects must meet, or nil for all objects.
    ///
    /// Strings are compared as Swift's operators compare them. If a part of the predicate can't be expressed as SQL,
    /// the fetch throws `SwiftDataError.unsupportedPredicate`.
    public var predicate: Predicate<T>?
    /// The order of the objects, or an empty array for no particular order.
    ///
    /// A sort descriptor's key path can be an attribute, a member of a struct, or the object's `persistentModelID`. The
    /// path can also follow to-one relationships to other objects, but only one optional relationship to a
    /// `persistentModelID`. Strings are sorted by Swift's `<`, or by Foundation's `.lexical` comparator if the
    /// descriptor specifies it. On Apple's platforms, the default is the localized standard order.
    public var sortBy: [SortDescriptor<T>]
    /// The maximum number of objects to fetch, or nil for all. A negative number counts as 0.
    public var fetchLimit: Int?
    /// The number of objects to skip at the start, or nil to skip none. A negative number counts as 0.
    public var fetchOffset: Int?
    /// Whether unsaved changes are included. The default is true.
    ///
    /// If it's true and the context has unsaved changes, the predicate is evaluated in memory for inserted and changed
    /// objects. If the predicate follows relationships, every object of the class is then fetched and evaluated.
    ///
    /// If it's false, the predicate is evaluated only for the stored values. A returned object with unsaved changes
    /// still has its changed values.
    public var includePendingChanges = true
    /// The properties to fetch. This has no effect on Linux, where all attributes of an object are read at once.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships to fetch together with the objects.
    ///
    /// For each relationship, one query per object is required, unless the relationship was read before. A to-one
    /// relationship to an object that is already in memory doesn't need a query either. Only ``ModelContext/fetch(_:)``
    /// uses this property.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// Creates a request with a condition and an order.
    ///
    /// - Parameters:
    ///   - predicate: the condition, or nil for all objects.
    ///   - sortBy: the order, or an empty array for no particular order.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

extension ModelContext {
    /// Returns the objects that match a request.
    ///
    /// Objects of subclasses are included. If a row's object is already in memory, that object is returned. If another
    /// writer has changed the row, the object's values are read again, unless the object has unsaved changes.
    ///
    /// > Important: The call reads all matching rows into memory and blocks until they're read. For a large number, use
    /// > ``enumerate(_:batchSize:allowEscapingMutations:block:)`` or ``fetch(_:batchSize:)``.
    ///
    /// - Parameter descriptor: the request.
    /// - Returns: the objects in the requested order. Their attributes are read immediately. Their relationships are
    ///   read on first use, except for the relationships that the request prefetches.
    /// - Throws: `SwiftDataError.unsupportedPredicate` or `unsupportedSortDescriptor` if a part of the request can't be
    ///   expressed as SQL, `unknownSchema` if the class isn't in the container's schema, and `modelValidationFailure`
    ///   if a row doesn't match its class, or if an object was read earlier after its row was deleted. Throws an
    ///   `NSError` with Core Data's code if SQLite fails.
    @inlinable
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        if let known = try known(descriptor) { return known }
        return try fetchAny(descriptor)
    }

    @usableFromInline
    func fetchAny<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, state.container)
        let objects: [T] = try wrapping { try request.objects(descriptor, state) }
        if !descriptor.relationshipKeyPathsForPrefetching.isEmpty {
            for keyPath in descriptor.relationshipKeyPathsForPrefetching {
                guard let index = request.entity.property(at: keyPath) else { continue }
                for object in objects { state.resolve(object, index) }
            }
        }
        try state.throwFailure()
        return objects
    }

    /// Returns the number of objects that match a request.
    ///
    /// SQLite counts the rows. If the request includes unsaved changes and there are any, the objects are fetched and
    /// counted in memory.
    ///
    /// - Parameter descriptor: the request. Its limits apply.
    /// - Throws: the errors of ``fetch(_:)``.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, state.container)
        return try wrapping { try request.count(descriptor, state) }
    }

    /// Returns the identifiers of the objects that match a request, without reading their values.
    ///
    /// If the request includes unsaved changes and there are any, the objects are fetched.
    ///
    /// - Parameter descriptor: the request.
    /// - Returns: the identifiers in the requested order. Objects that aren't saved have temporary identifiers.
    /// - Throws: the errors of ``fetch(_:)``.
    public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, state.container)
        return try wrapping { try request.identifiers(descriptor, state) }
    }

    /// Runs a closure for each object that matches a request, and fetches the objects in batches.
    ///
    /// Use this method if the objects don't fit into memory. The objects of a batch are released before the next batch
    /// begins, unless they have changes or you keep references to them. The matching rows are determined when the call
    /// begins, so changes by the closure don't affect which objects follow or their order. Only objects that were
    /// deleted in the meantime are skipped.
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
    /// func trimNames(in context: ModelContext) throws {
    ///     try context.enumerate(FetchDescriptor<Trip>(), batchSize: 1000) { trip in
    ///         trip.name = trip.name.trimmingCharacters(in: .whitespaces)
    ///     }
    /// }
    /// ```
    ///
    /// > Important: If the context has no unsaved changes when a batch begins, and `allowEscapingMutations` is false,
    /// > the closure's changes are saved after the batch. If a later batch throws, those changes stay saved.
    ///
    /// - Parameters:
    ///   - descriptor: the request.
    ///   - batchSize: the maximum number of objects to fetch at once. A number below 1 counts as 1.
    ///   - allowEscapingMutations: whether changes may stay unsaved after a batch. If it's true, nothing is saved.
    ///   - block: the closure.
    /// - Throws: the closure's error, the errors of ``fetch(_:)`` and the errors of ``save()``.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, state.container)
        // Determine the rows and their order now, so that changes by the closure don't affect them.
        let rows = try wrapping { try request.rows(descriptor, state) }
        for batch in rows.batches(of: max(1, batchSize)) {
            let hadChanges = hasChanges
            let mark = state.beginBatch()
            defer { state.endBatch(mark) }
            for object in try wrapping({ try request.objects(batch, state) as [T] }) where !object.isDeleted {
                try block(object)
            }
            if !allowEscapingMutations, !hadChanges, hasChanges { try save() }
        }
        try state.throwFailure()
    }

    /// Returns the object with the given identifier. If the object isn't in memory, its values are read when you use
    /// them.
    ///
    /// Use this method for identifiers whose rows are known to exist, such as the identifiers of objects that a
    /// ``ModelActor`` has just saved.
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// @MainActor func trip(with identifier: PersistentIdentifier, in container: ModelContainer) -> Trip? {
    ///     container.mainContext.model(for: identifier) as? Trip
    /// }
    /// ```
    ///
    /// > Warning: This method can't throw. If the row doesn't exist, the method returns an object without values. After
    /// > you read a property of that object, the next fetch or save throws. If the container doesn't have the
    /// > identifier's entity, if the identifier is a different context's temporary identifier, or if SQLite can't read
    /// > the row's class, the method returns an object of an internal class without a context. The next fetch or save
    /// > then throws.
    ///
    /// Apple's framework ends the process if the object doesn't exist. To look up an object that might not exist, use
    /// ``registeredModel(for:)``, which returns nil, or a fetch by identifier, which returns no object.
    ///
    /// - Parameter persistentModelID: the identifier.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let known = state.known(persistentModelID) { return known }
        guard let entity = state.container.entity(of: persistentModelID), case .row(let key) = persistentModelID.key
        else {
            state.note(.unknownObject("\(persistentModelID)"))
            return UnknownModel()
        }
        do { return state.object(try state.concrete(entity, key), key) } catch {
            state.note(ContextFailure(error, reading: entity.name, key: key))
            return UnknownModel()
        }
    }

    /// Returns the object with the given identifier, or nil if it isn't in memory or has a different class.
    ///
    /// The method doesn't read the store.
    ///
    /// - Parameter persistentModelID: the identifier.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        state.known(persistentModelID) as? T
    }

    /// Runs a closure, and converts a `ContextFailure` or `SQLiteError` that it throws to an error of the public API.
    func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as ContextFailure {
            throw failure.swiftDataError
        } catch let error as SQLiteError {
            throw CoreDataError(code: 256, text: "SQLite couldn't read the store.", reason: error.message).error
        }
    }
}

extension ContextState {
    /// Returns the object with the given identifier, or nil if it isn't in memory.
    func known(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        switch identifier.key {
        case .row(let key):
            return container.entity(of: identifier).flatMap { registered($0, key) }
        case .temporary: return inserted.first { $0.persistentModelID == identifier }
        }
    }

    /// Returns the object with the given identifier. Reads its row unless its values are in memory. Returns nil if the
    /// entity has no such row, or if the identifier is temporary and unknown.
    func object(of identifier: PersistentIdentifier, _ entity: EntityStorage) throws -> (any PersistentModel)? {
        if let known = known(identifier), !known._modelStorage.isFault { return known }
        guard case .row(let key) = identifier.key else { return nil }
        return try objects(entity, entity.rows(where: "t.Z_PK = ?"), [.integer(key)]).first
    }
}

extension ModelContext {
    /// The class of the placeholder that ``ModelContext/model(for:)`` returns for an identifier that can't be looked
    /// up.
    @Model final class UnknownModel {
        init() {}
    }
}
