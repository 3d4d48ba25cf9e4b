/// A rule about version hashes that Apple doesn't document.
///
/// Each rule is either proven by hashes that Apple's framework computed, which are among the tests, or it is assumed. If
/// a version depends on an assumed rule, its ``Assumption`` is listed in the fixture as `hashAssumptions`.
package enum HashRule: String, Sendable, Hashable, Codable, CaseIterable {
    // MARK: Proven

    /// The hash of a relationship that is its own inverse doesn't include the inverse's name.
    case ownInverse
    /// The hash of a relationship includes its inverse's name, even if both relationships have the same name.
    case inverseOfTheSameName
    /// An array of structs is stored as binary data.
    case structArray
    /// A dictionary from strings to integers is stored as binary data.
    case integerDictionary

    // MARK: Assumed, about types

    case url, int8, uint
    /// A collection other than one that is proven, or an optional array of structs.
    case array, set, dictionary
    /// A collection, or an enum without raw values, in a struct.
    case insideStruct
    /// A struct of Apple's frameworks is a composite of its public properties.
    case frameworkStruct
    /// A stored property that `CodingKeys` doesn't list is an element.
    case memberWithoutKey
    /// If `CodingKeys` can't be read, every stored property is an element.
    case unreadKeys
    /// If several elements of a composite have the same name, their hashes are sorted by type.
    case elementsOfTheSameName
    case rawValueEnum, otherRawValueEnum, associatedValues, rawRepresentableStruct
    /// `@Attribute(.codable)` stores binary data.
    case codable
    case typeOutOfReach

    // MARK: Assumed, about properties and entities

    /// The hash modifiers of SwiftData's macros are the ones of Core Data.
    case hashModifier
    /// SwiftData's preserved attributes have Core Data's flag. The elements of a preserved composite have it, too.
    case preservedOnDeletion
    /// SwiftData's subclasses are subentities.
    case inheritance
    /// The constraints of an entity are sorted by their property names.
    case severalConstraints
    /// A name outside ASCII is hashed as UTF-8, without Unicode normalization, and sorted by code unit.
    case nameOutsideASCII
    /// The counts of SwiftData's macro are the ones of Core Data. A to-one relationship has at most one destination.
    case relationshipCounts
    /// A property with `@Relationship` whose value isn't a model is an attribute.
    case relationshipOnValue
    /// An inherited relationship is its own inverse if its inverse is declared by the same entity.
    case inverseInHierarchy
    /// Two relationships of an entity to itself are a pair, and a single one has no inverse.
    case ownEntity
    case olderInverse, severalCandidates
    /// The listed class becomes the entity.
    case namesake
    /// The hash of a derived attribute has the expression and the filter in this format.
    case derived
    /// The elements of a Core Data model's composite are read from elements of the model file.
    case modelComposite

    /// The text in `hashAssumptions`, where `*` represents a detail. Nil if the rule is proven.
    package var shape: String? {
        switch self {
        case .ownInverse, .inverseOfTheSameName, .structArray, .integerDictionary: nil
        case .url: "URL"
        case .int8: "Int8"
        case .uint: "UInt"
        case .array: "Array<*>"
        case .set: "Set<*>"
        case .dictionary: "Dictionary<*>"
        case .insideStruct: "* inside a struct"
        case .frameworkStruct: "*, a framework's struct"
        case .memberWithoutKey: "member of a struct outside of CodingKeys"
        case .unreadKeys: "struct whose CodingKeys can't be read"
        case .elementsOfTheSameName: "elements of the same name"
        case .rawValueEnum: "enum with * raw values"
        case .otherRawValueEnum: "enum whose raw values aren't scalars"
        case .associatedValues: "enum with associated values"
        case .rawRepresentableStruct: "RawRepresentable struct"
        case .codable: "codable representation"
        case .typeOutOfReach: "*, whose declaration is out of reach"
        case .hashModifier: "hash modifier"
        case .preservedOnDeletion: "preserved on deletion"
        case .inheritance: "class inheritance"
        case .severalConstraints: "several uniqueness constraints"
        case .nameOutsideASCII: "name outside ASCII"
        case .relationshipCounts: "counts of a relationship"
        case .relationshipOnValue: "@Relationship on a value"
        case .inverseInHierarchy: "inverse of the same name in an entity's hierarchy"
        case .ownEntity: "inverse of a relationship to its own entity"
        case .olderInverse: "inverse, which the frameworks of iOS 17 and 18 infer"
        case .severalCandidates: "inverse with several candidates"
        case .namesake: "class of the same name outside the version"
        case .derived: "derived by *"
        case .modelComposite: "composite"
        }
    }
}
