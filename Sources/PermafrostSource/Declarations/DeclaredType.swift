import PermafrostModel

/// A type of the project that a name in a stage's code refers to.
package struct DeclaredType: Sendable, Hashable, Codable {
    /// The type's qualified name.
    package let name: String
    /// The locations of the declarations of a `@Model` class, one for each branch of an `#if`. Empty for any other
    /// type. They equal the locations of the classes of a ``DeclaredVersion``.
    package let models: [SourceLocation]
    /// The qualified names of the types that enclose the declaration, innermost first.
    package let enclosingTypes: [String]

    package init(name: String, models: [SourceLocation] = [], enclosingTypes: [String] = []) {
        self.name = name
        self.models = models
        self.enclosingTypes = enclosingTypes
    }

    /// The name of the entity that the type declares if it is a `@Model` class.
    package var entity: String {
        enclosingTypes.first.map { String(name.dropFirst($0.count + 1)) } ?? name
    }
}
