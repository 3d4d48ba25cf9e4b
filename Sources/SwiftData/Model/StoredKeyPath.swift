/// Returns the result of a closure that forms key paths or an initial value of a model. The model may be isolated to
/// the main actor. Code that `@Model` generates calls this function.
///
/// The compiler requires that key paths of a class that is isolated to the main actor are formed on the main actor.
/// Forming a key path doesn't access any object, so this function calls the closure on the current thread.
///
/// > Warning: Initial values of properties are computed on any thread that uses a context. An initial value that reads
/// > main-actor state may read it from a different thread.
public func _formed<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}

/// Functions for key paths to stored properties. These key paths contain no mutable state, so they can be sent to other
/// threads, although the types in `schemaMetadata` don't express this.
enum StoredKeyPath {
    static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (KeyPath<Root, Value> & Sendable).self)
    }

    static func sendable<Root>(_ keyPath: PartialKeyPath<Root>) -> PartialKeyPath<Root> & Sendable {
        unsafeBitCast(keyPath, to: (PartialKeyPath<Root> & Sendable).self)
    }
}
