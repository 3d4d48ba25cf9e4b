/// The result of a closure that names the properties of a model, or makes an initial value of one, whether the model belongs
/// to the main actor or to none. `@Model` calls it.
///
/// The compiler lets key paths of a class that belongs to the main actor be formed there alone. They are values that touch
/// no object, so this calls the closure where the caller is.
///
/// - Warning: Initial values of properties are made where a context is, too: one that reads state of the main actor reads it
///   from another thread.
public func _formed<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}

/// Key paths to stored properties. They hold nothing that could change, so that they cross threads unharmed, which the types
/// of those in `schemaMetadata` do not say.
enum StoredKeyPath {
    static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (KeyPath<Root, Value> & Sendable).self)
    }

    static func sendable<Root>(_ keyPath: PartialKeyPath<Root>) -> PartialKeyPath<Root> & Sendable {
        unsafeBitCast(keyPath, to: (PartialKeyPath<Root> & Sendable).self)
    }
}
