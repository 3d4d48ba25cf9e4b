import SwiftData

/// What a `@Model` class says of one of its properties, as far as its metadata shows it.
///
/// `Schema.PropertyMetadata` documents how it is made, and no member to read it by. A `Mirror` shows its stored properties,
/// which no document promises; so who needs them asks for ``readable(of:)``, and gets all of them or an error.
package struct PropertyReflection {
    /// The property's name.
    package let name: String?
    /// The property's key path.
    package let keyPath: AnyKeyPath?

    /// What the mirror of a value shows: a `name` and a `keypath`. Without a name, the text of the key path gives it.
    init(reflecting metadata: Any) {
        let mirror = Mirror(reflecting: metadata)
        let keyPath = mirror.descendant("keypath") as? AnyKeyPath
        self.keyPath = keyPath
        name = mirror.descendant("name") as? String ?? keyPath.flatMap { Self.name(inText: "\($0)") }
    }

    /// The properties of a class, inherited ones included.
    static func all(of model: any PersistentModel.Type) -> [PropertyReflection] {
        model.schemaMetadata.map { PropertyReflection(reflecting: $0) }
    }

    /// The names and key paths of the properties of a class, inherited ones included.
    ///
    /// - Throws: ``Unreadable`` if the metadata of a property shows less than both.
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

    /// The last part of the text of a key path, such as `body` of `\Post.body`; nil for a text that ends in no name.
    static func name(inText text: String) -> String? {
        guard let dot = text.lastIndex(of: ".") else { return nil }
        let name = text[text.index(after: dot)...]
        guard let first = name.first, first.isLetter || first == "_",
            name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return nil }
        return String(name)
    }

    /// The metadata of a class does not show its properties.
    package struct Unreadable: Error, CustomStringConvertible {
        package let model: String
        package var description: String {
            "SwiftData's metadata of \(model) does not show the class's properties: this version of SwiftData keeps them "
                + "in a form that Permafrost does not know. Update Permafrost."
        }
    }
}

extension Schema {
    /// The name of the entity of a `@Model` class: the class's name, without the types that it is nested in.
    ///
    /// SwiftData's own `Schema.entityName(for:)` needs iOS 18 and macOS 15, and a class that is known when the code is
    /// compiled.
    package static func entityName(of type: any PersistentModel.Type) -> String {
        String(describing: type)
    }
}
