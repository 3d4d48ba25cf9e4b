/// The attribute that SwiftData makes of a stored property, from the property's type alone.
///
/// The rules are those of the mapping's specification; where it marks one as assumed, ``assumption`` says so, and the
/// attribute's hash is Permafrost's best answer, not a promise.
public struct AttributeMapping: Sendable, Hashable {
    /// The attribute, without options or default.
    public var attribute: Attribute
    /// The first shape in it that is assumed, in a few words; nil where all of it is proven.
    public var assumption: String?

    /// Maps a property.
    ///
    ///     tags: [String]?   →  transformable "Array<String>", optional
    ///     mode: Mode        →  composite of one optional element named `mode` (an enum with raw values)
    ///     author: Author    →  composite of Author's stored properties (a Codable struct)
    public init(name: String, type: SwiftType) {
        let (inner, isOptional) = type.unwrapped
        switch inner {
        case .opaque(let text):
            if let structure = FrameworkStructure.named(text) {
                self = Self.composite(name: name, structure, isOptional: isOptional)
                assumption = "\(text), a framework's struct"
            } else {
                self = Self.plain(name: name, type: inner)
            }
        case .scalar, .recursion, .optional:
            self = Self.plain(name: name, type: inner)
        case .array(.scalar):
            self = Self.transformable(name: name, type: inner)
        case .array, .set, .dictionary:
            self = Self.transformable(name: name, type: inner)
            assumption = "\(inner.text) as a transformable"
        case .enumeration(let enumeration):
            self = Self.enumeration(name: name, enumeration)
        case .structure(let structure):
            self = Self.composite(name: name, structure, isOptional: isOptional)
        }
        attribute.isOptional = isOptional
    }

    private init(_ attribute: Attribute, assumption: String? = nil) {
        self.attribute = attribute
        self.assumption = assumption
    }

    private static func plain(name: String, type: SwiftType) -> AttributeMapping {
        guard case .scalar(let scalar) = type, let mapping = ScalarMapping.named(scalar) else {
            var unknown = transformable(name: name, type: type)
            unknown.assumption = "\(type.text), whose declaration is out of reach"
            return unknown
        }
        return AttributeMapping(
            Attribute(name: name, type: mapping.type, shape: mapping.isUsual ? nil : .scalar(scalar)),
            assumption: mapping.isVerified ? nil : scalar)
    }

    /// A value kept as one archive.
    private static func transformable(name: String, type: SwiftType) -> AttributeMapping {
        AttributeMapping(
            Attribute(
                name: name, type: .transformable, valueClassName: type.text,
                valueTransformerName: "NSSecureUnarchiveFromData", shape: ValueShape(stored: type)))
    }

    /// An enum: one element for its raw value, or one for each case.
    private static func enumeration(name: String, _ enumeration: SwiftType.Enumeration) -> AttributeMapping {
        var attribute = Attribute(name: name, type: .composite, isEnumeration: true)
        if let rawType = enumeration.rawType {
            let raw = plain(name: name, type: .scalar(rawType))
            attribute.elements = [optional(raw.attribute)]
            attribute.shape = ValueShape(.enumeration(enumeration))
            return AttributeMapping(
                attribute, assumption: ["String", "Int"].contains(rawType) ? nil : "enum with \(rawType) raw values")
        }
        attribute.enumerationCases = enumeration.cases.map(\.name)
        attribute.elements = enumeration.cases.map {
            Attribute(name: $0.name, type: $0.associatedValues.isEmpty ? .string : .binary, isOptional: true)
        }
        guard enumeration.cases.contains(where: { !$0.associatedValues.isEmpty }) else {
            return AttributeMapping(attribute)
        }
        attribute.shape = ValueShape(.enumeration(enumeration))
        return AttributeMapping(attribute, assumption: "enum with associated values")
    }

    /// A struct: one element for each stored property. All are optional where the property is.
    private static func composite(
        name: String, _ structure: SwiftType.Structure, isOptional: Bool
    ) -> AttributeMapping {
        var assumption: String?
        let elements = structure.members.map { member in
            let mapped = element(of: member, insideOptional: isOptional)
            assumption = assumption ?? mapped.assumption
            return mapped.attribute
        }
        return AttributeMapping(Attribute(name: name, type: .composite, elements: elements), assumption: assumption)
    }

    private static func element(of member: SwiftType.Member, insideOptional: Bool) -> AttributeMapping {
        let (type, isOptional) = member.type.unwrapped
        var mapped: AttributeMapping
        switch type {
        case .array, .set, .dictionary, .opaque, .recursion:
            // A collection inside a composite is UTF-8 JSON in a BLOB. [A] where the member is not optional.
            let attribute = Attribute(
                name: member.name, type: .binary, isOptional: true, shape: ValueShape(type))
            guard case .array = type else {
                return AttributeMapping(attribute, assumption: "\(type.text) inside a struct")
            }
            return AttributeMapping(
                attribute, assumption: isOptional || insideOptional ? nil : "\(type.text) inside a struct")
        case .enumeration(let enumeration) where enumeration.rawType != nil:
            mapped = plain(name: member.name, type: .scalar(enumeration.rawType ?? "String"))
            mapped.attribute.shape = ValueShape(type)
            mapped.assumption = "enum inside a struct"
        case .enumeration(let enumeration):
            mapped = Self.enumeration(name: member.name, enumeration)
            mapped.assumption = "enum inside a struct"
        case .structure(let structure):
            mapped = composite(name: member.name, structure, isOptional: isOptional || insideOptional)
            mapped.assumption = "struct inside a struct"
        case .scalar, .optional:
            mapped = plain(name: member.name, type: type)
        }
        mapped.attribute.isOptional = isOptional || insideOptional
        return mapped
    }

    private static func optional(_ attribute: Attribute) -> Attribute {
        var attribute = attribute
        attribute.isOptional = true
        return attribute
    }
}
