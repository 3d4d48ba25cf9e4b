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

    package init(
        entities: [String: SourceLocation] = [:], properties: [String: [String: SourceLocation]] = [:],
        valueTypes: [String: [String: [ValueType]]] = [:]
    ) {
        self.entities = entities
        self.properties = properties
        self.valueTypes = valueTypes
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
    /// The way the type decodes values.
    package var decoding: ValueDecoding

    package init(
        name: String, location: SourceLocation, path: [String], decoding: ValueDecoding = ValueDecoding()
    ) {
        self.name = name
        self.location = location
        self.path = path
        self.decoding = decoding
    }
}

extension [ValueType] {
    /// The decoders that differ from the synthesized ones, by path. A dictionary's keys and values have one path, so
    /// which of their decoders reads a field isn't known.
    package var decodings: [[String]: ValueDecoding] {
        let plain = ValueDecoding()
        let special = filter { $0.decoding != plain }.map(\.path)
        return Dictionary(
            filter { special.contains($0.path) }.map { ($0.path, $0.decoding) }, uniquingKeysWith: { _, _ in .unknown })
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
