import PermafrostModel
import PermafrostSource
import Testing

/// Reads sources held in memory.
func read(
    _ texts: [String: String], models: [String] = [], includesTests: Bool = false
) throws -> ProjectDeclarations {
    let request = SourceRequest(directory: "/project", includesTests: includesTests, models: models)
    return try SourceReader(request: request, files: InMemorySources(texts)).read()
}

/// Returns the only version of a project. Its schema `V1` lists the given classes, in the file
/// `Sources/App/Models.swift`.
func version(_ models: String, _ body: String, outside: String = "") throws -> DeclaredVersion {
    let text = """
        import SwiftData
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { \(models) }
        \(body)
        }
        \(outside)
        """
    let project = try read(["Sources/App/Models.swift": text])
    #expect(project.issues.isEmpty)
    return try #require(project.schemas.first)
}

/// Returns the property named `value` of a class with the given body.
func property(_ declaration: String, outside: String = "", imports: String = "") throws -> Property {
    let schema = try version("[Item.self]", "@Model final class Item {\n\(declaration)\n}", outside: outside)
    #expect(schema.issues.isEmpty, "\(schema.issues)")
    let model = try #require(schema.model?.known, "\(schema.issues)")
    return try #require(model.entity(named: "Item")?.property(named: "value"))
}

/// Returns the attribute named `value` of a class with the given body.
func attribute(_ declaration: String, outside: String = "") throws -> Attribute {
    guard case .attribute(let attribute) = try property(declaration, outside: outside) else {
        throw Unexpected.relationship
    }
    return attribute
}

enum Unexpected: Error { case relationship }
