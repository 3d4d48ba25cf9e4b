import Synchronization

/// The open stores of a schema, shared by any number of contexts.
///
/// Create one container when the program starts, and keep it. Use a ``ModelContext`` to fetch and change objects. On
/// the main actor, use ``mainContext``. For work elsewhere, declare an actor with ``ModelActor()``. A container is
/// `Sendable`. Contexts and their objects aren't.
///
/// ```swift
/// import SwiftData
///
/// @Model final class Trip {
///     var name: String
///     init(name: String) { self.name = name }
/// }
///
/// @MainActor func addTrip(named name: String, to container: ModelContainer) throws {
///     container.mainContext.insert(Trip(name: name))
///     try container.mainContext.save()
/// }
///
/// func openTrips() throws -> ModelContainer {
///     try ModelContainer(for: Trip.self)
/// }
/// ```
///
/// > Important: Creating a container opens its stores on the calling thread, and creates or migrates them if necessary.
///
/// On Linux, each store is one SQLite file in Core Data's layout. All contexts of a container share one connection to
/// the store. While one context saves, the others wait.
///
/// To migrate stores of earlier versions, declare a ``SchemaMigrationPlan``. To choose the file, pass a
/// ``ModelConfiguration``.
public final class ModelContainer: Sendable, Equatable {
    /// The schema of the container's objects.
    public var schema: Schema { opened.schema }
    /// The plan that migrates stores of earlier versions, or nil if SwiftData infers migrations.
    public var migrationPlan: (any SchemaMigrationPlan.Type)? { opened.migrationPlan }
    /// The configurations of the container's stores.
    public var configurations: Set<ModelConfiguration> { opened.configurations }
    /// The open stores, which the container shares with its contexts.
    let opened: OpenContainer
    /// The main actor's context, or nil until it's first used.
    private let main = Mutex<MainContext?>(nil)

    /// Opens the stores of a schema.
    ///
    /// A missing store is created, together with its folders. A store of an earlier version is migrated with the plan,
    /// or, without a plan, with a migration inferred from the model in the store. A migration, including the closures
    /// of its stages, is one transaction. If it fails, the store is unchanged. A configuration without a schema
    /// contains the complete schema.
    ///
    /// > Warning: The call blocks its thread until every store is migrated and open. If it must create or migrate a
    /// > store while another process writes to the store, it waits up to ten seconds and then throws.
    ///
    /// > Warning: Opening a store that isn't read-only deletes the files of large values that no row refers to.
    ///
    /// - Parameters:
    ///   - schema: the entities. With a plan that has stages, the schema must be a version of the plan.
    ///   - migrationPlan: the versions and the stages between them, or nil to infer migrations.
    ///   - configurations: the stores. If the array is empty, there is one store, which is called `default`.
    /// - Throws:
    ///   - `SwiftDataError.loadIssueModelContainer` if a store can't be opened, created or migrated, or if the schema
    ///     violates CloudKit's rules. Core Data's error is then under `NSUnderlyingErrorKey`.
    ///   - `SwiftDataError.loadIssueModelContainer` without an underlying error if an entity isn't in any
    ///     configuration, or if an entity and its superentity would be in different stores.
    ///   - `SwiftDataError.unknownSchema` if the classes can't be stored.
    ///   - `duplicateConfiguration`, `configurationSchemaNotFoundInContainerSchema`,
    ///     `configurationFileNameContainsInvalidCharacters` or `configurationFileNameTooLong` if a configuration is
    ///     wrong.
    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        opened = try OpenContainer(schema, migrationPlan, configurations)
        opened.setContainer(self)
    }

    /// Opens the stores of a schema.
    ///
    /// > Warning: The call blocks its thread until every store is migrated and open.
    ///
    /// - Parameters:
    ///   - schema: the entities. With a plan that has stages, the schema must be a version of the plan.
    ///   - migrationPlan: the versions and the stages between them, or nil to infer migrations.
    ///   - configurations: the stores. If you pass none, there is one store, which is called `default`.
    /// - Throws: the same errors as ``init(for:migrationPlan:configurations:)-(Schema,_,[ModelConfiguration])``.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of the given classes, and of the classes that they refer to or inherit from.
    ///
    /// > Warning: The call blocks its thread until every store is migrated and open.
    ///
    /// - Parameters:
    ///   - types: the classes. The schema's version is 1.0.0.
    ///   - migrationPlan: the versions and the stages between them, or nil to infer migrations.
    ///   - configurations: the stores. If you pass none, there is one store, which is called `default`.
    /// - Throws: the same errors as ``init(for:migrationPlan:configurations:)-(Schema,_,[ModelConfiguration])``.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Creates another container of stores that are already open.
    init(_ opened: OpenContainer) { self.opened = opened }

    /// The main actor's context. The first use creates it.
    ///
    /// The context saves its changes automatically: see ``ModelContext/autosaveEnabled``.
    ///
    /// > Important: A fetch or a save with this context blocks the main actor. Use a ``ModelActor`` for longer work.
    ///
    /// The container keeps the context in memory, and the context keeps the stores open.
    @MainActor public var mainContext: ModelContext {
        if let known = main.withLock({ $0 }) { return known.context }
        let made = MainContext(of: opened)
        main.withLock { $0 = made }
        return made.context
    }

    /// Deletes every object in every store. The stores themselves aren't deleted.
    ///
    /// > Warning: The rows are deleted immediately, in one transaction for each store. You can't undo this with
    /// > ``ModelContext/rollback()``.
    ///
    /// Delete rules are ignored, because no object remains that could refer to a deleted one. The files of large values
    /// are deleted, too. The history keeps its transactions and doesn't record the deletions. Objects in memory aren't
    /// notified. They then behave like objects whose rows were deleted by another writer.
    ///
    /// - Throws: an error if a store can't be written. Stores that were processed earlier are then already empty.
    public func erase() throws {
        try opened.erase()
    }

    /// Deletes every object in every store, and ignores errors.
    ///
    /// > Warning: If a store can't be written, the objects in this store and the following stores aren't deleted, and
    /// > no error is reported. Call ``erase()`` to receive the error.
    public func deleteAllData() {
        try? erase()
    }

    /// Returns whether two references are to the same container.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left.opened === right.opened }
}

/// The owner of the main actor's context. It releases the context on the main actor, where its objects are used.
@MainActor
private final class MainContext {
    let context: ModelContext

    /// Takes over the main actor's context of the open stores if it exists, or creates it.
    init(of opened: OpenContainer) {
        if let known = opened.mainContext {
            context = known
            return
        }
        context = ModelContext(opened)
        context.autosaveExecutor = .mainActor
        context.autosaveEnabled = true
        opened.mainContext = context
    }

    isolated deinit {}
}
