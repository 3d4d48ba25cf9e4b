/// The attribute that SwiftData makes of a stored property, from the property's type alone.
///
/// The rules are those of the mapping's specification; where it marks one as assumed, ``assumption`` says so, and the
/// attribute's hash is Permafrost's best answer, not a promise.
package struct AttributeMapping: Sendable, Hashable {
    /// The attribute, without options or default.
    package var attribute: Attribute
    /// The first shape in it that is assumed, in a few words; nil if all of it is proven.
    package var assumption: String?

    /// Maps a property.
    ///
    ///     tags: [String]?   →  transformable "Array<String>", optional
    ///     stops: [Stop]     →  binary, the value's JSON
    ///     mode: Mode        →  composite of one optional element named `mode` (an enum with raw values)
    ///     author: Author    →  composite of Author's stored properties (a Codable struct)
    package init(name: String, type: SwiftType) {
        self = AttributeMapper().property(name, type)
    }

    fileprivate init(_ attribute: Attribute, assumption: String? = nil) {
        self.attribute = attribute
        self.assumption = assumption
    }
}

/// Maps properties and, inside of composites, their parts.
private struct AttributeMapper {
    /// A stored property of a model.
    func property(_ name: String, _ type: SwiftType) -> AttributeMapping {
        let (inner, isOptional) = type.unwrapped
        var mapped = content(name, inner, isInComposite: false, isOptional: isOptional)
        mapped.attribute.isOptional = isOptional
        return mapped
    }

    /// A stored property of a struct, or an associated value: optional if it is, or if any composite around it is.
    private func element(_ member: SwiftType.Member, insideOptional: Bool) -> AttributeMapping {
        let (inner, isOptional) = member.type.unwrapped
        let isOptionalHere = isOptional || insideOptional
        var mapped = content(member.name, inner, isInComposite: true, isOptional: isOptionalHere)
        mapped.attribute.isOptional = isOptionalHere || isAlwaysOptional(inner)
        return mapped
    }

    /// Whether an element of a type is optional even if nothing around it is: the raw value of an enum.
    private func isAlwaysOptional(_ type: SwiftType) -> Bool {
        guard case .enumeration(let enumeration) = type else { return false }
        return enumeration.rawType != nil
    }

    private func content(
        _ name: String, _ type: SwiftType, isInComposite: Bool, isOptional: Bool
    ) -> AttributeMapping {
        switch type {
        case .scalar(let scalar):
            return self.scalar(name, scalar)
        case .array, .set, .dictionary:
            return collection(name, type, isInComposite: isInComposite, isOptional: isOptional)
        case .enumeration(let enumeration):
            return self.enumeration(name, enumeration, isInComposite: isInComposite)
        case .structure(let structure):
            return composite(name, structure, isOptional: isOptional)
        case .opaque(let text):
            guard let structure = AttributeMapping.FrameworkStructure.named(text) else {
                return unknown(name, type, isInComposite: isInComposite)
            }
            return AttributeMapping(
                composite(name, structure, isOptional: isOptional).attribute,
                assumption: "\(text), a framework's struct")
        case .recursion, .optional:
            return unknown(name, type, isInComposite: isInComposite)
        }
    }

    private func scalar(_ name: String, _ scalar: String) -> AttributeMapping {
        guard let mapping = AttributeMapping.ScalarMapping.named(scalar) else {
            return unknown(name, .scalar(scalar), isInComposite: false)
        }
        return AttributeMapping(
            Attribute(name: name, type: mapping.type, shape: mapping.isUsual ? nil : .scalar(scalar)),
            assumption: mapping.isVerified ? nil : scalar)
    }

    // MARK: Values kept as one

    /// A value kept as a keyed archive.
    private func archived(_ name: String, _ type: SwiftType) -> Attribute {
        Attribute(
            name: name, type: .transformable, valueClassName: type.text,
            valueTransformerName: "NSSecureUnarchiveFromData", shape: ValueShape(stored: type))
    }

    /// A value kept as the JSON of its `Codable` conformance.
    private func encoded(_ name: String, _ type: SwiftType) -> Attribute {
        Attribute(name: name, type: .binary, shape: ValueShape(type))
    }

    private func unknown(_ name: String, _ type: SwiftType, isInComposite: Bool) -> AttributeMapping {
        AttributeMapping(
            isInComposite ? encoded(name, type) : archived(name, type),
            assumption: "\(type.text), whose declaration is out of reach")
    }

