import SwiftData

/// The work of a step that uses only one attribute of each row. It can run without the rows' objects.
struct AttributeStep {
    /// A function that adds the work to a fetch; see ``add(to:located:)``.
    private let add: (AttributeFetch, @escaping (any Error) -> any Error) -> Bool

    /// Creates the work of a step.
    ///
    /// - Parameter visit: receives the attribute's value and the primary key of each row. It must not use objects.
    init<Model: PersistentModel, Value>(
        _ property: KeyPath<Model, Value>, visit: @escaping (Value, Int64) throws -> Void
    ) {
        add = { fetch, located in
            fetch.add(property) { value, key in
                do { try visit(value, key) } catch { throw located(error) }
            }
        }
    }

    /// Adds the work to a fetch. Returns false if the attribute can't be read without objects.
    ///
    /// - Parameter located: adds the names of the operation and the property to an error.
    func add(to fetch: AttributeFetch, located: @escaping (any Error) -> any Error) -> Bool { add(fetch, located) }
}

#if os(Linux)
    /// Reads a property of a model's objects. See ``PropertyAccess/Reader``.
    typealias PropertyReader = PropertyAccess.Reader
    /// Sets a property of a model's objects. See ``PropertyAccess/Writer``.
    typealias PropertyWriter = PropertyAccess.Writer
#else
    typealias AttributeFetch = AttributeStep.UnavailableFetch
    typealias PropertyReader = AttributeStep.KeyPathReader
    typealias PropertyWriter = AttributeStep.KeyPathWriter

    // Apple's framework reads rows only as objects, and its objects' properties only through key paths.
    extension AttributeStep {
        /// A fetch that reads no attributes, so that its caller fetches objects.
        final class UnavailableFetch {
            init(of model: any PersistentModel.Type, in context: ModelContext) throws {}

            /// Returns false, because no attribute can be read.
            func add<Model: PersistentModel, Value>(
                _ keyPath: KeyPath<Model, Value>, _ visit: @escaping (Value, Int64) throws -> Void
            ) -> Bool { false }

            /// Does nothing.
            func run(afterRow: () throws -> Void) throws {}
        }

        /// Reads a property of a model's objects through its key path.
        struct KeyPathReader<Model: PersistentModel, Value> {
            private let keyPath: KeyPath<Model, Value>

            init(_ keyPath: KeyPath<Model, Value>) { self.keyPath = keyPath }

            /// Returns the property's value in an object.
            func value(of model: Model) -> Value { model[keyPath: keyPath] }
        }

        /// Sets a property of a model's objects through its key path.
        struct KeyPathWriter<Model: PersistentModel, Value> {
            private let keyPath: ReferenceWritableKeyPath<Model, Value>

            init(_ keyPath: ReferenceWritableKeyPath<Model, Value>) { self.keyPath = keyPath }

            /// Sets the property's value in an object.
            func set(_ value: Value, of model: Model) { model[keyPath: keyPath] = value }
        }
    }
#endif
