import Observation

/// Notifies an object's observers of a change that wasn't made by the property's setter.
enum ObserverNotification {
    /// Notifies observers before a property changes, given its number.
    static func willSet(_ object: any PersistentModel, _ property: Int) {
        notify(object, property, isBefore: true)
    }

    /// Notifies observers after a property has changed, given its number.
    static func didSet(_ object: any PersistentModel, _ property: Int) {
        notify(object, property, isBefore: false)
    }

    private static func notify(_ object: any PersistentModel, _ property: Int, isBefore: Bool) {
        // An object whose properties nobody has read has no observers. Observers know a property by the class that
        // declares it.
        guard object._modelStorage.observers != nil,
            let keyPath = object._modelStorage.entity?.properties[property].declaredKeyPath,
            let declaring = type(of: keyPath).rootType as? any PersistentModel.Type
        else { return }
        func open<Model: PersistentModel>(_ declaring: Model.Type) {
            guard let model = object as? Model else { return }
            func typed<Value>(_ type: Value.Type) {
                guard let keyPath = keyPath as? KeyPath<Model, Value> else { return }
                guard let registrar = model._modelStorage.observers?.pointee else { return }
                if isBefore {
                    registrar.willSet(model, keyPath: keyPath)
                } else {
                    registrar.didSet(model, keyPath: keyPath)
                }
            }
            _openExistential(type(of: keyPath).valueType, do: typed)
        }
        open(declaring)
    }
}
