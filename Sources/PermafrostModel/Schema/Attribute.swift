/// A property that stores a value. It is plain, composite (a `Codable` struct or an enum), or derived.
///
/// As in Core Data, a composite attribute has ``elements``, and a derived attribute has a ``derivation``.
package struct Attribute: Sendable, Hashable {
    /// The property's name. For an element of a composite, this is the name of the member or case.
    package var name: String
    /// The storage type of the value.
    package var type: AttributeType
    /// Whether the value can be nil.
    package var isOptional: Bool
    /// Whether the value isn't saved to the store (`.ephemeral`).
    package var isTransient: Bool
    /// Whether the value can be stored in a file next to the store.
    package var isExternalStorage: Bool
    /// Whether the store's persistent history preserves the value when a row is deleted.
    package var preservesValueOnDeletion: Bool
    /// Whether Spotlight indexes the value.
    package var isSpotlightIndexed: Bool
    /// Whether CloudKit encrypts the value.
    package var allowsCloudEncryption: Bool
    /// The declared value for new rows, or nil if the declaration has no default.
    package var defaultValue: DefaultValue?
    /// The elements of a composite, in declaration order. Their columns have the same order. Empty for other
    /// attributes.
    package var elements: [Attribute]
    /// Whether a composite is an enum, with or without raw values.
    package var isEnumeration: Bool
    /// The case names of an enum without raw values, in declaration order. Nil for other attributes.
    package var enumerationCases: [String]?
    /// The expression and filter of a derived attribute (Core Data only), or nil for other attributes.
    package var derivation: Derivation?
    /// The name of the values' class in the model archive, such as `Array<String>`. Nil if ``type`` determines the
    /// class.
    package var valueClassName: String?
    /// The name of a transformable attribute's value transformer. Nil for other attributes, or if the declaration has
    /// no transformer.
    package var valueTransformerName: String?
    /// The shape of the Swift type, or nil if the storage type determines the Swift type.
    package var shape: ValueShape?
    /// The property's name in an older model, or nil if the property isn't renamed.
    package var renamingIdentifier: String?
    /// A string that changes the version hash and has no other effect. Nil if the declaration has no modifier. The
    /// modifier of a composite or derived attribute doesn't change the hash.
    package var versionHashModifier: String?
    /// The string entries of the user info in a Core Data model. The user info of an enum is represented by
    /// ``isEnumeration`` and ``enumerationCases`` instead.
    package var userInfo: [String: String]

    /// The expression and filter of a derived attribute, in Core Data's format.
    package struct Derivation: Sendable, Hashable {
        /// The expression, such as `count:(pages)`, `now()`, or `author.name`.
        package var expression: String
        /// The format string of the filter predicate, or nil if there is no filter.
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

    /// Marks the attribute as preserved on deletion. Core Data rejects a preserved composite whose elements aren't
    /// preserved, so a composite's elements are marked, too.
    package mutating func preserveValueOnDeletion() {
        preservesValueOnDeletion = true
        for index in elements.indices { elements[index].preserveValueOnDeletion() }
    }

    /// Whether the attribute is a preserved composite inside another composite, or contains one. Core Data rejects it.
    package var containsPreservedComposite: Bool {
        elements.contains { $0.type == .composite && $0.preservesValueOnDeletion || $0.containsPreservedComposite }
    }

    /// The attributes that have a column: the attribute itself, or the flattened elements of a composite, in order.
    /// Empty if the attribute is transient.
    package var leaves: [Attribute] {
        guard !isTransient else { return [] }
        return type == .composite ? elements.flatMap(\.leaves) : [self]
    }
}
