/// A model in the form that fixtures and caches store. It consists of the canonical JSON and its checksums. Encoded
/// models can be compared without parsing or decoding them.
package struct EncodedModel: Sendable, Hashable {
    /// The canonical JSON. It contains `models` with their version hashes, and `modelVersionIdentifiers`. It also
    /// contains `modelConfigurations` and `modelFrameworkVariants` if there are any.
    package let text: [UInt8]
    /// The SHA-256 of ``text`` in lowercase hexadecimal. Equal models have equal checksums.
    package let checksum: String
    /// Core Data's checksum of the version hashes (``SchemaModel/versionChecksum``).
    package let versionChecksum: String

    package init(_ model: SchemaModel) {
        let hashes = model.versionHashes
        self.init(
            text: model.canonicalJSON(hashes).bytes(.lines),
            versionChecksum: model.versionChecksum(of: hashes))
    }

    /// Creates an encoded model from stored JSON, and computes its checksum.
    package init(text: [UInt8], versionChecksum: String) {
        self.text = text
        self.versionChecksum = versionChecksum
        checksum = Digest.hex(Digest.sha256(text))
    }

    /// Decodes the model. Throws a ``ModelDocumentError`` if the JSON is damaged.
    package func model() throws -> SchemaModel {
        try SchemaModel(CanonicalJSON(parsing: text))
    }
}

extension SchemaModel {
    /// The SHA-256 of the canonical JSON, in lowercase hexadecimal. Equal models have equal checksums.
    package var checksum: String { EncodedModel(self).checksum }

    /// The model as a canonical JSON value.
    package var canonicalJSON: CanonicalJSON { canonicalJSON(versionHashes) }

    /// Returns the model as a canonical JSON value with the given version hashes, keyed by entity name.
    package func canonicalJSON(_ hashes: [String: [UInt8]]) -> CanonicalJSON {
        // The keys share a prefix, so they stay together when a document sorts its keys. The document then contains the
        // model's JSON unchanged.
        .object([
            (
                "modelConfigurations",
                configurations.isEmpty ? nil : .object(configurations.map { ($0.key, .strings($0.value)) })
            ),
            ("modelFrameworkVariants", variantsJSON),
            ("modelVersionIdentifiers", .strings(versionIdentifiers)),
            ("models", .array(entities.map { $0.json(versionHash: hashes[$0.name]) })),
        ])
    }
}
