import Foundation
import PermafrostModel
import PermafrostStore

/// Functions that return the superclasses of model classes.
enum SchemaInheritance {
    /// Returns a class's direct superclass, or nil if the class has no superclass or the superclass isn't a model.
    static func superclass(of type: any PersistentModel.Type) -> (any PersistentModel.Type)? {
        _getSuperclass(type) as? any PersistentModel.Type
    }

    /// Returns a class, followed by its superclasses that are models, nearest first.
    static func line(of type: any PersistentModel.Type) -> [any PersistentModel.Type] {
        var line = [type]
        while let next = line.last.flatMap(superclass) { line.append(next) }
        return line
    }
}
