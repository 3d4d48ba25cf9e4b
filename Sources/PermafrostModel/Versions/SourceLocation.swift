/// A location in a project's source: a file, a line, and a column, as compilers print them.
package struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file's path relative to the project's folder, with `/` between components.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column in UTF-8 bytes, from 1.
    package var column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The location in the form `Sources/App/Models.swift:12:9`.
    package var description: String { "\(file):\(line):\(column)" }
}

/// The locations of a model's declarations.
package struct ModelPlaces: Sendable, Hashable {
    /// The location of each entity's class, by entity name.
    package var entities: [String: SourceLocation]
    /// The location of each property, by the name of the declaring entity and the property's name.
    package var properties: [String: [String: SourceLocation]]
    /// The enums and structs that each property's values contain, by the name of the declaring entity and the
    /// property's name.
    package var valueTypes: [String: [String: [ValueType]]]
    /// The location of each index and constraint that a macro declares, by the name of the declaring entity and the
    /// description in a ``ModelChange``, such as `index (name)`.
    package var constraints: [String: [String: SourceLocation]]

    package init(
        entities: [String: SourceLocation] = [:], properties: [String: [String: SourceLocation]] = [:],
        valueTypes: [String: [String: [ValueType]]] = [:], constraints: [String: [String: SourceLocation]] = [:]
    ) {
        self.entities = entities
        self.properties = properties
        self.valueTypes = valueTypes
        self.constraints = constraints
    }
}

/// An enum or struct of the project that a property's values contain.
package struct ValueType: Sendable, Hashable {
    /// The type's name with its enclosing types.
    package var name: String
    /// The location of its declaration.
    package var location: SourceLocation
    /// The path of fields and cases from the property to the type. Empty if it is the property's type or the element
    /// type of a collection.
    package var path: [String]

    package init(name: String, location: SourceLocation, path: [String]) {
        self.name = name
        self.location = location
        self.path = path
    }
}

/// The locations of a version's declarations: its type, its version identifier, and the parts of its model. The parts
/// are located on first use.
package final class SourcePlaces: Sendable {
    /// The location of the version's declaration.
    package let location: SourceLocation
    /// The location of the version identifier.
    package let version: SourceLocation

    private let read: @Sendable () -> ModelPlaces
    private let known = Locked<ModelPlaces?>(nil)

    package init(
        location: SourceLocation, version: SourceLocation, parts read: @escaping @Sendable () -> ModelPlaces
    ) {
        self.location = location
        self.version = version
        self.read = read
    }

    /// The locations of the parts of the model.
    package var parts: ModelPlaces {
        known.withLock { known in
            let parts = known ?? read()
            known = parts
            return parts
        }
    }

    /// Returns the same locations, but with the location of a branch of the declaration.
    package func at(_ branch: SourceLocation) -> SourcePlaces {
        SourcePlaces(location: branch, version: version) { self.parts }
    }
}
