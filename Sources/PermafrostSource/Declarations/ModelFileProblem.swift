import PermafrostModel

/// A problem with a Core Data model file (`.xcdatamodel`), a model bundle, or a mapping model.
package enum ModelFileProblem: Sendable, Hashable, Codable {
    /// The file isn't well-formed XML. The associated value is the parser's message.
    case notXML(String)
    /// The file's encoding isn't UTF-8.
    case encoding
    /// The file declares XML entities, which model files don't need, so it isn't read.
    case entityDeclaration
    /// The file is too large, or has too many or too deeply nested elements or entities. The associated values are
    /// the quantity that exceeds its limit, and the limit.
    case beyondLimit(what: String, limit: Int)
    /// The root element isn't a model element.
    case notAModel(element: String)
    /// A required attribute of an element is missing.
    case missingAttribute(element: String, attribute: String)
    /// An attribute has an invalid value.
    case invalidValue(element: String, attribute: String, value: String)
    /// An attribute's default isn't a value of the attribute's type. The associated values are the attribute, such
    /// as `Post.count`, and the default as written.
    case unreadableDefault(attribute: String, text: String)
    /// The model doesn't define the elements of a composite attribute.
    case unknownComposite(entity: String, property: String)
    /// Two properties of an entity have the same name.
    case duplicateProperty(entity: String, property: String)
    /// An index contains an expression. Expressions aren't supported and are ignored.
    case expressionIndex(entity: String, index: String)
    /// A bundle has no versions.
    case noVersion
    /// A version's folder has no file `contents`. The associated value is the folder's name, and whether the folder
    /// contains the files of Xcode 3.
    case noContents(version: String, isOfXcode3: Bool)
    /// `.xccurrentversion` can't be read, or selects a version that doesn't exist. The associated value is the name
    /// of that version, or nil if the file can't be read.
    case unknownCurrentVersion(String?)
    /// A mapping model doesn't specify its source and destination versions.
    case unknownMapping
    /// A mapping model names a class of a migration policy that the sources don't declare. The associated values are the
    /// name, and the name at run time of a class that may be meant.
    case missingPolicy(String, declared: String?)
}
