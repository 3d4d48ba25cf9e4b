import Foundation

/// A set of objects from a container's stores, with their unsaved changes.
///
/// Use a context to insert, fetch, change and delete objects, and to save the changes. On the main actor, use
/// ``ModelContainer/mainContext``. Elsewhere, use a ``ModelActor``, or create a context inside one task.
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
/// func renameTrips(from old: String, to new: String, in container: ModelContainer) throws {
///     let context = ModelContext(container)
///     let trips = try context.fetch(FetchDescriptor<Trip>(predicate: #Predicate { $0.name == old }))
///     for trip in trips { trip.name = new }
///     try context.save()
/// }
/// ```
///
/// A context has at most one object for each row, so two fetches return the same object. A context sees the saved
/// changes of other contexts when it fetches a row again.
///
/// > Important: A context isn't `Sendable`, and neither are its objects, unless their class is isolated to the main
/// > actor. Use them only from one task or actor.
///
/// > Important: A fetch, a save and the first read of a property block the calling thread. They wait while a different
/// > context of the container uses the store.
///
/// Changes are saved only by ``save()`` and ``transaction(block:)``, and automatically if ``autosaveEnabled`` is true.
/// Unsaved changes are lost when the context ends, but its objects stay readable.
public final class ModelContext: Equatable {
    /// The container of the context's objects.
    public var container: ModelContainer { state.container.container }
    /// The context's identity and author.
    public var editingState = EditingState()
    let state: ContextState
    /// The stored value of ``autosaveEnabled``.
    var isAutosaveEnabled = false
    /// The executor that runs the context's automatic saves, or nil if no executor is known. Without an executor, the
    /// context doesn't save automatically.
    var autosaveExecutor: Autosave.Executor?

    /// Creates a context that doesn't save automatically.
    ///
    /// The initializer doesn't read the stores.
    ///
    /// - Parameter container: the container of the context's objects. The context keeps the container's stores open.
    public convenience init(_ container: ModelContainer) {
        self.init(container.opened)
    }

    init(_ container: OpenContainer) {
        state = ContextState(container)
        state.handle = self
    }

    deinit {
        state.end()
    }

    /// The author that the history records for the context's saves, or nil to record no author.
    ///
    /// Set an author before a save to distinguish the app's own changes from the changes of other processes:
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// func makeImportContext(for container: ModelContainer) -> ModelContext {
    ///     let context = ModelContext(container)
    ///     context.author = "import"
    ///     return context
    /// }
    /// ```
    ///
    /// ``HistoryTransaction/author`` contains the author of a saved transaction.
    public var author: String? {
        get { editingState.author }
        set { editingState.author = newValue }
    }

    /// Whether there are unsaved changes.
    public var hasChanges: Bool { state.hasChanges }
    /// The inserted objects that aren't saved yet, in the order of their insertion.
    public var insertedModelsArray: [any PersistentModel] { state.inserted }
    /// The objects from a store that have unsaved changes. Inserted and deleted objects aren't included.
    public var changedModelsArray: [any PersistentModel] { state.changed }
    /// The objects that the next save deletes from a store.
    public var deletedModelsArray: [any PersistentModel] { state.deleted }

    /// Inserts an object, and the objects that it refers to.
    ///
    /// The next save writes them. An object is also inserted if you set it as the value of an inserted object's
    /// relationship. Inserting an object that is already in this context does nothing.
    ///
    /// The call can't throw. If the container's schema doesn't have the object's class, the next save or fetch throws
    /// `SwiftDataError.unknownSchema`.
    ///
    /// > Warning: If a stored object of the same class has the new object's unique values, the save doesn't fail: it
    /// > overwrites the stored object's row. See ``Schema/Attribute/Option/unique``.
    ///
    /// - Parameter model: a new object. Insert it into one context only.
    public func insert<T: PersistentModel>(_ model: T) {
        do { try state.insert(model) } catch { state.note(.unknownClass("\(T.self)")) }
    }

    /// Marks an object for deletion by the next save, and applies its delete rules.
    ///
    /// To apply the rules, the objects that its relationships refer to are fetched. An object that was never saved is
    /// removed from the context immediately. An object of a different context is ignored.
    ///
    /// > Warning: A relationship with ``Schema/Relationship/DeleteRule/cascade`` also deletes the objects that it
    /// > refers to, and the objects that their own cascading relationships refer to.
    ///
    /// Until the deletion is saved, ``rollback()`` undoes it. If a relationship with
    /// ``Schema/Relationship/DeleteRule/deny`` doesn't allow the deletion, the save throws.
    ///
    /// - Parameter model: an object of this context.
    public func delete<T: PersistentModel>(_ model: T) {
        state.delete(model)
    }

