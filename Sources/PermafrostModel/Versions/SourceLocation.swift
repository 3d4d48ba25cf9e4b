/// A place in a project's source: a file, a line and a column, as compilers print them.
package struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file's path relative to the project's folder, with `/` between components.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The column in UTF-8 bytes, from 1.
    package var column: Int

    /// A place.
    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `Sources/App/Models.swift:12:9`
    package var description: String { "\(file):\(line):\(column)" }
}

/// Where the parts of a model are declared.
package struct ModelPlaces: Sendable, Hashable {
    /// The class of each entity, by entity name.
    package var entities: [String: SourceLocation]
    /// Each own property, by entity name and property name.
    package var properties: [String: [String: SourceLocation]]
    /// The enums and structs that the values of each own property are made of, by entity name and property name.
    package var valueTypes: [String: [String: [ValueType]]]

    /// Places.
    package init(
        entities: [String: SourceLocation] = [:], properties: [String: [String: SourceLocation]] = [:],
        valueTypes: [String: [String: [ValueType]]] = [:]
    ) {
        self.entities = entities
        self.properties = properties
        self.valueTypes = valueTypes
    }
}

/// An enum or struct of the project that is part of a property's values.
package struct ValueType: Sendable, Hashable {
    /// Its name with its nesting.
    package var name: String
    /// Where it is declared.
    package var location: SourceLocation
    /// The fields and cases that lead to it from the property; empty if it is the property's type, or what a collection holds.
    package var path: [String]

    /// A type.
    package init(name: String, location: SourceLocation, path: [String]) {
        self.name = name
        self.location = location
        self.path = path
    }
}

/// Where a version is declared: the type, its version, and when it is asked for, each part of its model.
package final class SourcePlaces: Sendable {
    /// Where the version as a whole is declared.
    package let location: SourceLocation
    /// Where its version is given.
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

    /// Where the parts of the model are declared.
    package var parts: ModelPlaces {
        known.withLock { known in
            let parts = known ?? read()
            known = parts
            return parts
        }
    }

    /// The places of a branch of the declaration.
    package func at(_ branch: SourceLocation) -> SourcePlaces {
        SourcePlaces(location: branch, version: version) { self.parts }
    }
}
