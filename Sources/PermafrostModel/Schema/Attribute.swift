/// A value in the rows of an entity: plain, composite (a `Codable` struct or an enum), or derived.
///
/// As in Core Data, a composite attribute has ``elements``, and a derived attribute has a ``derivation``.
package struct Attribute: Sendable, Hashable {
    /// The property's name. For an element of a composite, the name of the member or case.
    package var name: String
    /// The storage type of the value.
    package var type: AttributeType
    /// Whether the value may be nil.
    package var isOptional: Bool
    /// Whether the value isn't saved to the store (`.ephemeral`).
    package var isTransient: Bool
    /// Whether the value may be in a file next to the store.
    package var isExternalStorage: Bool
    /// Whether the history preserves the value of a deleted row.
    package var preservesValueOnDeletion: Bool
    /// Whether Spotlight indexes the value.
    package var isSpotlightIndexed: Bool
    /// Whether CloudKit encrypts the value.
    package var allowsCloudEncryption: Bool
    /// The value of new rows, from the declaration.
    package var defaultValue: DefaultValue?
    /// The elements of a composite, in declaration order, which is the order of their columns; empty for other
    /// attributes.
    package var elements: [Attribute]
    /// Whether a composite is an enum. The archive records this. The value is then a single raw value or case name.
    package var isEnumeration: Bool
    /// The case names of an enum without raw values, in order; nil for other attributes.
    package var enumerationCases: [String]?
    /// A derived attribute's expression (Core Data only).
    package var derivation: Derivation?
    /// The class of the values in the archive, if the type doesn't determine it, such as `Array<String>`.
    package var valueClassName: String?
    /// The value transformer of a transformable attribute.
    package var valueTransformerName: String?
    /// The Swift type, if the storage type doesn't determine it.
    package var shape: ValueShape?
    /// The property's name in an older model, if it differs from ``name``.
    package var renamingIdentifier: String?
    /// A string that changes only the version hash.
    package var versionHashModifier: String?
    /// The string entries of the user info in a Core Data model. The user info of an enum is in ``isEnumeration`` and
    /// ``enumerationCases``.
    package var userInfo: [String: String]

    /// A derived attribute's expression and filter, in Core Data's format.
    package struct Derivation: Sendable, Hashable {
        /// The expression, such as `count:(pages)`, `now()`, or `author.name`.
        package var expression: String
        /// The format string of the filter predicate.
        package var filter: String?

        package init(expression: String, filter: String? = nil) {
            self.expression = expression
            self.filter = filter
        }
    }

    package init(
        name: String, type: AttributeType, isOptional: Bool = false, isTransient: Bool = false,
        isExternalStorage: Bool = false, preservesValueOnDeletion: Bool = false, isSpotlightIndexed: Bool = false,
        allowsCloudEncryption: Bool = false, defaultValue: DefaultValue? = nil, elements: [Attribute] = [],
        isEnumeration: Bool = false, enumerationCases: [String]? = nil, derivation: Derivation? = nil,
        valueClassName: String? = nil, valueTransformerName: String? = nil, shape: ValueShape? = nil,
        renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:]
    ) {
        self.name = name
        self.type = type
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.isExternalStorage = isExternalStorage
        self.preservesValueOnDeletion = preservesValueOnDeletion
        self.isSpotlightIndexed = isSpotlightIndexed
        self.allowsCloudEncryption = allowsCloudEncryption
        self.defaultValue = defaultValue
        self.elements = elements
        self.isEnumeration = isEnumeration
        self.enumerationCases = enumerationCases
        self.derivation = derivation
        self.valueClassName = valueClassName
        self.valueTransformerName = valueTransformerName
        self.shape = shape
        self.renamingIdentifier = renamingIdentifier
        self.versionHashModifier = versionHashModifier
        self.userInfo = userInfo
    }

    /// The attributes that have a column. For a composite, they are its elements, with nested ones flattened in order.
    /// Transient attributes have no column.
    package var leaves: [Attribute] {
        guard !isTransient else { return [] }
        return type == .composite ? elements.flatMap(\.leaves) : [self]
    }
}
