import Foundation
import PermafrostModel
import PermafrostStore
import Synchronization

/// The open stores and the entities of a container, shared by the container and its contexts. When the last of them is
/// released, the stores are closed, and SQLite moves the rows of each `-wal` into the store's file.
final class OpenContainer: Sendable {
    let schema: Schema
    let migrationPlan: (any SchemaMigrationPlan.Type)?
    let configurations: Set<ModelConfiguration>
    let stores: [Store]
    let entities: [EntityStorage]
    /// The model of each store, in the order of ``stores``.
    private let storeModels: [SchemaModel]
    private let entityOfType: [ObjectIdentifier: Int]
    /// A cache of the SQL for the predicates of the contexts' fetches.
    let predicates = PredicateCache()
    private let current = Mutex(CurrentContainer())
    /// The main actor's context, or nil if it doesn't exist.
    @MainActor weak var mainContext: ModelContext?

    /// The container that has the stores, or nil if it was released.
    private struct CurrentContainer {
        weak var container: ModelContainer?
    }

    /// Opens the stores of a schema. Creates missing stores, and migrates stores of earlier versions.
    ///
    /// - Throws: `SwiftDataError`, as ``ModelContainer`` documents it.
    init(
        _ schema: Schema, _ migrationPlan: (any SchemaMigrationPlan.Type)?, _ configurations: [ModelConfiguration]
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

    /// Creates the content of a container for a store that is being migrated.
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

    /// The container of the stores. If it was released while a context still used the stores, makes another one.
    var container: ModelContainer {
        current.withLock { current in
            if let known = current.container { return known }
            let made = ModelContainer(self)
            current.container = made
            return made
        }
    }

    /// Sets the container that opened the stores.
    func setContainer(_ container: ModelContainer) {
        current.withLock { $0.container = container }
    }

    /// Deletes every object in every store. See ``ModelContainer/erase()``.
    func erase() throws {
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
