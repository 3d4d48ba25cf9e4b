/// The model of a version. If the content is created from canonical JSON, its checksums are available immediately, and
/// the model is decoded when it is first needed.
package final class ModelContent: Sendable {
    private enum Form {
        case model(SchemaModel)
        case text(checksum: String, versionChecksum: String, bytes: @Sendable () -> [UInt8])
    }

    /// Whether the model contains only the information that a store records. Such a model has no Swift types, and has
    /// fixed values in place of dynamic defaults.
    package let isArchived: Bool

    private let form: Form
    private let model: Locked<SchemaModel?>

    package init(_ model: SchemaModel, isArchived: Bool = false) {
        form = .model(model)
        self.model = Locked(model)
        self.isArchived = isArchived
    }

    /// Creates the content from a model's canonical JSON.
    ///
    /// - Parameters:
    ///   - checksum: the SHA-256 of the JSON, in lowercase hexadecimal.
    ///   - versionChecksum: Core Data's checksum of the version hashes.
    ///   - text: a closure that returns the bytes of the JSON.
    package init(checksum: String, versionChecksum: String, text: @escaping @Sendable () -> [UInt8]) {
        form = .text(checksum: checksum, versionChecksum: versionChecksum, bytes: text)
        model = Locked(nil)
        isArchived = false
    }

    /// The SHA-256 of the model's canonical JSON. Equal models have equal checksums.
    package var checksum: String {
        switch form {
        case .model(let model): model.checksum
        case .text(let checksum, _, _): checksum
        }
    }

    /// Core Data's checksum of the version hashes.
    package var versionChecksum: String {
        switch form {
        case .model(let model): model.versionChecksum
        case .text(_, let versionChecksum, _): versionChecksum
        }
    }

    package var encoded: EncodedModel {
        switch form {
        case .model(let model): EncodedModel(model)
        case .text(_, let versionChecksum, let bytes): EncodedModel(text: bytes(), versionChecksum: versionChecksum)
        }
    }

    /// The bytes of the model's canonical JSON.
    package var text: [UInt8] {
        switch form {
        case .model(let model): EncodedModel(model).text
        case .text(_, _, let bytes): bytes()
        }
    }

    /// This content as canonical JSON with its checksums, which are computed when the property is read. If the content
    /// is archived, or is JSON already, the property returns it unchanged.
    package var inCanonicalText: ModelContent {
        guard case .model(let model) = form, !isArchived else { return self }
        let encoded = EncodedModel(model)
        let content = ModelContent(checksum: encoded.checksum, versionChecksum: encoded.versionChecksum) {
            encoded.text
        }
        content.model.withLock { $0 = model }
        return content
    }

    /// The model, or nil if it hasn't been decoded yet.
    package var known: SchemaModel? { model.withLock { $0 } }

    /// Returns the model. Decodes it if necessary.
    ///
    /// - Throws: a `ModelDocumentError` if the JSON is damaged.
    package func decoded() throws -> SchemaModel {
        if let known { return known }
        // If two threads call this at the same time, both decode the JSON. They get equal models.
        let decoded = try encoded.model()
        model.withLock { $0 = decoded }
        return decoded
    }
}

extension ModelContent: Equatable {
    package static func == (left: ModelContent, right: ModelContent) -> Bool {
        guard left !== right else { return true }
        guard left.isArchived == right.isArchived else { return false }
        if case .model(let old) = left.form, case .model(let new) = right.form { return old == new }
        return left.checksum == right.checksum
    }
}
