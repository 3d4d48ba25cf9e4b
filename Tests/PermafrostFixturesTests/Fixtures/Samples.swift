import PermafrostModel

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Small models to freeze.
enum Samples {
    static func model(_ property: String = "title") -> SchemaModel {
        SchemaModel(
            entities: [
                Entity(
                    name: "Post",
                    properties: [
                        .attribute(Attribute(name: property, type: .string)),
                        .attribute(Attribute(name: "id", type: .uuid, defaultValue: .expression("UUID()"))),
                        .relationship(
                            Relationship(name: "author", destination: "User", inverse: "posts", isOptional: true)),
                    ], uniquenessConstraints: [["id"]]),
                Entity(
                    name: "User",
                    properties: [
                        .relationship(
                            Relationship(name: "posts", destination: "Post", inverse: "author", maximumCount: 0))
                    ]),
            ], versionIdentifiers: ["1.0.0"])
    }

    static func request(_ version: String, model: SchemaModel = model()) throws -> FreezeRequest {
        FreezeRequest(
            version: try VersionName(version), group: "Blog", schema: "BlogSchemaV1", model: model,
            date: "2026-01-01T00:00:00Z")
    }
}
