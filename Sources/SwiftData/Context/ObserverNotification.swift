import Observation

/// Functions that notify an object's observers of a change that doesn't call the property's setter.
enum ObserverNotification {
    /// Notifies observers before the property with the given number changes.
    static func willSet(_ object: any PersistentModel, _ property: Int) {
        notify(object, property, isBefore: true)
    }

    /// Notifies observers after the property with the given number has changed.
    static func didSet(_ object: any PersistentModel, _ property: Int) {
        notify(object, property, isBefore: false)
    }

    private static func notify(_ object: any PersistentModel, _ property: Int, isBefore: Bool) {
        // An object without a registrar has no observers, because nobody has read its properties. Observers identify a
        // property by the class that declares it.
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
