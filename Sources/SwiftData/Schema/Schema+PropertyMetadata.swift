extension Schema {
    /// The description that a `@Model` class gives of one of its properties.
    ///
    /// The macro ``Model()`` writes it. To list a model's properties, read a ``Schema/Entity`` instead.
    public struct PropertyMetadata {
        // A `Mirror` shows the stored properties, here as on Apple's platforms, and `name` and `keypath` have the same
        // spelling there.

        /// The property's name.
        package let name: String
        /// The property's key path.
        package let keypath: AnyKeyPath
        /// The initial value in the declaration, made each time this is read; nil if there is none.
        var defaultValue: Any? { makeDefault?() }
        let makeDefault: (() -> Any)?
        /// The source text of the initial value. It identifies values that each process makes again.
        let defaultText: String?
        let attribute: Attribute?
        let relationship: Relationship?
        /// Whether the property is a `let`.
        let isConstant: Bool

        /// Creates the description of a property.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - keypath: the property's key path.
        ///   - defaultValue: the initial value; nil for none.
        ///   - metadata: the property's ``Schema/Attribute`` or ``Schema/Relationship``; nil for none.
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

        /// Returns the description that the expansion of `@Model` gives of a property. Don't use it directly.
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
