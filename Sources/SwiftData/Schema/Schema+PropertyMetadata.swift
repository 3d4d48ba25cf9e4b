extension Schema {
    /// The description of one property of a `@Model` class.
    ///
    /// The ``Model()`` macro generates it. To list a model's properties, use a ``Schema/Entity`` instead.
    public struct PropertyMetadata {
        // As on Apple's platforms, a `Mirror` shows the stored properties. `name` and `keypath` have the same spelling
        // there.

        package let name: String
        package let keypath: AnyKeyPath
        /// The initial value in the declaration, or nil if the declaration has no initial value. It's computed on each
        /// access.
        var defaultValue: Any? { makeDefault?() }
        let makeDefault: (() -> Any)?
        /// The source text of the initial value, or nil if the text isn't known. A model contains this text if it can't
        /// represent the value, or if the value differs each time it's computed, such as the current date.
        let defaultText: String?
        let attribute: Attribute?
        let relationship: Relationship?
        let isConstant: Bool

        /// Creates the description of a property.
        ///
        /// - Parameters:
        ///   - name: the property's name.
        ///   - keypath: the property's key path.
        ///   - defaultValue: the initial value, or nil if the property has no initial value.
        ///   - metadata: the property's ``Schema/Attribute`` or ``Schema/Relationship``, or nil if it has no macro.
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

        /// Returns the description of a property. Only code that `@Model` generates calls this function.
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
