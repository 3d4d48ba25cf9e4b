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
