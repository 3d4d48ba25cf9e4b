import PermafrostModel

/// A problem that prevented reading or evaluating declarations, with its location. The message is written when it is
/// reported.
package struct SourceIssue: Sendable, Hashable, Codable {
    /// The kind of problem and its details.
    package enum Problem: Sendable, Hashable, Codable {
        /// The file couldn't be read; the associated value is the system's reason.
        case unreadableFile(String)
        /// The file is too large or too deeply nested to be parsed; the associated value is the reason.
        case beyondBounds(String)
        /// The file isn't valid Swift at a declaration; the associated value is the parser's message.
        case invalidSyntax(String)
        /// A model list, version or plan member whose value can't be determined from the source: its kind (`models`,
        /// `versionIdentifier`, `schemas`, `stages`) and the expression.
        case notEvaluable(what: String, expression: String)
        /// A list that depends on a condition known only at run time (`#available`). It was evaluated for the newest
        /// systems. The values are the list's kind and the condition.
        case branchRead(what: String, condition: String)
        /// A name that the project doesn't declare: its expected kind (`model`, `destination`, `schema`, `type`), the
        /// name, and similar names that exist.
        case unknownName(what: String, name: String, near: [String])
        /// A name with several declarations, when nothing determines which one is meant: the name and the declarations'
        /// locations.
        case ambiguousName(name: String, candidates: [SourceLocation])
        /// A typealias that refers to itself: its name and the location of its declaration.
        case circularAlias(name: String, place: SourceLocation)
        /// A listed class that isn't a `@Model`.
        case notAModel(String)
        /// A stored property whose type can't be determined from the source.
        case unknownPropertyType(model: String, property: String)
        /// A stored property whose value is a type, which can't be stored.
        case typeProperty(model: String, property: String)
        /// A relationship to a class outside the version, when the version lists a different class with the same name:
        /// the relationship, its class with its location, and the listed class.
        case namesake(model: String, property: String, meant: String, place: SourceLocation, listed: String)
        /// A value that Apple's framework rejects: the property, the path of the rejected part (`Trip.plan.due`, or the
        /// property itself), that part's type, and the reason.
        case unstorable(model: String, property: String, path: String, type: String, SourceIssue.UnstorableValue)
        /// A listed class that inherits from an unlisted model class: their names.
        case unlistedParent(model: String, parent: String)
        /// A relationship with several candidates for its inverse. None was selected.
        case ambiguousInverse(model: String, property: String, candidates: [String])
        /// Two entities of a schema with the same name.
        case duplicateEntity(String)
        /// A class that inherits from itself.
        case inheritanceCycle(String)
        /// An unknown option of an attribute or relationship, as written.
        case unknownOption(String)
        /// A version or plan that differs between targets: its name and the targets.
        case differsByTarget(name: String, targets: [String])
        /// A version whose models can't be evaluated on platforms that the app may not be built for: its name and the
        /// platforms.
        case unevaluatedPlatforms(version: String, platforms: [String])
        /// A Core Data model file that can't be read or can be read only partly.
        case modelFile(SourceIssue.ModelFileProblem)
    }

    package enum Severity: String, Sendable, Hashable, Codable {
        /// The declaration couldn't be evaluated.
        case error
        /// The declaration was evaluated with the reported limitation.
        case warning
    }

    package var problem: Problem
    package var severity: Severity
    package var location: SourceLocation

    package init(_ problem: Problem, severity: Severity = .error, at location: SourceLocation) {
        self.problem = problem
        self.severity = severity
        self.location = location
    }
}

extension SourceIssue {
    /// A problem with a Core Data model file (`.xcdatamodel`), a bundle of them, or a mapping model.
    package enum ModelFileProblem: Sendable, Hashable, Codable {
        /// The file isn't well-formed XML; the associated value is the parser's message.
        case notXML(String)
        /// The file has an encoding other than UTF-8.
        case encoding
        /// The file declares XML entities. Model files don't, and they are never expanded.
        case entityDeclaration
        /// The file is too large, or has too many or too deeply nested elements or entities: the exceeded quantity and
        /// its limit.
        case beyondLimit(what: String, limit: Int)
        /// The root element isn't a model element.
        case notAModel(element: String)
        /// An element lacks a required attribute.
        case missingAttribute(element: String, attribute: String)
        /// An attribute has an invalid value.
        case invalidValue(element: String, attribute: String, value: String)
        /// An attribute's default isn't a value of its type: the attribute, such as `Post.count`, and the default as
        /// written.
        case unreadableDefault(attribute: String, text: String)
        /// The model doesn't define the elements of a composite attribute.
        case unknownComposite(entity: String, property: String)
        /// Two properties of an entity have the same name.
        case duplicateProperty(entity: String, property: String)
        /// An index that uses an expression, which isn't supported.
        case expressionIndex(entity: String, index: String)
        /// A bundle without versions.
        case noVersion
        /// A missing version that `.xccurrentversion` selects: its name, or nil if the file can't be read.
        case unknownCurrentVersion(String?)
        /// A mapping model that doesn't specify its source and destination versions.
        case unknownMapping
    }
}

extension SourceIssue {
    /// The reason that Apple's framework rejects a value in any property, as reported by developers. [A]
    package enum UnstorableValue: Sendable, Hashable, Codable {
        /// The value is a class, or contains one in a part that is stored field by field. The associated value is the
        /// class in the framework's message.
        case classInside(String)
        /// The value has a stored property of a type that the framework doesn't support. The associated value is the
        /// type in the framework's message.
        case unexpected(String)
        /// The value is encoded as an unkeyed list, which can't be mapped to columns.
        case unkeyed
    }
}
