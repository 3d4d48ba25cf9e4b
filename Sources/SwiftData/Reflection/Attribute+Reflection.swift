import PermafrostModel

extension PermafrostModel.Attribute {
    /// The attribute of a property of that type, with its options and default.
    init(reflecting property: Schema.PropertyMetadata, _ valueType: Any.Type) {
        let type = SwiftType(reflecting: valueType)
        self = AttributeMapping(name: property.name, type: type).attribute
        for option in property.attribute?.options ?? [] {
            switch option {
            case .externalStorage: isExternalStorage = true
            case .ephemeral: isTransient = true
            case .preserveValueOnDeletion: preservesValueOnDeletion = true
            case .spotlight: isSpotlightIndexed = true
            case .allowsCloudEncryption: allowsCloudEncryption = true
            default: if let name = option.transformerName { transform(by: name, type) }
            }
        }
        renamingIdentifier = ReflectedDraft.renaming(property.attribute?.originalName, property.name)
        versionHashModifier = property.attribute?.hashModifier
        if let make = property.makeDefault {
            defaultValue = DefaultValue(
                reflecting: make, text: property.defaultText, type: type.unwrapped.type, property: property.name)
        }
    }

    /// The value is kept by a transformer of the app's own.
    private mutating func transform(by name: String, _ swiftType: SwiftType) {
        type = .transformable
        elements = []
        isEnumeration = false
        enumerationCases = nil
        valueTransformerName = name
        valueClassName = swiftType.unwrapped.type.text
        shape = ValueShape(swiftType.unwrapped.type)
    }
}
