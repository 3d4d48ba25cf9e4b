import Foundation
import PermafrostModel
import PermafrostStore

/// The open stores of a schema, shared by any number of contexts.
///
/// Create one container when the program starts, and keep it. Objects are fetched and changed with a ``ModelContext``:
/// use ``mainContext`` on the main actor, and make an actor with ``ModelActor()`` for work elsewhere. A container is
/// `Sendable`; contexts and their objects aren't.
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
/// > Important: Creating a container opens its stores, and creates or migrates them if necessary. All of this happens
/// > on the calling thread.
///
/// On Linux, each store is one SQLite file in Core Data's layout. All contexts of a container share the store's
/// connection and take turns on it: while one context saves, the others wait.
///
/// To migrate stores of earlier versions, declare a ``SchemaMigrationPlan``. To choose the file, pass a
/// ``ModelConfiguration``.
public final class ModelContainer: Sendable, Equatable {
    /// The schema of the container's objects.
    public let schema: Schema
    /// The plan that migrates stores of earlier versions; nil if migrations are inferred from the two models.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// The configurations of the container's stores.
    public let configurations: Set<ModelConfiguration>
    let stores: [Store]
    let entities: [EntityStorage]
    /// The model of each store.
    private let storeModels: [SchemaModel]
    private let entityOfType: [ObjectIdentifier: Int]
    private let main = MainContext()

    /// The main actor's context, once it has been used.
    ///
    /// The context and the container own each other, so a container whose main context has been used lives as long as
    /// the process, as an app's does.
    @MainActor
    private final class MainContext {
        var context: ModelContext?

        nonisolated init() {}
    }

    /// Opens the stores of a schema.
    ///
    /// A store that is missing is created with its folders. A store of an earlier version is migrated: by the plan if
    /// there is one, otherwise by inference from the model that the store carries. A migration is one transaction,
    /// including the closures of its stages. If it fails, the store is unchanged. A configuration without a schema
    /// holds the complete schema.
    ///
    /// > Warning: The call blocks its thread until every store is open, and for the time of a migration. If it creates
    /// > or migrates a store while another process writes to it, it waits up to ten seconds and then throws.
    ///
    /// > Warning: Opening a store that may be saved to deletes files in its folder of large values that no row names.
    ///
    /// - Parameters:
    ///   - schema: the entities. With a plan, it must be the plan's last version.
    ///   - migrationPlan: the versions and the stages between them; nil to infer migrations.
    ///   - configurations: the stores. If the array is empty, there is one store with the name `default`.
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if a file isn't a store, can't be opened or can't be
    ///   migrated. Core Data's error is its cause, under `NSUnderlyingErrorKey`. `unknownSchema` if the classes can't
    ///   be stored. `duplicateConfiguration`, `configurationSchemaNotFoundInContainerSchema`,
    ///   `configurationFileNameContainsInvalidCharacters` or `configurationFileNameTooLong` if a configuration is
    ///   wrong.
    public init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        if let problem = schema.problem { throw SwiftDataError(.unknownSchema, problem.explanation) }
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
    /// > Warning: The call blocks its thread until every store is open, and for the time of a migration.
    ///
    /// - Parameters:
    ///   - schema: the entities. With a plan, it must be the plan's last version.
    ///   - migrationPlan: the versions and the stages between them; nil to infer migrations.
    ///   - configurations: the stores; none for one store with the name `default`.
    /// - Throws: the same errors as ``init(for:migrationPlan:configurations:)-(Schema,_,[ModelConfiguration])``.
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of some classes, and of the classes that they refer to or inherit from.
    ///
    /// > Warning: The call blocks its thread until every store is open, and for the time of a migration.
    ///
    /// - Parameters:
    ///   - types: the classes. The schema's version is 1.0.0.
    ///   - migrationPlan: the versions and the stages between them; nil to infer migrations.
    ///   - configurations: the stores; none for one store with the name `default`.
    /// - Throws: the same errors as ``init(for:migrationPlan:configurations:)-(Schema,_,[ModelConfiguration])``.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Creates a container for a store during a migration. The model describes the store's current layout.
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
    /// It saves its changes automatically: see ``ModelContext/autosaveEnabled``.
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

    /// Deletes every object of every store, and keeps the stores.
    ///
    /// > Warning: The rows are deleted at once, in one transaction for each store. This can't be undone, and no
    /// > context's ``ModelContext/rollback()`` brings them back.
    ///
    /// Delete rules are ignored, because nothing is left to refer to a deleted object. The files of large values are
    /// deleted too. The history keeps its transactions and doesn't record the deletions. Objects in memory aren't
    /// notified: using one afterwards has the effect of a row that another writer has deleted.
    ///
    /// - Throws: an error if a store can't be written. Stores that come before it are already empty.
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

    /// Deletes every object of every store, and ignores errors.
    ///
    /// > Warning: If a store can't be written, its objects are kept silently. Call ``erase()`` to receive the error.
    public func deleteAllData() {
        try? erase()
    }

    /// Returns the storage of a class.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the class isn't in the container's schema.
    func entity(of type: any PersistentModel.Type) throws -> EntityStorage {
        guard let index = entityOfType[ObjectIdentifier(type)] else {
            throw SwiftDataError(.unknownSchema, "\(type) isn't in the container's schema.")
        }
        return entities[index]
    }

    /// Returns the storage of an identifier's row; nil if the row belongs to another container's stores.
    func entity(of identifier: PersistentIdentifier) -> EntityStorage? {
        entities.first { $0.name == identifier.entityName && $0.storeIdentifier == identifier.storeIdentifier }
    }

    /// Returns the storage of the class whose entity has a name.
    func entity(named name: String) -> EntityStorage? { entities.first { $0.name == name } }

    /// Returns whether both are the same container.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

    /// Checks that every entity has a store, and that entities that inherit from each other share one.
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
                    .configurationSchemaNotFoundInContainerSchema, "The container's schema lacks \(entity.name).")
            }
        }
    }
}
