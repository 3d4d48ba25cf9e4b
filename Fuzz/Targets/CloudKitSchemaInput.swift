import PermafrostProject

/// Bytes read as a schema that `cktool export-schema` wrote.
enum CloudKitSchemaInput {
    static func read(_ bytes: [UInt8]) throws {
        _ = try CloudKitSchemaParser.parse(bytes)
    }
}
