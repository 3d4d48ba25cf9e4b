/// Optionals of any type, known at run time.
protocol OptionalType {
    static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrappedType: Any.Type { Wrapped.self }
}

/// Collections of any element, known at run time.
protocol CollectionType {
    static var kind: CollectionKind { get }
}

/// A collection's kind and the types inside.
enum CollectionKind {
    case array(Any.Type)
    case set(Any.Type)
    case dictionary(key: Any.Type, value: Any.Type)
}

extension Array: CollectionType {
    static var kind: CollectionKind { .array(Element.self) }
}

extension Set: CollectionType {
    static var kind: CollectionKind { .set(Element.self) }
}

extension Dictionary: CollectionType {
    static var kind: CollectionKind { .dictionary(key: Key.self, value: Value.self) }
}

/// The model that a property's type refers to.
struct RelationshipTarget {
    var model: any PersistentModel.Type
    var isToMany: Bool

    /// Nil if the type is no model, and no array of one.
    init?(of type: Any.Type) {
        let inner = (type as? any OptionalType.Type)?.wrappedType ?? type
        if let model = inner as? any PersistentModel.Type {
            self.model = model
            isToMany = false
        } else if let collection = inner as? any CollectionType.Type, case .array(let element) = collection.kind,
            let model = element as? any PersistentModel.Type
        {
            self.model = model
            isToMany = true
        } else {
            return nil
        }
    }
}
