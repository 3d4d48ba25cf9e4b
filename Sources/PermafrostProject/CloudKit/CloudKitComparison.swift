/// A comparison of the record types that mirroring derives from models with the record types of a container.
package struct CloudKitComparison: Sendable {
    /// A field of the model that the container lacks, with its record type.
    struct MissingField {
        let type: MirroredSchema.RecordType
        let field: MirroredSchema.Field
    }

    /// A field whose deployed type can't store the model's values.
    struct OtherType {
        let type: MirroredSchema.RecordType
        let field: MirroredSchema.Field
        let deployed: CloudKitSchema.Field
    }

    /// Fields of a deployed record type that the model no longer has.
    struct SurplusFields {
        let type: CloudKitSchema.RecordType
        let fields: [CloudKitSchema.Field]
    }

    /// The missing asset fields of a record type.
    struct MissingAssets {
        let type: MirroredSchema.RecordType
        let fields: [MirroredSchema.Field]
    }

    /// The state of a field that is derived from a model.
    package enum State: String, Sendable, Hashable {
        case deployed
        case missing
        case otherType = "other type"
        /// It isn't known whether records need the field, and the container doesn't have it.
        case unknown
    }

    package let mirrored: MirroredSchema
    package let deployed: CloudKitSchema
    /// The record types that the container lacks. Their fields aren't in the other lists.
    private(set) var missingTypes: [MirroredSchema.RecordType] = []
    private(set) var missingFields: [MissingField] = []
    private(set) var otherTypes: [OtherType] = []
    private(set) var missingAssets: [MissingAssets] = []
    /// The record types that lack the fields for sharing.
    private(set) var missingReceipts: [MirroredSchema.RecordType] = []
    /// The record types of mirroring that the model no longer has.
    private(set) var surplusTypes: [CloudKitSchema.RecordType] = []
    private(set) var surplusFields: [SurplusFields] = []

    /// Compares two schemas.
    ///
    /// - Parameter isComplete: whether `mirrored` contains all models of the container. If false, additional record
    ///   types aren't surplus.
    package init(_ mirrored: MirroredSchema, _ deployed: CloudKitSchema, isComplete: Bool = true) {
        self.mirrored = mirrored
        self.deployed = deployed
        for type in mirrored.recordTypes {
            if let found = deployed.recordType(named: type.name) {
                compare(type, found)
            } else {
                missingTypes.append(type)
            }
        }
        // CloudKit's own types and the app's own types don't have these names.
        let mirrors = deployed.recordTypes.filter {
            $0.name.hasPrefix(MirroredSchema.prefix) || $0.name == MirroredSchema.pairs
        }
        if isComplete { surplusTypes = mirrors.filter { mirrored.recordType(named: $0.name) == nil } }
    }

    private mutating func compare(_ type: MirroredSchema.RecordType, _ found: CloudKitSchema.RecordType) {
        var assets: [MirroredSchema.Field] = []
        var lacksReceipt = false
        for field in type.fields {
            switch (state(of: field, in: type), field.presence) {
            case (.deployed, _), (.unknown, _): continue
            case (.otherType, _):
                guard let other = found.field(named: field.name) else { continue }
                otherTypes.append(OtherType(type: type, field: field, deployed: other))
            case (.missing, .asset): assets.append(field)
            case (.missing, .sharing): lacksReceipt = true
            case (.missing, .requiredUnlessAsset) where found.field(named: field.name + "_ckAsset") != nil:
                assets.append(field)
            case (.missing, _): missingFields.append(MissingField(type: type, field: field))
            }
        }
        if !assets.isEmpty { missingAssets.append(MissingAssets(type: type, fields: assets)) }
        if lacksReceipt { missingReceipts.append(type) }
        let surplus = found.fields.filter { field in
            field.name.hasPrefix(MirroredSchema.prefix) && !type.mayHave(field.name)
        }
        if !surplus.isEmpty { surplusFields.append(SurplusFields(type: found, fields: surplus)) }
    }

    /// Returns the state of a field that is derived from a model.
    package func state(of field: MirroredSchema.Field, in type: MirroredSchema.RecordType) -> State {
        guard let found = deployed.recordType(named: type.name)?.field(named: field.name) else {
            return field.presence == .unknown ? .unknown : .missing
        }
        // The receipt's types aren't documented.
        return field.presence == .sharing || field.accepts(found.type) ? .deployed : .otherType
    }

    /// Whether the container lacks all of the model's record types.
    var isDisjoint: Bool { !mirrored.recordTypes.isEmpty && missingTypes.count == mirrored.recordTypes.count }
}
