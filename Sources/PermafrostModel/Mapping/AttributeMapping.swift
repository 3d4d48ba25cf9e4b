/// The attribute that SwiftData creates for a stored property. It is derived only from the property's name and type.
///
/// Most of the mapping rules were verified against stores that Apple's framework wrote. If a mapping uses a rule that
/// is only assumed, ``assumption`` isn't nil, and the attribute's version hash is a best guess.
package struct AttributeMapping: Sendable, Hashable {
    /// The attribute, without the options of `@Attribute` and without a default value.
    package var attribute: Attribute
    /// The assumed rule for the first type whose mapping isn't verified, such as `URL`. Nil if the complete mapping is
    /// verified.
    package var assumption: AssumedShape?

    /// Creates the mapping of a stored property with the given name and type.
    ///
    ///     tags: [String]?   →  transformable "Array<String>", optional
    ///     stops: [Stop]     →  binary, the value's JSON
    ///     mode: Mode        →  composite of one optional element named `mode` (an enum with raw values)
    ///     author: Author    →  composite of Author's stored properties (a Codable struct)
    package init(name: String, type: SwiftType) {
        self = AttributeMapper().property(name, type)
    }

    fileprivate init(_ attribute: Attribute, assumption: AssumedShape? = nil) {
        self.attribute = attribute
        self.assumption = assumption
    }
}

private struct AttributeMapper {
    /// Maps a stored property of a model.
    func property(_ name: String, _ type: SwiftType) -> AttributeMapping {
        let (inner, isOptional) = type.unwrapped
        var mapped = content(name, inner, isInComposite: false, isOptional: isOptional)
        mapped.attribute.isOptional = isOptional
        return mapped
    }

    /// Maps a stored property of a struct, or an associated value. The element is optional if its type or an enclosing
    /// composite is optional, or if the type is an enum with raw values.
    private func element(_ member: SwiftType.Member, insideOptional: Bool) -> AttributeMapping {
        let (inner, isOptional) = member.type.unwrapped
        let isOptionalHere = isOptional || insideOptional
        var mapped = content(member.name, inner, isInComposite: true, isOptional: isOptionalHere)
        mapped.attribute.isOptional = isOptionalHere || isAlwaysOptional(inner)
        return mapped
    }

    /// Returns whether elements of the given type are always optional, even if neither the type nor an enclosing
    /// composite is. Only enums with raw values are.
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
            guard let structure = FrameworkStructure.named(text) else {
                return unknown(name, type, isInComposite: isInComposite)
            }
            return AttributeMapping(
                composite(name, structure, isOptional: isOptional).attribute,
                assumption: AssumedShape(.frameworkStruct, text))
        case .recursion, .optional:
            return unknown(name, type, isInComposite: isInComposite)
        }
    }

    private func scalar(_ name: String, _ scalar: String) -> AttributeMapping {
        guard let mapping = ScalarMapping.named(scalar) else {
            return unknown(name, .scalar(scalar), isInComposite: false)
        }
        return AttributeMapping(
            Attribute(name: name, type: mapping.type, shape: mapping.isUsual ? nil : .scalar(scalar)),
            assumption: mapping.assumption.map { AssumedShape($0) })
    }

    // MARK: Values stored in one column

    /// Returns the attribute for a value that is stored as a keyed archive.
    private func archived(_ name: String, _ type: SwiftType) -> Attribute {
        Attribute(
            name: name, type: .transformable, valueClassName: type.text,
            valueTransformerName: "NSSecureUnarchiveFromData", shape: ValueShape(stored: type))
    }

    /// Returns the attribute for a `Codable` value that is stored as JSON.
    private func encoded(_ name: String, _ type: SwiftType) -> Attribute {
        Attribute(name: name, type: .binary, shape: ValueShape(type))
    }

    private func unknown(_ name: String, _ type: SwiftType, isInComposite: Bool) -> AttributeMapping {
        AttributeMapping(
            isInComposite ? encoded(name, type) : archived(name, type),
            assumption: AssumedShape(.typeOutOfReach, type.text))
    }

    private func collection(
        _ name: String, _ type: SwiftType, isInComposite: Bool, isOptional: Bool
    ) -> AttributeMapping {
        let rule: HashRule? =
            switch type {
            case .array(.scalar): nil
            case .array(.structure) where isInComposite == isOptional: nil  // HashRule.structArray
            case .array(.enumeration) where isInComposite && isOptional: nil
            case .dictionary(key: .scalar("String"), value: .structure) where !isInComposite: nil
            case .dictionary(key: .scalar("String"), value: .scalar("Int")) where !isInComposite && !isOptional:
                nil  // HashRule.integerDictionary
            case _ where isInComposite: .insideStruct
            case .array: .array
            case .set: .set
            default: .dictionary
            }
        return AttributeMapping(
            type.isEncoded ? encoded(name, type) : archived(name, type),
            assumption: rule.map { AssumedShape($0, $0 == .insideStruct ? type.text : type.genericArguments) })
    }

    // MARK: Composites

    /// Maps a struct to a composite with one element for each stored property.
    private func composite(_ name: String, _ structure: SwiftType.Structure, isOptional: Bool) -> AttributeMapping {
        let elements = structure.members.map { element($0, insideOptional: isOptional) }
        return AttributeMapping(
            Attribute(name: name, type: .composite, elements: elements.map(\.attribute)),
            assumption: elements.lazy.compactMap(\.assumption).first)
    }

    /// Maps an enum. An enum with raw values becomes a composite of one element, which is the raw value. Inside another
    /// composite, only the raw value is stored. An enum without raw values becomes a composite with one element for
    /// each case.
    private func enumeration(
        _ name: String, _ enumeration: SwiftType.Enumeration, isInComposite: Bool
    ) -> AttributeMapping {
        guard let rawType = enumeration.rawType else {
            return cases(name, enumeration, isInComposite: isInComposite)
        }
        var raw = scalar(name, rawType).attribute
        let isVerified = rawType == "String" || rawType == "Int" && !enumeration.hasOwnRawValue
        let assumption = isVerified ? nil : AssumedShape(.rawValueEnum, rawType)
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

    /// Maps an enum without raw values. A case without associated values becomes an element that contains the case's
    /// name. Any other case becomes a composite of its associated values and, if it has one, its `marker`. A row
    /// contains only the values of one case.
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
            let shape: AssumedShape? =
                if enumeration.hasOwnRawValue {
                    AssumedShape(.otherRawValueEnum)
                } else if isInComposite {
                    AssumedShape(.insideStruct, "enum without raw values")
                } else {
                    nil
                }
            return AttributeMapping(attribute, assumption: shape)
        }
        attribute.shape = ValueShape(.enumeration(enumeration))
        return AttributeMapping(attribute, assumption: AssumedShape(.associatedValues))
    }
}

