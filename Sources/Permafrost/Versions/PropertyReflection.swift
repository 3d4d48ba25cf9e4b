import SwiftData

/// A property of a `@Model` class, as its metadata shows it.
///
/// `Schema.PropertyMetadata` documents how it is created, but no member to read it with. A `Mirror` shows its stored
/// properties, which no documentation guarantees. So a caller that needs them calls ``readable(of:)`` and gets all of
/// them or an error.
package struct PropertyReflection {
    /// The property's name.
    package let name: String?
    /// The property's key path.
    package let keyPath: AnyKeyPath?

    /// Reads a `name` and a `keypath` from the mirror of a value. Without a name, the name comes from the text of the
    /// key path.
    init(reflecting metadata: Any) {
        let mirror = Mirror(reflecting: metadata)
        let keyPath = mirror.descendant("keypath") as? AnyKeyPath
        self.keyPath = keyPath
        name = mirror.descendant("name") as? String ?? keyPath.flatMap { Self.name(inText: "\($0)") }
    }

    /// Returns the properties of a class, including inherited ones.
    static func all(of model: any PersistentModel.Type) -> [PropertyReflection] {
        model.schemaMetadata.map { PropertyReflection(reflecting: $0) }
    }

    /// Returns the names and key paths of the properties of a class, including inherited ones.
    ///
    /// - Throws: ``Unreadable`` if the metadata of a property lacks one of them.
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

    /// Returns the last part of the text of a key path, such as `body` for `\Post.body`. Returns nil if the text
    /// doesn't end in a name.
    static func name(inText text: String) -> String? {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let name = text[text.index(after: dot)...]
        guard let first = name.first, first.isLetter || first == "_",
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return String(name)
    }

    /// The error for a class whose metadata doesn't show its properties.
    package struct Unreadable: Error, CustomStringConvertible {
        package let model: String
        package var description: String {
            "SwiftData's metadata of \(model) doesn't show the class's properties: this version of SwiftData keeps them "
                + "in a form that Permafrost doesn't know. Update Permafrost."
        }
    }
}

extension Schema {
    /// Returns the name of the entity of a `@Model` class: the class's name without the types that it is nested in.
    ///
    /// SwiftData's own `Schema.entityName(for:)` needs iOS 18 and macOS 15, and a class that is known at compile time.
    package static func entityName(of type: any PersistentModel.Type) -> String {
        String(describing: type)
    }
}
