import PermafrostModel

/// The destination of a relationship, determined from the property's type.
struct RelationshipTarget {
    var model: any PersistentModel.Type
    var isToMany: Bool

    /// Creates a target from a property's type. Returns nil if the type isn't a model, an array of a model, or an
    /// optional of either.
    init?(of type: Any.Type) {
        guard ScalarType.of(type) == nil else { return nil }
        let inner = (type as? any OptionalType.Type)?.wrappedType ?? type
        if let model = inner as? any PersistentModel.Type {
            self.model = model
            isToMany = false
        } else if let collection = inner as? any CollectionType.Type,
            case .array(let element) = collection.kind,
            let model = element as? any PersistentModel.Type
        {
            self.model = model
            isToMany = true
        } else {
            return nil
        }
    }
}
