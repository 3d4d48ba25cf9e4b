/// The model of a version. If it was read from an archive, its checksums are known at once and the model is decoded when it is
/// asked for, once.
package final class ModelContent: Sendable {
    private enum Form {
        case model(SchemaModel)
        case text(checksum: String, versionChecksum: String, bytes: @Sendable () -> [UInt8])
    }

    /// Whether it is no more than what a store carries: no Swift types, and the values that dynamic defaults happened to have.
    package let isArchived: Bool

    private let form: Form
    private let model: Locked<SchemaModel?>

    /// A model.
    package init(_ model: SchemaModel, isArchived: Bool = false) {
        form = .model(model)
        self.model = Locked(model)
        self.isArchived = isArchived
    }

    /// A model whose canonical text was kept.
    ///
    /// - Parameters:
    ///   - checksum: SHA-256 over the text.
    ///   - versionChecksum: Core Data's checksum over the version hashes.
    package init(checksum: String, versionChecksum: String, text: @escaping @Sendable () -> [UInt8]) {
        form = .text(checksum: checksum, versionChecksum: versionChecksum, bytes: text)
        model = Locked(nil)
        isArchived = false
    }

    /// SHA-256 over the model's canonical text: equal models have equal checksums.
    package var checksum: String {
        switch form {
        case .model(let model): model.checksum
        case .text(let checksum, _, _): checksum
        }
    }

    /// Core Data's checksum over the version hashes.
    package var versionChecksum: String {
        switch form {
        case .model(let model): model.versionChecksum
        case .text(_, let versionChecksum, _): versionChecksum
        }
    }

    /// The model in its canonical text.
    package var encoded: EncodedModel {
        switch form {
        case .model(let model): EncodedModel(model)
        case .text(_, let versionChecksum, let bytes): EncodedModel(text: bytes(), versionChecksum: versionChecksum)
        }
    }

    /// The model in its canonical text, as bytes.
    package var text: [UInt8] {
        switch form {
        case .model(let model): EncodedModel(model).text
        case .text(_, _, let bytes): bytes()
        }
    }

    /// The same model with its text and checksums, which are computed here.
    package var inCanonicalText: ModelContent {
        guard case .model(let model) = form, !isArchived else { return self }
        let encoded = EncodedModel(model)
        return ModelContent(checksum: encoded.checksum, versionChecksum: encoded.versionChecksum) { encoded.text }
    }

    /// The model, if it need not be decoded: it was not read from a text, or was decoded before.
    package var known: SchemaModel? { model.withLock { $0 } }

    /// The model.
    ///
    /// - Throws: a `ModelDocumentError` if the text was damaged.
    package func decoded() throws -> SchemaModel {
        if let known { return known }
        // Two threads that ask at once both decode it, and get equal models.
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