extension AttributeMapping {
    /// Returns whether a type that isn't declared isn't a type of Apple's frameworks that Permafrost knows either.
    package static func isUnknown(_ name: String) -> Bool {
        ScalarMapping.named(name) == nil && FrameworkStructure.named(name) == nil && name != "PersistentIdentifier"
    }
}

extension SwiftType.Enumeration {
    fileprivate var hasAssociatedValues: Bool { cases.contains { !$0.associatedValues.isEmpty } }
}

extension SwiftType.Enumeration.Case {
    /// The name of an additional element that contains the case's name, or nil if the case has no such element. A case
    /// has this element if it has associated values and all of them can leave their columns empty, like optionals.
    /// Without this element, a row might contain no value for the case.
    package var marker: String? {
        guard !associatedValues.isEmpty, !associatedValues.contains(where: \.type.alwaysHasContent) else { return nil }
        var marker = name
        while associatedValues.contains(where: { $0.name == marker }) { marker += "_" }
        return marker
    }
}

extension SwiftType {
    /// The text of a collection's element types, such as `String, Int` in `Dictionary<String, Int>`.
    fileprivate var genericArguments: String {
        switch self {
        case .array(let element), .set(let element): element.text
        case .dictionary(let key, let value): "\(key.text), \(value.text)"
        default: text
        }
    }

    /// Whether the type is a collection that is stored as JSON. An array of scalars is archived instead.
    package var isEncoded: Bool {
        switch self {
        case .array(.scalar): false
        case .array, .set, .dictionary: true
        default: false
        }
    }

    /// Whether every value of the type fills at least one column.
    fileprivate var alwaysHasContent: Bool {
        switch self {
        case .optional: false
        case .structure(let structure): structure.members.contains(where: \.type.alwaysHasContent)
        case .scalar, .array, .set, .dictionary, .enumeration, .recursion, .opaque: true
        }
    }
}

extension DefaultValue {
    /// Returns this value as it appears in the default value of a struct. Permafrost assumes that a collection that is
    /// stored as JSON appears there as JSON data.
    ///
    /// - Parameter type: the member's type.
    /// - Returns: the unchanged value if the type isn't stored as JSON, and JSON data for an empty collection. Returns
    ///   nil for any other value, because the JSON of its elements isn't known.
    package func asMember(of type: SwiftType) -> DefaultValue? {
        guard type.isEncoded else { return self }
        switch self {
        case .array([]): return .data(Array("[]".utf8))
        case .dictionary([:]): return .data(Array("{}".utf8))
        default: return nil
        }
    }
}
