/// Returns the result of a closure that names the properties of a model or makes an initial value, whether the model
/// belongs to the main actor or to none. `@Model` calls it.
///
/// The compiler only allows key paths of a main actor's class to be formed on the main actor. Key paths are values that
/// touch no object, so this function calls the closure where the caller is.
///
/// > Warning: Initial values of properties are made wherever a context is used. An initial value that reads state of
/// > the main actor reads it from another thread.
public func _formed<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}

/// Key paths to stored properties. They hold nothing that could change, so they can cross threads, although the types
/// in `schemaMetadata` don't express this.
enum StoredKeyPath {
    static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (KeyPath<Root, Value> & Sendable).self)
    }

    static func sendable<Root>(_ keyPath: PartialKeyPath<Root>) -> PartialKeyPath<Root> & Sendable {
        unsafeBitCast(keyPath, to: (PartialKeyPath<Root> & Sendable).self)
    }
}