    private func collection(
        _ name: String, _ type: SwiftType, isInComposite: Bool, isOptional: Bool
    ) -> AttributeMapping {
        let isEncoded = type.isEncoded
        let isVerified =
            switch type {
            case .array(.scalar): true
            case .array(.structure), .array(.enumeration): isInComposite && isOptional
            case .dictionary(key: .scalar("String"), value: .structure): !isInComposite
            default: false
            }
        return AttributeMapping(
            isEncoded ? encoded(name, type) : archived(name, type),
            assumption: isVerified ? nil : type.text + (isInComposite ? " inside a struct" : ""))
    }

    // MARK: Composites

    /// A struct: one element for each stored property.
    private func composite(_ name: String, _ structure: SwiftType.Structure, isOptional: Bool) -> AttributeMapping {
        let elements = structure.members.map { element($0, insideOptional: isOptional) }
        return AttributeMapping(
            Attribute(name: name, type: .composite, elements: elements.map(\.attribute)),
            assumption: elements.lazy.compactMap(\.assumption).first)
    }

    /// An enum: its raw value, or one element for each case. Inside a composite a raw value has no composite of its own.
    private func enumeration(
        _ name: String, _ enumeration: SwiftType.Enumeration, isInComposite: Bool
    ) -> AttributeMapping {
        guard let rawType = enumeration.rawType else {
            return cases(name, enumeration, isInComposite: isInComposite)
        }
        var raw = scalar(name, rawType).attribute
        let isVerified = rawType == "String" || rawType == "Int" && !enumeration.hasOwnRawValue
        let assumption = isVerified ? nil : "enum with \(rawType) raw values"
        let shape = ValueShape(.enumeration(enumeration))
        if isInComposite {
            raw.shape = shape
            return AttributeMapping(raw, assumption: assumption)
        }
        raw.isOptional = true
        return AttributeMapping(
            Attribute(name: name, type: .composite, elements: [raw], isEnumeration: true, shape: shape),
            assumption: assumption)
    }

    /// An enum without raw values. A case's element holds its name, or is a composite of its associated values, of which
    /// only those of one case are there.
    private func cases(
        _ name: String, _ enumeration: SwiftType.Enumeration, isInComposite: Bool
    ) -> AttributeMapping {
        let elements = enumeration.cases.map { enumCase in
            if enumCase.associatedValues.isEmpty {
                return Attribute(name: enumCase.name, type: .string, isOptional: true)
            }
            var values = enumCase.associatedValues.map { element($0, insideOptional: true).attribute }
            if let marker = enumCase.marker { values.append(Attribute(name: marker, type: .string, isOptional: true)) }
            return Attribute(name: enumCase.name, type: .composite, isOptional: true, elements: values)
        }
        var attribute = Attribute(
            name: name, type: .composite, elements: elements, isEnumeration: true,
            enumerationCases: enumeration.cases.map(\.name))
        guard enumeration.hasAssociatedValues else {
            let shape = enumeration.hasOwnRawValue ? "enum whose raw values are no scalars" : nil
            return AttributeMapping(
                attribute, assumption: shape ?? (isInComposite ? "enum without raw values inside a struct" : nil))
        }
        attribute.shape = ValueShape(.enumeration(enumeration))
        return AttributeMapping(attribute, assumption: "enum with associated values")
    }
}

extension SwiftType.Enumeration {
    /// Whether any case has associated values.
    fileprivate var hasAssociatedValues: Bool { cases.contains { !$0.associatedValues.isEmpty } }
}

extension SwiftType.Enumeration.Case {
    /// The element that holds the case's name, for a case with associated values that may all be nil: without it such a
    /// case would leave nothing in the store.
    package var marker: String? {
        guard !associatedValues.isEmpty, !associatedValues.contains(where: \.type.alwaysHasContent) else { return nil }
        var marker = name
        while associatedValues.contains(where: { $0.name == marker }) { marker += "_" }
        return marker
    }
}

extension SwiftType {
    /// Whether the type is a collection that is kept as its JSON: any but an array of scalars, which is archived.
    package var isEncoded: Bool {
        switch self {
        case .array(.scalar): false
        case .array, .set, .dictionary: true
        default: false
        }
    }

    /// Whether every value of the type fills a column.
    fileprivate var alwaysHasContent: Bool {
        switch self {
        case .optional: false
        case .structure(let structure): structure.members.contains(where: \.type.alwaysHasContent)
        case .scalar, .array, .set, .dictionary, .enumeration, .recursion, .opaque: true
        }
    }
}

