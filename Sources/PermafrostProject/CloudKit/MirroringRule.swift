import PermafrostModel

/// A rule that derives a record type or field from a part of a model, with the source that the rule is based on.
///
/// Core Data's mirroring makes the record types. Apple documents the classes of the values. `INT64` and `DOUBLE` aren't
/// documented for numbers, so these rules are assumptions.
package struct MirroringRule: Sendable, Hashable {
    package enum Basis: Sendable, Hashable {
        case documented(Page)
        /// The rule isn't documented. The string is the reason for the assumption.
        case assumed(String)
        /// It isn't known what mirroring does. The string is the reason.
        case unknown(String)
    }

    /// A page of Apple's documentation.
    package enum Page: String, Sendable, Hashable, CaseIterable {
        case records = "Reading CloudKit Records for Core Data"
        case language = "Integrating a Text-Based Schema into Your Workflow"
        case encryption = "allowsCloudEncryption"

        package var title: String { rawValue }

        package var address: String {
            let path =
                switch self {
                case .records: "coredata/reading-cloudkit-records-for-core-data"
                case .language: "cloudkit/integrating-a-text-based-schema-into-your-workflow"
                case .encryption: "coredata/nsattributedescription/allowscloudencryption"
                }
            return "https://developer.apple.com/documentation/\(path)"
        }
    }

    /// The rule in a few words, such as `to-one relationship`.
    package let name: String
    package let basis: Basis

    private init(_ name: String, _ basis: Basis) {
        self.name = name
        self.basis = basis
    }

    /// The result of a rule for an attribute: the field's type, and the rule for its asset field.
    struct Mapping: Sendable {
        let rule: MirroringRule
        /// The type, or nil if it isn't known.
        let type: CloudKitFieldType.Kind?
        /// Other types that the field may have, because only the values' class is documented.
        var alternatives: Set<CloudKitFieldType.Kind> = []
        /// The rule for the field `CD_NAME_ckAsset`, or nil if there is no such field.
        var asset: MirroringRule?
    }
}

extension MirroringRule {
    static let entityName = MirroringRule("name of the object's entity", .documented(.records))
    static let asset = MirroringRule("asset for a large value", .documented(.records))
    static let toOne = MirroringRule("to-one relationship", .documented(.records))
    static let manyToMany = MirroringRule("many-to-many relationship", .documented(.records))
    static let encrypted = MirroringRule("encrypted attribute", .documented(.encryption))
    static let moveReceipt = MirroringRule(
        "receipt of a record that moves to a shared zone",
        .assumed("it isn't documented, but exported schemas have it"))
    static let conflict = MirroringRule(
        "several declarations of one field",
        .unknown(
            "the declarations have different types, but a field has only "
                + "one type")
    )
    static let loneToMany = MirroringRule(
        "to-many relationship without an inverse", .unknown("CloudKit requires an inverse"))
    static let derived = MirroringRule("derived attribute", .unknown("no source says whether mirroring stores it"))

    private static let number = "Apple documents only a number, and exported schemas have this type"
    private static let undocumentedAsset =
        "Apple lists assets only for String, Binary Data and Transformable, but some exported schemas have it"

    private static let integer = Mapping(
        rule: MirroringRule("integer", .assumed(number)), type: .int64)
    private static let floating = Mapping(
        rule: MirroringRule("floating-point number", .assumed(number)), type: .double)
    private static let unsupported = Mapping(
        rule: MirroringRule("attribute without a type", .unknown("CloudKit doesn't support it")), type: nil)

    /// Returns the rule for an attribute's type.
    static func mapping(of type: AttributeType) -> Mapping {
        switch type {
        case .int16, .int32, .int64: integer
        case .double, .float: floating
        case .boolean:
            Mapping(rule: MirroringRule("Boolean", .assumed(number)), type: .int64)
        case .decimal:
            Mapping(
                rule: MirroringRule("decimal number", .assumed(number)), type: .double, alternatives: [.int64])
        case .date: Mapping(rule: MirroringRule("date", .documented(.records)), type: .timestamp)
        case .string:
            Mapping(rule: MirroringRule("string", .documented(.records)), type: .string, asset: asset)
        case .binary:
            Mapping(rule: MirroringRule("binary data", .documented(.records)), type: .bytes, asset: asset)
        case .transformable:
            Mapping(rule: MirroringRule("transformable", .documented(.records)), type: .bytes, asset: asset)
        case .uuid:
            Mapping(
                rule: MirroringRule("UUID", .documented(.records)), type: .string,
                asset: MirroringRule("asset of a UUID", .unknown(undocumentedAsset)))
        case .uri:
            Mapping(
                rule: MirroringRule("URI", .documented(.records)), type: .string,
                asset: MirroringRule("asset of a URI", .unknown(undocumentedAsset)))
        case .composite:
            Mapping(
                rule: MirroringRule("composite", .unknown("no source says which fields store it")), type: nil,
                asset: MirroringRule("asset of a composite", .unknown("no source says which fields store it")))
        case .undefined, .objectID: unsupported
        }
    }
}
