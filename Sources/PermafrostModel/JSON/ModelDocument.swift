/// The frozen form of one schema version's model: what `schema-….json` of a fixture holds.
package struct ModelDocument: Sendable, Hashable {
    /// The newest format version that this Permafrost reads, and the one it writes.
    package static let formatVersion: Int64 = 1

    /// The group that the version belongs to.
    package var group: String
    /// The frozen version's name.
    package var version: String
    /// The name of the type that declared it.
    package var schema: String
    /// The model.
    package var model: SchemaModel
    /// The model on platforms on which it differs, by the condition of the source: `os(iOS)`.
    package var variants: [String: SchemaModel]
    /// The parts whose mapping is assumed (`Post.link: URL`), sorted; empty if every hash is verified.
    package var assumptions: [String]
    /// Whether the model has no more than a store of it says: it was frozen from live types.
    package var isOfStore: Bool
    /// SHA-256 over the store's DDL, in lower-case hex.
    package var ddlChecksum: String

    /// What a document says beside its model.
    package struct Header: Sendable, Hashable {
        /// The group that the version belongs to.
        package var group: String
        /// The frozen version's name.
        package var version: String
        /// The name of the type that declared it.
        package var schema: String
        /// The models on platforms on which it differs, by condition.
        package var variants: [String: SchemaModel]
        /// The parts whose mapping is assumed, sorted.
        package var assumptions: [String]
        /// SHA-256 over the store's DDL.
        package var ddlChecksum: String
        /// Whether the model has no more than a store of it says.
        package var isOfStore: Bool

        /// A header.
        package init(
            group: String, version: String, schema: String, variants: [String: SchemaModel], assumptions: [String],
            isOfStore: Bool = false, ddlChecksum: String
        ) {
            self.group = group
            self.version = version
            self.schema = schema
            self.variants = variants
            self.assumptions = assumptions.sortedByCodeUnit()
            self.isOfStore = isOfStore
            self.ddlChecksum = ddlChecksum
        }

        /// The document's bytes, without decoding the model.
        ///
        /// The model's text is set in between the members that sort before and after its own, line for line.
        package func bytes(with model: EncodedModel) -> [UInt8] {
            let before = CanonicalJSON.object([
                ("checksum", .string(model.checksum)),
                ("ddlChecksum", .string(ddlChecksum)),
                ("formatVersion", .integer(ModelDocument.formatVersion)),
                ("group", .string(group)),
                ("hashAssumptions", assumptions.isEmpty ? nil : .strings(assumptions)),
                ("hashConfidence", .string(Assumption.HashConfidence(assumptions).rawValue)),
            ])
            let after = CanonicalJSON.object([
                ("schema", .string(schema)),
                ("source", isOfStore ? .string(ModelDocument.storeSource) : nil),
                ("variants", variants.isEmpty ? nil : .object(variants.map { ($0.key, $0.value.canonicalJSON) })),
                ("version", .string(version)),
                ("versionChecksum", .string(model.versionChecksum)),
            ])
            // Each text is "{\n  members\n}\n": join the members.
            let texts = [before.bytes(.lines), model.text, after.bytes(.lines)]
            let members = texts.map { $0.dropFirst(2).dropLast(3) }
            return Array("{\n".utf8) + Array(members.joined(separator: Array(",\n".utf8))) + Array("\n}\n".utf8)
        }
    }

    /// A document.
    package init(
        group: String, version: String, schema: String, model: SchemaModel, variants: [String: SchemaModel] = [:],
        assumptions: [String] = [], isOfStore: Bool = false, ddlChecksum: String
    ) {
        self.group = group
        self.version = version
        self.schema = schema
        self.model = model
        self.variants = variants
        self.assumptions = assumptions.sortedByCodeUnit()
        self.isOfStore = isOfStore
        self.ddlChecksum = ddlChecksum
    }

    /// The value of `source` if a store's model was frozen; the key is absent if it was a declaration's.
    private static let storeSource = "store"

    /// The file's bytes: keys sorted, one property a line, a newline at the end.
    package var bytes: [UInt8] {
        Header(
            group: group, version: version, schema: schema, variants: variants,
            assumptions: assumptions, isOfStore: isOfStore, ddlChecksum: ddlChecksum
        ).bytes(with: EncodedModel(model))
    }

    /// Reads a document. Throws a ``ModelDocumentError``.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        let json = try CanonicalJSON(parsing: bytes)
        let reader = ObjectReader(json, path: "")
        guard case .integer(let found) = try reader.value("formatVersion") else {
            throw reader.malformed("formatVersion", "a whole number")
        }
        guard found <= Self.formatVersion else {
            throw ModelDocumentError.newerFormat(found: found, newest: Self.formatVersion)
        }
        self.init(
            group: try reader.string("group"), version: try reader.string("version"),
            schema: try reader.string("schema"), model: try SchemaModel(json),
            variants: try reader.dictionary("variants") { json, _ in try SchemaModel(json) },
            assumptions: try reader.strings("hashAssumptions"),
            isOfStore: try reader.optionalString("source") == Self.storeSource,
            ddlChecksum: try reader.string("ddlChecksum"))
        let recorded = try reader.string("checksum")
        guard recorded == model.checksum else { throw ModelDocumentError.checksumMismatch(recorded: recorded) }
    }
}

/// Why a frozen model's JSON could not be read.
package enum ModelDocumentError: Error, Sendable, Hashable {
    /// The text is not JSON; the parser's reason.
    case notJSON(String)
    /// The text has more of something than is read: what, how many, and the limit. Nothing of it was read.
    case tooLarge(what: String, found: Int, limit: Int)
    /// A key is absent; its path (`models[2].properties[0].name`).
    case missing(String)
    /// A value is not of the expected form; its path and what is expected there.
    case malformed(path: String, expected: String)
    /// The models do not have the checksum that the document records: it was edited by hand.
    case checksumMismatch(recorded: String)
    /// The document was written by a newer Permafrost: its format version, and the newest that this one reads.
    case newerFormat(found: Int64, newest: Int64)
}