extension DefaultValue {
    /// The value as the default of a struct holds it for a member of that type: a collection that is kept as JSON by its
    /// text, of which only an empty one's is certain. [A]
    ///
    /// - Returns: nil if the text is not known.
    package func asMember(of type: SwiftType) -> DefaultValue? {
        guard type.isEncoded else { return self }
        switch self {
        case .array([]): return .data(Array("[]".utf8))
        case .dictionary([:]): return .data(Array("{}".utf8))
        default: return nil
        }
    }
}

extension AttributeMapping {
    /// Structs of Apple's frameworks that are met in models, with their stored properties. Their declarations are in no
    /// project's sources; a property of such a type is a composite like one of the project's own structs. [A]
    enum FrameworkStructure {
        /// The struct of a name, with or without its module.
        static func named(_ name: String) -> SwiftType.Structure? {
            let parts = name.split(separator: ".")
            let plain =
                parts.first.map { modules.contains($0) } == true ? parts.dropFirst().joined(separator: ".") : name
            return table[plain].map { structure(plain, $0) }
        }

        private static let modules: Set<Substring> = [
            "SwiftUI", "SwiftUICore", "CoreGraphics", "CoreLocation", "Foundation",
        ]

        private static let number = SwiftType.scalar("CGFloat")
        private static let point = [("x", number), ("y", number)]
        private static let size = [("width", number), ("height", number)]

        private static let table: [String: [(String, SwiftType)]] = [
            "Color.Resolved": ["linearRed", "linearGreen", "linearBlue", "opacity"].map { ($0, .scalar("Float")) },
            "CGPoint": point, "CGSize": size, "CGVector": [("dx", number), ("dy", number)],
            "CGRect": [
                ("origin", .structure(structure("CGPoint", point))), ("size", .structure(structure("CGSize", size))),
            ],
            "CLLocationCoordinate2D": [("latitude", .scalar("Double")), ("longitude", .scalar("Double"))],
        ]

        private static func structure(_ name: String, _ members: [(String, SwiftType)]) -> SwiftType.Structure {
            SwiftType.Structure(name: name, members: members.map { SwiftType.Member(name: $0.0, type: $0.1) })
        }
    }
}

extension AttributeMapping {
    /// How one Swift type without parts of its own is stored. The table is the only one: every reader asks it.
    package struct ScalarMapping: Sendable, Hashable {
        /// The attribute type that stores it.
        package let type: AttributeType
        /// Whether it is the usual Swift type of that storage, so that a model need not name it.
        package let isUsual: Bool
        /// Whether the mapping is proven by stores of Apple's framework (marked V or H in the mapping's specification).
        package let isVerified: Bool

        /// The mapping of the Swift type of that plain name, if it is a scalar.
        package static func named(_ name: String) -> ScalarMapping? { table[name] }

        private static let table: [String: ScalarMapping] = [
            "String": usual(.string), "Bool": usual(.boolean), "Int": usual(.int64), "Double": usual(.double),
            "Float": usual(.float), "Date": usual(.date), "Data": usual(.binary), "UUID": usual(.uuid),
            "Decimal": usual(.decimal), "Int16": usual(.int16), "Int32": usual(.int32), "Int64": other(.int64),
            "UInt8": other(.int16), "UInt16": other(.int16), "UInt32": other(.int32), "UInt64": other(.int64),
            "CGFloat": other(.float), "URL": usual(.uri, isVerified: false), "Int8": other(.int16, isVerified: false),
            "UInt": other(.int64, isVerified: false),
        ]

        private static func usual(_ type: AttributeType, isVerified: Bool = true) -> ScalarMapping {
            ScalarMapping(type: type, isUsual: true, isVerified: isVerified)
        }

        private static func other(_ type: AttributeType, isVerified: Bool = true) -> ScalarMapping {
            ScalarMapping(type: type, isUsual: false, isVerified: isVerified)
        }

        /// Names that Foundation and the standard library give to types of the table.
        package static let aliases = [
            "TimeInterval": "Double", "CFTimeInterval": "Double", "CLLocationDegrees": "Double",
            "CLLocationDistance": "Double", "CLLocationAccuracy": "Double", "CLLocationDirection": "Double",
            "CLLocationSpeed": "Double", "Float32": "Float", "Float64": "Double", "NSDecimalNumber": "Decimal",
        ]
    }
}
