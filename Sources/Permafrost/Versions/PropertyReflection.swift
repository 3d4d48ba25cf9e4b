import SwiftData

/// A property of a `@Model` class, read from the class's metadata.
///
/// `Schema.PropertyMetadata` has no documented members for the name and the key path, so they are read with a `Mirror`.
/// This can stop working in a new version of SwiftData. If you need every property, call ``readable(of:)``, which
/// throws an error if a property can't be read.
package struct PropertyReflection {
    /// The property's name; nil if it can't be read from the metadata.
    package let name: String?
    /// The property's key path; nil if it can't be read from the metadata.
    package let keyPath: AnyKeyPath?

    /// Creates a property from an element of a class's `schemaMetadata`. Reads the `name` and the `keypath` from the
    /// element's mirror. If there is no `name`, uses the last part of the key path's description.
    init(reflecting metadata: Any) {
        let mirror = Mirror(reflecting: metadata)
        let keyPath = mirror.descendant("keypath") as? AnyKeyPath
        self.keyPath = keyPath
        name = mirror.descendant("name") as? String ?? keyPath.flatMap { Self.name(inText: "\($0)") }
    }

    private init(name: String, keyPath: AnyKeyPath) {
        self.name = name
        self.keyPath = keyPath
    }

    /// Returns the properties of a class, including inherited ones.
    package static func all(of model: any PersistentModel.Type) -> [PropertyReflection] {
        #if os(Linux)
            // This package's SwiftData shows the names and key paths. A mirror takes much longer.
            model.schemaMetadata.map { PropertyReflection(name: $0.name, keyPath: $0.keypath) }
        #else
            model.schemaMetadata.map { PropertyReflection(reflecting: $0) }
        #endif
    }

    /// Returns the names and key paths of a class's properties, including inherited ones.
    ///
    /// - Throws: ``Unreadable`` if a property's name or key path can't be read.
    package static func readable(
        of model: any PersistentModel.Type
    ) throws(Unreadable) -> [(name: String, keyPath: AnyKeyPath)] {
        try readable(all(of: model), model: "\(model)")
    }

    static func readable(
        _ properties: [PropertyReflection], model: String
    ) throws(Unreadable) -> [(name: String, keyPath: AnyKeyPath)] {
        var found: [(name: String, keyPath: AnyKeyPath)] = []
        for property in properties {
            guard let name = property.name, let keyPath = property.keyPath else { throw Unreadable(model: model) }
            found.append((name, keyPath))
        }
        return found
    }

    /// Returns the last part of a key path's description, such as `body` for `\Post.body`. Returns nil if the
    /// description doesn't end in a name.
    static func name(inText text: String) -> String? {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let name = text[text.index(after: dot)...]
        guard let first = name.first, first.isLetter || first == "_",
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return String(name)
    }

    /// The error for a class whose properties can't be read from its metadata.
    package struct Unreadable: Error, CustomStringConvertible {
        package let model: String
        package var description: String {
            "SwiftData's metadata of \(model) doesn't show the class's properties: this version of SwiftData keeps them "
                + "in a form that Permafrost can't read. Update Permafrost."
        }
    }
}

extension Schema {
    /// Returns the entity name of a `@Model` class: the class's name without the enclosing types.
    ///
    /// SwiftData's own `Schema.entityName(for:)` needs iOS 18 and macOS 15, and a class that is known at compile time.
    package static func entityName(of type: any PersistentModel.Type) -> String {
        // Unlike `String(describing:)`, the interpolation of an `Any.Type` doesn't search for conformances.
        "\(type as Any.Type)"
    }
}
