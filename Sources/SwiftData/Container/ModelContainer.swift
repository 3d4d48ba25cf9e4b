import Foundation
import PermafrostModel
import PermafrostStore

/// The stores of a schema, open, for any number of contexts.
public final class ModelContainer: Sendable, Equatable {
    /// The schema.
    public let schema: Schema
    /// The plan by which stores of older versions are brought to the schema; nil for inference alone.
    public let migrationPlan: (any SchemaMigrationPlan.Type)?
    /// Where its objects are kept.
    public let configurations: Set<ModelConfiguration>
    let stores: [Store]
    let entities: [EntityStorage]
    /// The model of each store.
    private let storeModels: [SchemaModel]
    private let entityOfType: [ObjectIdentifier: Int]
    private let main = MainContext()

    /// The main actor's context, once it was asked for. The container owns it, and it the container: a container that was
    /// asked for its main context lives as long as the process, as an app's does.
    @MainActor
    private final class MainContext {
        var context: ModelContext?

        nonisolated init() {}
    }

    /// Opens the stores of a schema, brings those of older versions to it, and makes those that are not there.
    ///
    /// A migration is one transaction, the hooks of its stages included: where it fails, the store is as it was.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if a file is no store or one of another model, with Core
    ///   Data's error as its cause; `unknownSchema` if no store can be made of the classes.
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
    public convenience init(
        for schema: Schema, migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: schema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of classes, and of those that they refer to.
    public convenience init(
        for types: any PersistentModel.Type..., migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// A container over a store in the middle of a migration, which is laid out by the model.
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

    /// The context for the main actor. It saves its changes by itself: see ``ModelContext/autosaveEnabled``.
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
    /// - Throws: `SwiftDataError` if a store cannot be written.
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

    /// Deletes every object of every store, and keeps the stores.
    public func deleteAllData() {
        try? erase()
    }

    /// The storage of a class.
    func entity(of type: any PersistentModel.Type) throws -> EntityStorage {
        guard let index = entityOfType[ObjectIdentifier(type)] else {
            throw SwiftDataError(.unknownSchema, "\(type) is not of the container's schema.")
        }
        return entities[index]
    }

    /// The storage of an identifier's row; nil if the row is of another container's stores.
    func entity(of identifier: PersistentIdentifier) -> EntityStorage? {
        entities.first { $0.name == identifier.entityName && $0.storeIdentifier == identifier.storeIdentifier }
    }

    /// The storage of the class with an entity of that name.
    func entity(named name: String) -> EntityStorage? { entities.first { $0.name == name } }

    /// Whether both are one container.
    public static func == (left: ModelContainer, right: ModelContainer) -> Bool { left === right }

    /// Every entity has a store, and those that inherit from one another have one together.
    private static func checkHierarchies(_ configurations: [ModelConfiguration], _ schema: Schema) throws {
        func findPlace(_ entity: String) -> Int? {
            configurations.firstIndex { ($0.schema ?? schema).entitiesByName[entity] != nil }
        }
        for entity in schema.model.entities {
            let superentity = entity.superentity ?? entity.name
            guard let place = findPlace(entity.name), place == findPlace(superentity) else {
                throw SwiftDataError(
                    .loadIssueModelContainer,
                    entity.superentity.map { "No configuration keeps \(entity.name) along with \($0)." }
                        ?? "No configuration keeps \(entity.name).")
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
