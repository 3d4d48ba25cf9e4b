import PermafrostModel

/// A problem found while declarations were read or evaluated, and its location.
package struct SourceIssue: Sendable, Hashable, Codable {
    /// A kind of problem with its details.
    package enum Problem: Sendable, Hashable, Codable {
        /// The file or folder can't be read. The associated value is the reason.
        case unreadableFile(String)
        /// The file exceeds the parser's limits for size, tokens or nesting. The associated value is the reason.
        case beyondBounds(String)
        /// The file isn't valid Swift. The associated value is the parser's message.
        case invalidSyntax(String)
        /// The value of a model list, a version, a plan member or an option can't be determined from the source.
        ///
        /// `what` is the kind of value, such as `models` or `versionIdentifier`. `expression` is the value as written,
        /// or empty if there is no expression to report. In that case, `what` may include the type, as in
        /// `AppSchemaV1.models`.
        case notEvaluable(what: String, expression: String)
        /// A list depends on an `#available` condition, which is known only at run time. Permafrost evaluated the list
        /// for the newest systems. The associated values are the list's kind and the condition.
        /// `differing` contains the names of the models that only some systems have, and `isByClass` is true if all of
        /// them have `@available` attributes or superclasses that are models, so that older systems can't have them.
        case branchRead(what: String, condition: String, differing: [String] = [], isByClass: Bool = false)
        /// The type of a property isn't declared. A macro of another module, which isn't expanded, may declare it and
        /// change the property into something else.
        case generatedType(model: String, property: String, type: String, macro: String)
        /// The project doesn't declare a name. The associated values are the expected kind, such as `model` or
        /// `schema`, the name, and similar declared names.
        case unknownName(what: String, name: String, near: [String])
        /// A name has several declarations, and nothing determines which one is meant. The associated values are the
        /// name and the declarations' locations.
        case ambiguousName(name: String, candidates: [SourceLocation])
        /// A typealias refers to itself. The associated values are its name and the location of its declaration.
        case circularAlias(name: String, place: SourceLocation)
        /// More combinations of compilation flags may change a version's models than are evaluated.
        case tooManyConditions(version: String)
        /// The search for a part of the version stopped at a limit for the length of chains of declarations.
        case tooDeep
        /// Two names are equal for Swift's strings but not for its compiler. The associated values are the name, and the
        /// location of the declaration with the other form.
        case otherUnicodeForm(String, SourceLocation)
        /// A target compiles a file or folder that isn't read. The associated values are the target and the reason.
        case unreadMember(target: String, reason: String)
        /// A listed class isn't a `@Model`.
        case notAModel(String)
        /// A stored property has a tuple type, or its type can't be determined from the source. The associated values
        /// are the names of the model or struct and of the property.
        case unknownPropertyType(model: String, property: String)
        /// The value of a stored property is a type, such as `Entry.self`. The model doesn't include the property,
        /// because a type can't be stored.
        case typeProperty(model: String, property: String)
        /// A relationship refers to a class outside the version, but the version lists a different class with the same
        /// name. The model uses the listed class instead.
        ///
        /// The associated values are the relationship, the class that it refers to, that class's location, and the
        /// listed class.
        case namesake(model: String, property: String, meant: String, place: SourceLocation, listed: String)
        /// Apple's framework rejects a property's value. The associated values are the property, the path of the
        /// rejected part (such as `Trip.plan.due`, or the property itself), that part's type, and the reason.
        case unstorable(model: String, property: String, path: String, type: String, UnstorableValue)
        /// A preserved composite contains another composite, which Core Data rejects. The associated values are the
        /// property.
        case preservedComposite(model: String, property: String)
        /// A listed class inherits from a model class that isn't listed. The associated values are their names.
        case unlistedParent(model: String, parent: String)
        /// A relationship has several possible inverses. If several of these declare the relationship as their inverse,
        /// the first one that does is used. Otherwise, the relationship has no inverse.
        case ambiguousInverse(model: String, property: String, candidates: [String])
        /// Two entities in a schema have the same name.
        case duplicateEntity(String)
        /// A class or entity inherits from itself, directly or through other types.
        case inheritanceCycle(String)
        /// An attribute or relationship has an unknown option. The associated value is the option as written.
        case unknownOption(String)
        /// A model class or property of a frozen version gained or lost attributes that may be macros of other modules.
        /// The associated values are the class or property, and the attributes' names.
        case macrosChanged(String, before: [String], after: [String])
        /// The settings of a frozen version's compilation flags changed. The associated values are the version's type, and
        /// the settings as written.
        case settingsChanged(String, before: [String], after: [String])
        /// A version or plan differs between targets. The associated values are its name and the targets.
        case differsByTarget(name: String, targets: [String])
        /// Several files declare different versions or plans of one name, and it isn't known which of them a target
        /// compiles. The associated values are the name and the declarations.
        case declaredInSeveralFiles(String, [SourceLocation])
        /// A version's models can't be evaluated on some platforms, and it isn't known whether the app is built for
        /// them. The associated values are the version's name and the platforms.
        case unevaluatedPlatforms(version: String, platforms: [String])
        /// A Core Data model file can't be read completely.
        case modelFile(ModelFileProblem)
    }

    package enum Severity: String, Sendable, Hashable, Codable {
        /// The declaration can't be evaluated.
        case error
        /// The declaration was evaluated, but with the reported limitation.
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
