import PermafrostSource

/// Bytes read as the only source of a project.
enum SourceInput {
    static func read(_ bytes: [UInt8]) throws {
        let files = InMemorySources(bytes: ["Sources/App/Models.swift": bytes])
        _ = try SourceReader(request: SourceRequest(directory: "/project"), files: files).read()
    }
}
