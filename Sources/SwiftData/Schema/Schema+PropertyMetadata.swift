extension Schema {
    /// What a `@Model` class says about one of its properties.
    public struct PropertyMetadata {
        // A `Mirror` shows the stored properties, here as on Apple's platforms: `name` and `keypath` are spelled as there.

        /// The property's name.
        package let name: String
        /// The key path of the property.
        package let keypath: AnyKeyPath
        /// The initial value in the declaration, made when this is read; nil if there is none.
        var defaultValue: Any? { makeDefault?() }
        let makeDefault: (() -> Any)?
        /// The source text of the initial value, by which values are compared that each process makes anew.
        let defaultText: String?
        let attribute: Attribute?
        let relationship: Relationship?
        /// Whether the property is a `let`.
        let isConstant: Bool

        /// The metadata of the property at a key path.
        public init(
            name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            makeDefault = defaultValue.map { value in { value } }
            defaultText = nil
            attribute = metadata as? Attribute
            relationship = metadata as? Relationship
            isConstant = false
        }

        private init(
            name: String, keypath: AnyKeyPath, makeDefault: (() -> Any)?, defaultText: String?,
            attribute: Attribute?, relationship: Relationship?, isConstant: Bool
        ) {
            self.name = name
            self.keypath = keypath
            self.makeDefault = makeDefault
            self.defaultText = defaultText
            self.attribute = attribute
            self.relationship = relationship
            self.isConstant = isConstant
        }

        /// What the expansion of `@Model` says about a property. Not for use by hand.
        public static func _of<Root, Value>(
            _ name: String, _ keypath: KeyPath<Root, Value>, default makeDefault: (() -> Value)? = nil,
            text: String? = nil, attribute: Attribute? = nil, relationship: Relationship? = nil,
            isConstant: Bool = false
        ) -> PropertyMetadata {
            PropertyMetadata(
                name: name, keypath: keypath, makeDefault: makeDefault.map { make in { make() } }, defaultText: text,
                attribute: attribute, relationship: relationship, isConstant: isConstant)
        }
    }
}
