/// A schema version's model, names, and checksums, in the format of a fixture's `schema-….json`.
package struct ModelDocument: Sendable, Hashable {
    /// The format version that Permafrost writes. It is also the newest version that Permafrost reads.
    package static let formatVersion: Int64 = 1

    /// The name of the group that the version belongs to.
    package var group: String
    /// The name of the frozen version.
    package var version: String
    /// The name of the type that declares the version. For models without a `VersionedSchema`, this is the name of
    /// their group, such as `Models`. For a version of a Core Data model, it is the name of the `.xcdatamodel` folder.
    package var schema: String
    package var model: SchemaModel
    /// The models for platforms on which the version's model differs, keyed by the condition in the source, such as
    /// `os(iOS)`.
    package var variants: [String: SchemaModel]
    /// The parts of the model whose mapping isn't verified with Apple's framework, such as `Post.link: URL`, sorted.
    /// Empty if every hash is verified.
    package var assumptions: [String]
    /// The code that determines how values are stored, in addition to the model. Nil if the document doesn't record it.
    package var code: StoredCode?
    /// Whether the model was read from the types of a running process instead of source. Such a model has only the
    /// information that a store also contains.
    package var isStoreDerived: Bool
    /// The SHA-256 of the SQL statements that create the version's store, in lowercase hexadecimal.
    package var ddlChecksum: String

    /// The content of a document, except for its model.
    package struct Header: Sendable, Hashable {
        /// The name of the group that the version belongs to.
        package var group: String
        /// The name of the frozen version.
        package var version: String
        /// The name of the type that declares the version. For models without a `VersionedSchema`, this is the name of
        /// their group, such as `Models`. For a version of a Core Data model, it is the name of the `.xcdatamodel`
        /// folder.
        package var schema: String
        /// The models for platforms on which the version's model differs, keyed by the condition in the source, such as
        /// `os(iOS)`.
        package var variants: [String: SchemaModel]
        /// The parts of the model whose mapping isn't verified with Apple's framework, sorted.
        package var assumptions: [String]
        /// The code that determines how values are stored, in addition to the model. Nil if it isn't known.
        package var code: StoredCode?
        /// The SHA-256 of the SQL statements that create the version's store, in lowercase hexadecimal.
        package var ddlChecksum: String
        /// Whether the model was read from the types of a running process instead of source. Such a model has only the
        /// information that a store also contains.
        package var isStoreDerived: Bool

        package init(
            group: String, version: String, schema: String, variants: [String: SchemaModel], assumptions: [String],
            code: StoredCode?, isStoreDerived: Bool = false, ddlChecksum: String
        ) {
            self.group = group
            self.version = version
            self.schema = schema
            self.variants = variants
            self.assumptions = assumptions.sortedByCodeUnit()
            self.code = code
            self.isStoreDerived = isStoreDerived
            self.ddlChecksum = ddlChecksum
        }

        /// Returns the bytes of a document with this header and the given model.
        ///
        /// The model's JSON is inserted unchanged, without decoding it. The keys stay sorted, because the document's
        /// other keys sort either before or after all of the model's keys.
        package func bytes(with model: EncodedModel) -> [UInt8] {
            let before = CanonicalJSON.object([
                ("checksum", .string(model.checksum)),
                ("code", code?.json),
                ("ddlChecksum", .string(ddlChecksum)),
                ("formatVersion", .integer(ModelDocument.formatVersion)),
                ("group", .string(group)),
                ("hashAssumptions", assumptions.isEmpty ? nil : .strings(assumptions)),
                ("hashConfidence", .string(HashConfidence(assumptions).rawValue)),
            ])
            let after = CanonicalJSON.object([
                ("schema", .string(schema)),
                ("source", isStoreDerived ? .string(ModelDocument.storeSource) : nil),
                ("variants", variants.isEmpty ? nil : .object(variants.map { ($0.key, $0.value.canonicalJSON) })),
                ("version", .string(version)),
                ("versionChecksum", .string(model.versionChecksum)),
            ])
            // Each string has the form "{\n  members\n}\n". Join the members.
            let texts = [before.bytes(.lines), model.text, after.bytes(.lines)]
            let members = texts.map { $0.dropFirst(2).dropLast(3) }
            return Array("{\n".utf8) + Array(members.joined(separator: Array(",\n".utf8))) + Array("\n}\n".utf8)
        }
    }

    package init(
        group: String, version: String, schema: String, model: SchemaModel, variants: [String: SchemaModel] = [:],
        assumptions: [String] = [], code: StoredCode? = nil, isStoreDerived: Bool = false, ddlChecksum: String
    ) {
        self.group = group
        self.version = version
        self.schema = schema
        self.model = model
        self.variants = variants
        self.assumptions = assumptions.sortedByCodeUnit()
        self.code = code
        self.isStoreDerived = isStoreDerived
        self.ddlChecksum = ddlChecksum
    }

    /// The value of the `source` key if ``isStoreDerived`` is true. If the model was frozen from its declaration, the
    /// key is absent.
    private static let storeSource = "store"

    /// The document's bytes. Keys are sorted, each property starts on a new line, and the document ends with a newline.
    package var bytes: [UInt8] {
        Header(
            group: group, version: version, schema: schema, variants: variants,
            assumptions: assumptions, code: code, isStoreDerived: isStoreDerived, ddlChecksum: ddlChecksum
        ).bytes(with: EncodedModel(model))
    }

    /// Parses a document. Throws a ``ModelDocumentError`` if the bytes are malformed, if a newer version of Permafrost
    /// wrote them, or if the model doesn't match the recorded checksum.
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
            assumptions: try reader.strings("hashAssumptions"), code: try StoredCode(reader),
            isStoreDerived: try reader.optionalString("source") == Self.storeSource,
            ddlChecksum: try reader.string("ddlChecksum"))
        let recorded = try reader.string("checksum")
        guard recorded == model.checksum else { throw ModelDocumentError.checksumMismatch(recorded: recorded) }
    }
}

/// An error that is thrown when a frozen model's JSON can't be read.
package enum ModelDocumentError: Error, Sendable, Hashable {
    /// The bytes aren't JSON, or are nested too deeply. The string is the reason, as a sentence.
    case notJSON(String)
    /// The document exceeds a limit, and wasn't parsed. The values are the unit (`bytes` or `values`), the actual
    /// number, and the limit.
    case tooLarge(what: String, found: Int, limit: Int)
    /// A key is missing. The string is the key's path, such as `models[2].properties[0].name`.
    case missing(String)
    /// A value doesn't have the expected form. The strings are the value's path and a description of the expected form.
    case malformed(path: String, expected: String)
    /// The model doesn't match the recorded checksum, so the document was edited or damaged.
    case checksumMismatch(recorded: String)
    /// A newer version of Permafrost wrote the document. The values are the document's format version, and the newest
    /// version that this release reads.
    case newerFormat(found: Int64, newest: Int64)
}
