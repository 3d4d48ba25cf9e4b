import Foundation
import SwiftData

/// Chains of stages that can be inferred one by one, but not from end to end.
enum ChainProbes {
    static let all: [Probe] = [
        .opening(
            "lightweight-chain", "Only lightweight stages: a string is removed and returns as a number", theme: .plans,
            rule: "plan: SwiftData infers such a chain in one step, from its first version to its last (PF0217)",
            change: ("ChainSchemaV1", "ChainSchemaV3"),
            make: { try $0.make(ChainSchemaV1.self) { $0.insert(ChainSchemaV1.Link()) } },
            open: { try $0.open(ChainSchemaV3.self, plan: LightPlan.self) }),
        .opening(
            "chain-with-custom-stage", "Lightweight stages and one empty custom stage", theme: .plans,
            rule: "plan: with a custom stage on the path, SwiftData runs each stage separately (PF0217)",
            expected: [Fact("opening", "done")],
            make: { try $0.make(ChainSchemaV1.self) { $0.insert(ChainSchemaV1.Link()) } },
            open: { try $0.open(ChainSchemaV3.self, plan: MixedPlan.self) }),
        .opening(
            "lightweight-renames", "Only lightweight stages: a required string is renamed twice", theme: .plans,
            rule: "plan: the first version has no property with the last version's originalName (PF0217)",
            change: ("AliasSchemaV1", "AliasSchemaV3"),
            make: { try $0.make(AliasSchemaV1.self) { $0.insert(AliasSchemaV1.Person(name: "kept")) } },
            open: { folder in
                try folder.open(AliasSchemaV3.self, plan: AliasPlan.self) { context in
                    try context.fetch(FetchDescriptor<AliasSchemaV3.Person>()).map { Fact("value", $0.fullName) }
                }
            }),
    ]
}

private enum LightPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ChainSchemaV1.self, ChainSchemaV2.self, ChainSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .light(from: ChainSchemaV1.self, to: ChainSchemaV2.self),
            .light(from: ChainSchemaV2.self, to: ChainSchemaV3.self),
        ]
    }
}

private enum MixedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [ChainSchemaV1.self, ChainSchemaV2.self, ChainSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .empty(from: ChainSchemaV1.self, to: ChainSchemaV2.self),
            .light(from: ChainSchemaV2.self, to: ChainSchemaV3.self),
        ]
    }
}

private enum AliasPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [AliasSchemaV1.self, AliasSchemaV2.self, AliasSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .light(from: AliasSchemaV1.self, to: AliasSchemaV2.self),
            .light(from: AliasSchemaV2.self, to: AliasSchemaV3.self),
        ]
    }
}

enum ChainSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Link.self] }

    @Model
    final class Link {
        var weight: String = "7"
        var name: String = "kept"

        init() {}
    }
}

enum ChainSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Link.self] }

    @Model
    final class Link {
        var name: String = "kept"

        init() {}
    }
}

enum ChainSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Link.self] }

    @Model
    final class Link {
        var weight: Int = 0
        var name: String = "kept"

        init() {}
    }
}

enum AliasSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
        var name: String

        init(name: String) {
            self.name = name
        }
    }
}

enum AliasSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
        @Attribute(originalName: "name") var givenName: String

        init(givenName: String) {
            self.givenName = givenName
        }
    }
}

enum AliasSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Person.self] }

    @Model
    final class Person {
        @Attribute(originalName: "givenName") var fullName: String

        init(fullName: String) {
            self.fullName = fullName
        }
    }
}
