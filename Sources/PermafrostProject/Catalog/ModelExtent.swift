/// The information that a model contains.
enum ModelExtent {
    /// All information in a declaration.
    case declaration
    /// The information that the model cache of a new store contains.
    case archive
    /// The information in the model cache of any store, which can lack more. See ``SchemaModel/completed(with:)``.
    case modelCache
}
