/// A file, line, and column in a project's source, as in compiler messages.
package struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file's path relative to the project's folder, with `/` between components.
    package var file: String
    /// The line number, starting at 1.
    package var line: Int
    /// The column number in UTF-8 bytes, starting at 1.
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
    /// The location of each entity's declaration, keyed by entity name.
    package var entities: [String: SourceLocation]
    /// The location of each property, keyed by the declaring entity's name and the property's name.
    package var properties: [String: [String: SourceLocation]]
    /// The enums and structs in each property's values, keyed by the declaring entity's name and the property's name.
    package var valueTypes: [String: [String: [ValueType]]]
    /// The location of each index and constraint that a macro declares. The keys are the declaring entity's name and
    /// the description in a ``ModelChange``, such as `index (name)`.
    package var constraints: [String: [String: SourceLocation]]
    /// The source texts of the defaults that call an initializer and whose value is known, keyed by the declaring
    /// entity's name and the property's name. A fixture may record the text instead of the value.
    package var defaultTexts: [String: [String: String]] = [:]

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

/// An enum or struct in the project that is part of a property's values.
package struct ValueType: Sendable, Hashable {
    /// The type's name with its enclosing types.
    package var name: String
    /// The location of the type's declaration.
    package var location: SourceLocation
    /// The names of the fields and cases on the path from the property to the type. Empty if the property has this
    /// type, or an optional or collection of it.
    package var path: [String]
    /// The behavior of the type's decoder, which determines whether it can decode older values.
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
    /// The decodings of the values' types, keyed by ``ValueType/path``, for paths with a decoding that isn't
    /// synthesized. Several types may have the same path, such as a dictionary's key and value types. The decoding at
    /// such a path is ``ValueDecoding/unknown``.
    package var decodings: [[String]: ValueDecoding] {
        let plain = ValueDecoding()
        let special = filter { $0.decoding != plain }.map(\.path)
        return Dictionary(
            filter { special.contains($0.path) }.map { ($0.path, $0.decoding) }, uniquingKeysWith: { _, _ in .unknown })
    }
}

/// The locations of a version's type, its version identifier, and the parts of its model. The parts are located when
/// they are first needed.
package final class SourcePlaces: Sendable {
    /// The location of the version's declaration.
    package let location: SourceLocation
    /// The location of the version's declared name or identifier, or of the version if it declares neither.
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

    package var parts: ModelPlaces {
        known.withLock { known in
            let parts = known ?? read()
            known = parts
            return parts
        }
    }

    /// Returns a copy whose ``location`` is the given location of a conditional branch.
    package func at(_ branch: SourceLocation) -> SourcePlaces {
        SourcePlaces(location: branch, version: version) { self.parts }
    }
}
