/// Calls a closure on the current thread and returns its result. Code that `@Model` generates calls this function to
/// form key paths and to compute initial values of a model that may be isolated to the main actor.
///
/// The compiler requires that key paths of a class that is isolated to the main actor are formed on the main actor.
/// Forming a key path doesn't access any object, so it's safe on any thread.
///
/// > Warning: A property's initial value is also computed on the current thread. If an initial value reads main-actor
/// > state, it may do so on a thread other than the main thread.
public func _formed<Result>(_ body: @MainActor () -> Result) -> Result {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
}

/// Functions that make key paths to stored properties `Sendable`. These key paths contain no mutable state, so they can
/// be sent to other threads, although their types in `schemaMetadata` don't express this.
enum StoredKeyPath {
    static func sendable<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> KeyPath<Root, Value> & Sendable {
        unsafeBitCast(keyPath, to: (KeyPath<Root, Value> & Sendable).self)
    }

    static func sendable<Root>(_ keyPath: PartialKeyPath<Root>) -> PartialKeyPath<Root> & Sendable {
        unsafeBitCast(keyPath, to: (PartialKeyPath<Root> & Sendable).self)
    }
}
