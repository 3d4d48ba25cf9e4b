import Foundation
import PermafrostModel
import PermafrostStore

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
    public let schema: Schema
    /// The plan that migrates stores of earlier versions, or nil if SwiftData infers migrations.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// The configurations of the container's stores.
    public let configurations: Set<ModelConfiguration>
    let stores: [Store]
    let entities: [EntityStorage]
    /// The model of each store, in the order of ``stores``.
    private let storeModels: [SchemaModel]
    private let entityOfType: [ObjectIdentifier: Int]
    private let main = MainContext()
    /// A cache of the SQL for the predicates of the container's fetches.
    let predicates = PredicateCache()

    /// The storage of the main actor's context, which is nil until it's first used.
    ///
    /// The context and the container own each other, so after the first use of the context, the container exists until
    /// the process ends.
    @MainActor
    private final class MainContext {
        var context: ModelContext?

        nonisolated init() {}
    }

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
    ///   - schema: the entities. With a plan, the schema must be the plan's last version.
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
        try schema.requireStorable()
        let configurations = configurations.isEmpty ? [ModelConfiguration(schema: schema)] : configurations
        try Self.check(configurations, schema)
        try Self.checkHierarchies(configurations, schema)
        var stores: [Store] = []
        var models: [SchemaModel] = []
        var storeOfEntity: [String: Store] = [:]
        for configuration in configurations {
            let part = configuration.schema ?? schema
            let (store, model) = try StoreOpener(configuration: configuration, schema: part, plan: migrationPlan).open()
            stores.append(store)
            models.append(model)
            for entity in part.model.entities where storeOfEntity[entity.name] == nil {
                storeOfEntity[entity.name] = store
            }
        }
        self.schema = schema
        self.migrationPlan = migrationPlan
        self.configurations = Set(configurations)
        self.stores = stores
        entities = EntityStorage.all(
            of: schema,
            stores: zip(stores, models).map { store, model in
                (store, model, Set(storeOfEntity.filter { $0.value === store }.keys))
            })
        entityOfType = Dictionary(
            entities.map { (ObjectIdentifier($0.type), $0.index) }, uniquingKeysWith: { first, _ in first })
        storeModels = models
        for (store, model) in zip(stores, models) where store.configuration.allowsSave {
            try store.removeUnnamedFiles(model: model)
        }
    }

    /// Opens the stores of a schema.
    ///
    /// > Warning: The call blocks its thread until every store is migrated and open.
    ///
    /// - Parameters:
    ///   - schema: the entities. With a plan, the schema must be the plan's last version.
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

    /// Creates a container for a store that is being migrated.
    ///
    /// - Parameter model: the store's layout at this point of the migration.
    init(schema: Schema, store: Store, model: SchemaModel) {
        self.schema = schema
        migrationPlan = nil
        configurations = [store.configuration]
        stores = [store]
        storeModels = [model]
        entities = EntityStorage.all(of: schema, stores: [(store, model, Set(model.entities.map(\.name)))])
        entityOfType = Dictionary(
            entities.map { (ObjectIdentifier($0.type), $0.index) }, uniquingKeysWith: { first, _ in first })
    }

    /// The main actor's context. The first use creates it.
    ///
    /// The context saves its changes automatically: see ``ModelContext/autosaveEnabled``.
    ///
    /// > Important: A fetch or a save with this context blocks the main actor. Use a ``ModelActor`` for longer work.
    ///
    /// Once this property has been read, the container lives until the process ends.
    @MainActor public var mainContext: ModelContext {
        if let known = main.context { return known }
        let context = ModelContext(self)
        context.autosaveExecutor = .mainActor
        context.autosaveEnabled = true
        main.context = context
        return context
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
        for (store, model) in zip(stores, storeModels) {
            let entities = entities.filter { $0.store === store }
            try store.transaction {
                for entity in entities {
                    try store.run("DELETE FROM \(entity.table)")
                    for case .join(let table, _, _)? in entity.properties.map({ $0.relationship?.form }) {
                        try store.run("DELETE FROM \(table)")
                    }
                }
            }
            try store.removeUnnamedFiles(model: model)
        }
    }

    /// Deletes every object in every store, and ignores errors.
    ///
    /// > Warning: If a store can't be written, the objects in this store and the following stores aren't deleted, and
    /// > no error is reported. Call ``erase()`` to receive the error.
    public func deleteAllData() {
        try? erase()
    }

    /// Returns the entity that stores a class.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the class isn't in the container's schema.
    func entity(of type: any PersistentModel.Type) throws -> EntityStorage {
        guard let index = entityOfType[ObjectIdentifier(type)] else {
            throw SwiftDataError(.unknownSchema, "\(type) isn't in the container's schema.")
        }
        return entities[index]
    }

    /// Returns the entity of the row that an identifier refers to. Returns nil if the identifier is temporary, or if
    /// the container doesn't have that entity in the identifier's store.
    func entity(of identifier: PersistentIdentifier) -> EntityStorage? {
        entities.first { $0.name == identifier.entityName && $0.storeIdentifier == identifier.storeIdentifier }
    }

    /// Returns the entity with the given name, or nil if the schema doesn't have it.
    func entity(named name: String) -> EntityStorage? { entities.first { $0.name == name } }

    /// Returns whether two references are to the same container.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

    /// Checks that every entity is in a configuration, and that an entity and its superentity have the same store.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if the check fails.
    private static func checkHierarchies(_ configurations: [ModelConfiguration], _ schema: Schema) throws {
        func findPlace(_ entity: String) -> Int? {
            configurations.firstIndex { ($0.schema ?? schema).entitiesByName[entity] != nil }
        }
        for entity in schema.model.entities {
            let superentity = entity.superentity ?? entity.name
            guard let place = findPlace(entity.name), place == findPlace(superentity) else {
                throw SwiftDataError(
                    .loadIssueModelContainer,
                    entity.superentity.map { "No configuration contains \(entity.name) together with \($0)." }
                        ?? "No configuration contains \(entity.name).")
            }
        }
    }

    private static func check(_ configurations: [ModelConfiguration], _ schema: Schema) throws {
        var names: Set<String> = []
        var paths: Set<String> = []
        for configuration in configurations {
            if !names.insert(configuration.name).inserted {
                throw SwiftDataError(.duplicateConfiguration, "Two configurations are named \(configuration.name).")
            }
            if let path = configuration.storePath, !paths.insert(path).inserted {
                throw SwiftDataError(.duplicateConfiguration, "Two configurations share the file \(path).")
            }
            try configuration.validate()
            for entity in configuration.schema?.entities ?? [] where schema.entitiesByName[entity.name] == nil {
                throw SwiftDataError(
                    .configurationSchemaNotFoundInContainerSchema, "\(entity.name) isn't in the container's schema.")
            }
        }
    }
}
