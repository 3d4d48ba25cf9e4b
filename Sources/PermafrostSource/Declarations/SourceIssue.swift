import PermafrostModel

/// One thing that kept declarations from being read or evaluated, with its place. Facts only: a renderer words it.
package struct SourceIssue: Sendable, Hashable, Codable {
    /// What is wrong.
    package enum Problem: Sendable, Hashable, Codable {
        /// The file could not be read; the associated value is the system's reason.
        case unreadableFile(String)
        /// The file is too large or too deeply nested to be parsed: the reason.
        case beyondBounds(String)
        /// The file is not valid Swift where a declaration stands; the parser's message.
        case invalidSyntax(String)
        /// A model list, version or plan member whose value cannot be read from source: what it is (`models`,
        /// `versionIdentifier`, `schemas`, `stages`) and the expression.
        case notEvaluable(what: String, expression: String)
        /// A list that a condition decides which is only known where the app runs (`#available`): the branch of the newest
        /// systems was read. What the list is, and the condition.
        case branchRead(what: String, condition: String)
        /// A name that no declaration of the project carries: what it should be (`model`, `destination`, `schema`, `type`), the name
        /// and near names that do exist.
        case unknownName(what: String, name: String, near: [String])
        /// A name that several declarations carry and nothing says which is meant: their places.
        case ambiguousName(name: String, candidates: [SourceLocation])
        /// A typealias that leads back to itself: its name, and where it is declared.
        case circularAlias(name: String, place: SourceLocation)
        /// A listed class is not a `@Model`.
        case notAModel(String)
        /// A stored property whose type cannot be read from source.
        case unknownPropertyType(model: String, property: String)
        /// A stored property that holds a type, which no store can keep.
        case typeProperty(model: String, property: String)
        /// A relationship to a class that is not of the version, while the version lists another of the same name, which is
        /// the entity: the relationship, the class that is meant with its place, and the listed one.
        case namesake(model: String, property: String, meant: String, place: SourceLocation, listed: String)
        /// A value that Apple's framework does not take: the property, the path of what is refused (`Trip.plan.due`, or the
        /// property itself), that one's type, and why.
        case unstorable(model: String, property: String, path: String, type: String, SourceIssue.UnstorableValue)
        /// A listed class inherits a model class that the list lacks: their names.
        case unlistedParent(model: String, parent: String)
        /// A relationship with several candidates for its inverse, of which none was taken.
        case ambiguousInverse(model: String, property: String, candidates: [String])
        /// Two entities of one schema have one name.
        case duplicateEntity(String)
        /// A class inherits itself.
        case inheritanceCycle(String)
        /// An option of an attribute or relationship that is not known, as written.
        case unknownOption(String)
        /// A version or plan that is another one in another target: their names.
        case differsByTarget(name: String, targets: [String])
        /// A Core Data model file that cannot be read, or not fully.
        case modelFile(SourceIssue.ModelFileProblem)
    }

    /// Whether the declaration could still be evaluated.
    package enum Severity: String, Sendable, Hashable, Codable {
        /// The declaration could not be evaluated.
        case error
        /// It could, with this to know.
        case warning
    }

    /// What is wrong.
    package var problem: Problem
    /// Whether the declaration could still be evaluated.
    package var severity: Severity
    /// Where.
    package var location: SourceLocation

    /// An issue.
    package init(_ problem: Problem, severity: Severity = .error, at location: SourceLocation) {
        self.problem = problem
        self.severity = severity
        self.location = location
    }
}

extension SourceIssue {
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
}

extension SourceIssue {
    /// Why Apple's framework takes a value of no property, as developers report it. [A]
    package enum UnstorableValue: Sendable, Hashable, Codable {
        /// It is a class, or holds one, in what is stored field by field: the class that the framework names.
        case classInside(String)
        /// It has a stored property that the framework does not know: the type that the framework names.
        case unexpected(String)
        /// It is encoded as a list without names, for which columns are missing.
        case unkeyed
    }
}
