/// A collection's kind and element types.
enum CollectionKind {
    case array(Any.Type)
    case set(Any.Type)
    case dictionary(key: Any.Type, value: Any.Type)
}
