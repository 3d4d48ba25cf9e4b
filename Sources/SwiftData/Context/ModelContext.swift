import Foundation

/// Objects of a container's stores, and the changes made to them that are not saved yet. It belongs to one task or actor.
///
/// For each row it has at most one object. An object stays usable after its context has ended, yet what was not saved is
/// then lost.
public final class ModelContext: Equatable {
    /// The container.
    public let container: ModelContainer
    /// What each save records about this context in the store.
    public var editingState = EditingState()
    let state: ContextState
    /// What ``autosaveEnabled`` says.
    var isAutosaveEnabled = false
    /// Where automatic saves take place; nil if there is no place for them.
    var autosaveExecutor: Autosave.Executor?

    /// A context of a container.
    public init(_ container: ModelContainer) {
        self.container = container
        state = ContextState(container)
        state.handle = self
    }

    deinit {
        state.end()
    }

    /// The name under which the history keeps the context's saves.
    public var author: String? {
        get { editingState.author }
        set { editingState.author = newValue }
    }

    /// Whether there are changes that are not saved.
    public var hasChanges: Bool { state.hasChanges }
    /// The objects that are not in a store yet.
    public var insertedModelsArray: [any PersistentModel] { state.inserted }
    /// The objects with changes.
    public var changedModelsArray: [any PersistentModel] { state.changed }
    /// The objects that the next save deletes.
    public var deletedModelsArray: [any PersistentModel] { state.deleted }

    /// Adds an object, and those that it refers to. One of a class that the container does not have is reported by the next
    /// save or fetch.
    public func insert<T: PersistentModel>(_ model: T) {
        do { try state.insert(model) } catch { state.note(.unknownClass("\(T.self)")) }
    }

    /// Deletes an object at the next save, and what its relationships' delete rules reach. One that was never saved is
    /// only forgotten.
    public func delete<T: PersistentModel>(_ model: T) {
        state.delete(model)
    }

    /// Deletes the objects that meet a predicate at the next save, with their delete rules.
    ///
    /// - Parameters:
    ///   - model: the class of the objects.
    ///   - predicate: which of them; nil for all.
    ///   - includeSubclasses: whether objects of classes count that inherit from the model.
    /// - Throws: `SwiftDataError.unsupportedPredicate` if the predicate has no SQL form.
    public func delete<T: PersistentModel>(
        model: T.Type, where predicate: Predicate<T>? = nil, includeSubclasses: Bool = true
    ) throws {
        for object in try fetch(FetchDescriptor<T>(predicate: predicate))
        where includeSubclasses || type(of: object) == model {
            state.delete(object)
        }
    }

    /// Writes every change, in one transaction of each store.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if an object breaks a rule of its model, or was read after its
    ///   row was gone. Then nothing has been written.
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

    /// Undoes every change that is not saved.
    public func rollback() {
        state.rollback()
    }

    /// Runs code and saves what it changed; what it throws leaves the changes unsaved.
    public func transaction(block: () throws -> Void) throws {
        try block()
        try save()
    }

    /// Does nothing: changes reach the other side of a relationship, and observers, as they are made.
    public func processPendingChanges() {}

    /// Whether both are one context.
    public static func == (left: ModelContext, right: ModelContext) -> Bool { left === right }
}

extension ModelContext {
    /// Posted before a context saves.
    public static let willSave = Notification.Name("SwiftData.ModelContext.willSave")
    /// Posted after a context has saved; the user info has identifiers under ``NotificationKey``.
    public static let didSave = Notification.Name("SwiftData.ModelContext.didSave")

    /// The keys of ``didSave``'s user info, by their raw values.
    public enum NotificationKey: String {
        /// Which generation of the store a context reads; no notification has it here.
        case queryGeneration = "queryGeneration"
        /// Every object must be fetched again; no notification has it here.
        case invalidatedAllIdentifiers = "invalidatedAll"
        /// The objects that were inserted: an array of ``PersistentIdentifier``.
        case insertedIdentifiers = "inserted"
        /// The objects that were changed: the same.
        case updatedIdentifiers = "updated"
        /// The objects that were deleted: the same.
        case deletedIdentifiers = "deleted"
    }
}

/// The facts about a context that its saves record in the store.
public struct EditingState: Sendable, Identifiable {
    /// Identifies the context.
    public let id: UUID
    /// The name under which the history keeps the context's saves.
    public var author: String?

    init() { id = UUID() }
}
