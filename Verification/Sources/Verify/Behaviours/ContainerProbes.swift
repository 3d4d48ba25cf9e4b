import Foundation
import SwiftData

/// Probes of containers and contexts in cases that are barely documented.
enum ContainerProbes {
    static let all: [Probe] = [
        Probe(
            name: "overlapping-configurations", theme: .containers,
            title: "Two configurations store the same model, and an object is saved",
            rule: "the object is saved to the first configuration that stores its model (ModelContainer)",
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
            name: "namesakes", theme: .containers, title: "A schema lists two models with the same name",
            rule: "a container can't have two models with the same name (Schema)",
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
            title: "One process migrates a store from version 1 to 3, then opens another store as version 1",
            rule: "a process can use several versions of an entity, with short-lived containers (PlanContainer)",
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
            title: "After a failed open, the same process opens the store as its own version",
            rule:
                "a failed open can break the process: the next launch can finish a rollback (MigrationAttempt)",
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
            title: "An object is inserted whose unique value a row already has",
            rule: "the insert updates the row (ContextSave)",
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
        Probe(
            name: "replaced-unique-row", theme: .containers,
            title: "One save deletes a row and inserts an object with its unique value",
            rule: "the row is deleted first, and the object gets a row of its own (ContextSave)",
            expected: [Fact("rows", "1"), Fact("value", "second")],
            steps: [
                Probe.Step("saving") { folder in
                    let container = try folder.container(UpsertSchema.self)
                    let context = ModelContext(container)
                    let first = UpsertSchema.Account(value: "first")
                    context.insert(first)
                    try context.save()
                    context.delete(first)
                    context.insert(UpsertSchema.Account(value: "second"))
                    try context.save()
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
