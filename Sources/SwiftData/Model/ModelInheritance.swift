/// How many properties a class inherits from another model; they come before its own. Not for use by hand.
public func _inheritedCount(of type: any PersistentModel.Type) -> Int {
    ModelInheritance.superclass(of: type)?.schemaMetadata.count ?? 0
}

/// Which models inherit from which, as their classes say.
enum ModelInheritance {
    /// The model that a class inherits from; nil where its superclass is none.
    static func superclass(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
        _getSuperclass(type) as? any PersistentModel.Type
    }

    /// A class and the models that it inherits from, nearest first.
    static func line(of type: any PersistentModel.Type) -> [any PersistentModel.Type] {
        var line = [type]
        while let next = line.last.flatMap(superclass) { line.append(next) }
        return line
    }
}
