/// A value that rows of an entity hold: plain, composite (a `Codable` struct or an enum) or derived.
///
/// Composites and derived attributes are attributes with ``elements`` or a ``derivation``, as in Core Data.
package struct Attribute: Sendable, Hashable {
    /// The property's name; for an element of a composite the member's or case's name.
    package var name: String
    /// How the value is stored.
    package var type: AttributeType
    /// Whether a row may lack the value.
    package var isOptional: Bool
    /// Whether the value is kept out of the store (`.ephemeral`).
    package var isTransient: Bool
    /// Whether the value may live in a file beside the store.
    package var isExternalStorage: Bool
    /// Whether the history keeps the value of a deleted row.
    package var preservesValueOnDeletion: Bool
    /// Whether Spotlight indexes the value.
    package var isSpotlightIndexed: Bool
    /// Whether CloudKit encrypts the value.
    package var allowsCloudEncryption: Bool
    /// The value of new rows, as the declaration gives it.
    package var defaultValue: DefaultValue?
    /// The elements of a composite in declaration order, which is their columns' order; empty for other attributes.
    package var elements: [Attribute]
    /// Whether a composite is an enum: its archive says so, and its value is one raw value or one case name.
    package var isEnumeration: Bool
    /// For an enum without raw values the case names, in order; nil otherwise.
    package var enumerationCases: [String]?
    /// A derived attribute's expression (Core Data only).
    package var derivation: Derivation?
    /// The class that the archive names for values, where the type does not give it: `Array<String>`.
    package var valueClassName: String?
    /// The value transformer of a transformable attribute.
    package var valueTransformerName: String?
    /// The Swift type behind the storage, where the storage alone does not show it.
    package var shape: ValueShape?
    /// The name under which an older model knew the property, where it differs from ``name``.
    package var renamingIdentifier: String?
    /// Text that moves the version hash and does nothing else.
    package var versionHashModifier: String?
    /// A Core Data model's user info, string entries only; an enum's is ``isEnumeration`` and ``enumerationCases``.
    package var userInfo: [String: String]

    /// A derived attribute's expression and filter, as Core Data formats them.
    package struct Derivation: Sendable, Hashable {
        /// The expression: `count:(pages)`, `now()`, `author.name`.
        package var expression: String
        /// The format of the filter predicate.
        package var filter: String?

        /// A derivation.
        package init(expression: String, filter: String? = nil) {
            self.expression = expression
            self.filter = filter
        }
    }

    /// An attribute.
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

    /// The attributes that have a column: a composite's elements, nested ones flattened in order, else itself.
    /// Transient ones have none.
    package var leaves: [Attribute] {
        guard !isTransient else { return [] }
        return type == .composite ? elements.flatMap(\.leaves) : [self]
    }
}
