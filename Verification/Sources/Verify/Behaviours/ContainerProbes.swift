import Foundation
import SwiftData

/// Probes of containers and contexts in cases that are barely documented.
enum ContainerProbes {
    static let all: [Probe] = [
        Probe(
            name: "overlapping-configurations", theme: .containers,
            title: "Two configurations keep one model, and an object is saved",
            rule: "the object goes to the first configuration that keeps its model (ModelContainer)",
            expected: [Fact("rows in One", "1"), Fact("rows in Two", "0")],
            steps: [
                Probe.Step("saving") { folder in
                    let schema = Schema(versionedSchema: LadderSchemaV1.self)
                    let configurations = ["One", "Two"].map { folder.configuration($0, schema: schema) }
                    let context = ModelContext(
                        try ModelContainer(for: schema, migrationPlan: nil, configurations: configurations))
                    context.insert(LadderSchemaV1.Rung())
                    try context.save()
                    return []
                },
                Probe.Step("counting") { folder in
                    try ["One", "Two"].flatMap { name in
                        try folder.open(LadderSchemaV1.self, store: name) { context in
                            let count = try context.fetchCount(FetchDescriptor<LadderSchemaV1.Rung>())
                            return [Fact("rows in \(name)", "\(count)")]
                        }
                    }
                },
            ]),
        Probe(
            name: "namesakes", theme: .containers, title: "A schema lists two models of one name",
            rule: "a container over two models of one name cannot be made (Schema)",
            expected: [Fact("making", "refused…")],
            steps: [
                Probe.Step("making") { folder in
                    let schema = Schema([LadderSchemaV1.Rung.self, LadderSchemaV2.Rung.self])
                    _ = try ModelContainer(
                        for: schema, migrationPlan: nil, configurations: [folder.configuration(schema: schema)])
                    return [Fact("entities", schema.entities.map(\.name).joined(separator: ", "))]
                }
            ]),
        Probe(
            name: "versions-in-one-process", theme: .containers,
            title: "One process opens a store as version 1, migrates it to 3, and opens another as 1",
            rule: "several versions of one entity in one process: each container is kept short (PlanContainer)",
            expected: [Fact("name after the migration", "first"), Fact("rows of the other store", "1")],
            steps: [
                Probe.Step("opening") { folder in
                    try folder.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) }
                    let migrated = try folder.open(LadderSchemaV3.self) { context in
                        try context.fetch(FetchDescriptor<LadderSchemaV3.Rung>()).map {
                            Fact("name after the migration", $0.name)
                        }
                    }
                    try folder.make(LadderSchemaV1.self, store: "Other") { $0.insert(LadderSchemaV1.Rung()) }
                    return try migrated
                        + folder.open(LadderSchemaV1.self, store: "Other") { context in
                            let count = try context.fetchCount(FetchDescriptor<LadderSchemaV1.Rung>())
                            return [Fact("rows of the other store", "\(count)")]
                        }
                }
            ]),
        Probe(
            name: "opening-after-a-failure", theme: .containers,
            title: "A store that could not be opened is opened again by the same process, as it was",
            rule:
                "a failed open may spoil the process: a rollback can be finished at the next launch (MigrationAttempt)",
            expected: [Fact("first attempt", "refused"), Fact("rows at the second", "1")],
            steps: [
                Probe.Step("opening") { folder in
                    try folder.make(RequiredSchemaV1.self) { $0.insert(RequiredSchemaV1.Song()) }
                    var first = "done"
                    do {
                        _ = try folder.container(RequiredSchemaV2.self)
                    } catch {
                        first = "refused"
                    }
                    return try [Fact("first attempt", first)]
                        + folder.open(RequiredSchemaV1.self) { context in
                            let count = try context.fetchCount(FetchDescriptor<RequiredSchemaV1.Song>())
                            return [Fact("rows at the second", "\(count)")]
                        }
                }
            ]),
        Probe(
            name: "unique-upsert", theme: .containers,
            title: "An object with a unique value that a row has is inserted",
            rule: "the insert becomes an update of the row (ContextSave)",
            expected: [Fact("rows", "1"), Fact("value", "second")],
            steps: [
                Probe.Step("saving") { folder in
                    let container = try folder.container(UpsertSchema.self)
                    for value in ["first", "second"] {
                        let context = ModelContext(container)
                        context.insert(UpsertSchema.Account(value: value))
                        try context.save()
                    }
                    let accounts = try ModelContext(container).fetch(FetchDescriptor<UpsertSchema.Account>())
                    return [
                        Fact("rows", "\(accounts.count)"),
                        Fact("value", accounts.map(\.value).joined(separator: ", ")),
                    ]
                }
            ]),
    ]
}

enum UpsertSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Account.self] }

    @Model
    final class Account {
        @Attribute(.unique) var number: Int = 1
        var value: String

        init(value: String) {
            self.value = value
        }
    }
}
