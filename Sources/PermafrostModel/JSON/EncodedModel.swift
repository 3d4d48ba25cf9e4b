/// A model as fixtures and caches keep it: its canonical text with what is computed from it, made once.
/// Comparing two encoded models needs neither a parser nor the model itself.
package struct EncodedModel: Sendable, Hashable {
    /// The canonical text: `models` with their version hashes, `modelVersionIdentifiers`, `modelConfigurations`
    /// and `modelFrameworkVariants`.
    package let text: [UInt8]
    /// SHA-256 of ``text`` in lower-case hex: equal models have equal checksums.
    package let checksum: String
    /// Core Data's checksum over the version hashes (``SchemaModel/versionChecksum``).
    package let versionChecksum: String

    /// Encodes a model.
    package init(_ model: SchemaModel) {
        let hashes = model.versionHashes
        self.init(
            text: model.canonicalJSON(hashes).bytes(.lines),
            versionChecksum: model.versionChecksum(of: hashes))
    }

    /// An encoded model whose text was kept; the checksum is computed anew.
    package init(text: [UInt8], versionChecksum: String) {
        self.text = text
        self.versionChecksum = versionChecksum
        checksum = Digest.hex(Digest.sha256(text))
    }

    /// Reads the model back. Throws a ``ModelDocumentError``.
    package func model() throws -> SchemaModel {
        try SchemaModel(CanonicalJSON(parsing: text))
    }
}

extension SchemaModel {
    /// SHA-256 over the canonical text, in lower-case hex: equal models have equal checksums.
    package var checksum: String { EncodedModel(self).checksum }

    /// The model as a canonical JSON value.
    package var canonicalJSON: CanonicalJSON { canonicalJSON(versionHashes) }

    /// ``canonicalJSON`` with hashes that were computed before, or that a store records.
    package func canonicalJSON(_ hashes: [String: [UInt8]]) -> CanonicalJSON {
        // The keys share a beginning so that they stand together, sorted, in a document as in the text alone.
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
