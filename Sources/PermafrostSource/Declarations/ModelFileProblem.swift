/// What is wrong with a Core Data model file (`.xcdatamodel`), a bundle of them, or a mapping model. Facts only.
package enum ModelFileProblem: Sendable, Hashable, Codable {
    /// It is no well-formed XML; the parser's message.
    case notXML(String)
    /// It is written in another encoding than UTF-8.
    case encoding
    /// It declares XML entities, which no model file does and which are never expanded.
    case entityDeclaration
    /// It is larger, holds more elements or more entities, or is nested more deeply than is read: what, and the limit.
    case beyondLimit(what: String, limit: Int)
    /// Its outermost element is not that of a model.
    case notAModel(element: String)
    /// An element lacks an attribute that it cannot do without.
    case missingAttribute(element: String, attribute: String)
    /// An attribute has a value that it cannot have.
    case invalidValue(element: String, attribute: String, value: String)
    /// The default of an attribute (`Post.count`) is not a value of its type.
    case unreadableDefault(attribute: String, text: String)
    /// A composite attribute whose elements the model does not give.
    case unknownComposite(entity: String, property: String)
    /// Two properties of one entity have one name.
    case duplicateProperty(entity: String, property: String)
    /// An index over an expression, which is not carried.
    case expressionIndex(entity: String, index: String)
    /// A bundle without any version.
    case noVersion
    /// `.xccurrentversion` names no version of the bundle: the name, or nothing if it cannot be read.
    case unknownCurrentVersion(String?)
    /// A mapping model that does not say between which versions it maps.
    case unknownMapping
}