    /// Marks the objects that match a predicate for deletion by the next save, and applies their delete rules.
    ///
    /// ```swift
    /// import Foundation
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     var end: Date
    ///     init(name: String, end: Date) {
    ///         self.name = name
    ///         self.end = end
    ///     }
    /// }
    ///
    /// func deleteTrips(before date: Date, in context: ModelContext) throws {
    ///     try context.delete(model: Trip.self, where: #Predicate { $0.end < date })
    ///     try context.save()
    /// }
    /// ```
    ///
    /// > Warning: Without a predicate, every object of the class is deleted.
    ///
    /// > Important: The objects are fetched into memory first. To delete many, use
    /// > ``enumerate(_:batchSize:allowEscapingMutations:block:)`` or, to empty the stores, ``ModelContainer/erase()``.
    ///
    /// - Parameters:
    ///   - model: the class of the objects.
    ///   - predicate: the condition, or nil for all objects.
    ///   - includeSubclasses: whether objects of subclasses are deleted, too.
    /// - Throws: `SwiftDataError.unsupportedPredicate` if the predicate can't be expressed as SQL, and the other errors
    ///   of ``fetch(_:)``.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        for object in try fetch(FetchDescriptor<T>(predicate: predicate))
        where includeSubclasses || type(of: object) == model {
            state.delete(object)
        }
    }

    /// Writes every change to the stores.
    ///
    /// If there are no changes, nothing is written or posted. Otherwise, the context posts ``willSave``, writes the
    /// changes, and posts ``didSave``, all on the calling thread. The save becomes one transaction in the history of
    /// each changed store. See ``fetchHistory(_:)``.
    ///
    /// The changes to each store are one SQLite transaction. Either all of them are written, or none. If a container
    /// has several stores, they are written one after the other. If writing to a store fails, the changes to the
    /// preceding stores are saved, and the other changes stay in the context.
    ///
    /// If two contexts change different properties of a row, the changes are merged. If both change the same property,
    /// the later save wins.
    ///
    /// > Important: A save blocks its thread until the data is on disk. If another process is writing to the store, the
    /// > save waits up to ten seconds and then throws.
    ///
    /// - Throws:
    ///   - `SwiftDataError.modelValidationFailure` if an object violates a rule of its model, if its row was deleted by
    ///     another writer, if the store can't be written to, or if an object was read after its row was deleted.
    ///   - `SwiftDataError.unknownSchema` if an inserted object's class isn't in the schema.
    ///   - An `NSError` with Core Data's code if SQLite fails, or if the store was migrated, moved or replaced since it
    ///     was opened.
    public func save() throws {
        guard hasChanges else { return try state.throwFailure() }
        NotificationCenter.default.post(name: Self.willSave, object: self)
        let saved = try state.save(author: author)
        NotificationCenter.default.post(
            name: Self.didSave, object: self,
            userInfo: [
                NotificationKey.insertedIdentifiers.rawValue: saved.inserted,
                NotificationKey.updatedIdentifiers.rawValue: saved.updated,
                NotificationKey.deletedIdentifiers.rawValue: saved.deleted,
            ])
    }

    /// Discards every unsaved change.
    ///
    /// Inserted objects are removed from the context. Changed and deleted objects read their rows again. An error that
    /// a property's getter couldn't throw is also discarded. Saved changes are kept.
    public func rollback() {
        state.rollback()
    }

    /// Runs a closure, then saves.
    ///
    /// The save includes changes that were made before the call. Only the save is a transaction in the store: the
    /// closure isn't.
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// func addTrips(named names: [String], to context: ModelContext) throws {
    ///     try context.transaction {
    ///         for name in names { context.insert(Trip(name: name)) }
    ///     }
    /// }
    /// ```
    ///
    /// > Important: If the closure throws, its changes aren't undone. They stay unsaved in the context. Call
    /// > ``rollback()`` to discard them.
    ///
    /// - Parameter block: the closure.
    /// - Throws: the closure's error, and the errors of ``save()``.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    /// Does nothing on Linux, because a change immediately updates the inverse relationship and notifies observers.
    public func processPendingChanges() {}

    /// Returns whether two references are to the same context.
    public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}

extension ModelContext {
    /// The name of the notification that a context posts before it saves.
    ///
    /// The notification's object is the context. The notification isn't posted if there are no changes. It is also
    /// posted before a save that fails.
    public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")
    /// The name of the notification that a context posts after it has saved.
    ///
    /// The notification's object is the context. The user info contains arrays of ``PersistentIdentifier``, with the
    /// raw values of ``NotificationKey`` as keys.
    ///
    /// ```swift
    /// import Foundation
    /// import SwiftData
    ///
    /// func logInsertions(of context: ModelContext) -> any NSObjectProtocol {
    ///     let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
    ///     return NotificationCenter.default.addObserver(
    ///         forName: ModelContext.didSave, object: context, queue: nil
    ///     ) { notification in
    ///         let inserted = notification.userInfo?[key] as? [PersistentIdentifier] ?? []
    ///         print("\(inserted.count) objects inserted")
    ///     }
    /// }
    /// ```
    ///
    /// The notification is posted on the thread that saved. It isn't posted for saves of other processes. Use
    /// ``fetchHistory(_:)`` to read those.
    public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

    /// The keys of the user info in a ``didSave`` notification. Use their raw values.
    public enum NotificationKey: String {
        /// The query generation: the version of the store's data that a context reads. Not used on Linux.
        case queryGeneration = "queryGeneration"
        /// A request to fetch every object again. Not used on Linux.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The inserted objects, as an array of ``PersistentIdentifier``.
        case insertedIdentifiers = "inserted"
        /// The updated objects, as an array of ``PersistentIdentifier``.
        case updatedIdentifiers = "updated"
        /// The deleted objects, as an array of ``PersistentIdentifier``.
        case deletedIdentifiers = "deleted"
    }
}

/// The identity and the author of a context.
///
/// Use ``ModelContext/author`` to set the author. Each save records it in the store's history.
public struct EditingState: Sendable, Identifiable {
    /// An identifier of the context. It isn't saved.
    public let id: UUID
    /// The author that the history records for the context's saves, or nil to record no author.
    public var author: String?

    init() { id = UUID() }
}
