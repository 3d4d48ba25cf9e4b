import SwiftData

/// An operation that computes a property of the new version from several properties of the old one. Use it when a
/// release joins properties into one.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     Merge(\PostsSchemaV2.Post.title, \PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content) { title, body in
///         "\(title)\n\n\(body)"
///     }
/// }
/// ```
///
/// Before the store changes, the closure computes a value from each old row. Afterward, the value is written to the row
/// with the same primary key.
///
/// If a row with a computed value no longer exists, the migration fails with
/// ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the row.
///
/// For the opposite, see ``Split``. For a single property, see ``Transform``.
public struct Merge: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that merges properties into one.
    ///
    /// - Parameters:
    ///   - old: the properties, in the old version.
    ///   - new: the property, in the new version.
    ///   - merge: returns the new value. It gets the old values in the order of their properties.
    public init<Old: PersistentModel, New: PersistentModel, each Part, Value: Codable & SendableMetatype>(
        _ old: repeat KeyPath<Old, each Part> & Sendable, to new: ReferenceWritableKeyPath<New, Value> & Sendable,
        merge: @escaping @Sendable (repeat each Part) throws -> Value
    ) {
        var names: [PropertyName] = []
        for property in repeat each old { names.append(PropertyName(property)) }
        let name = "Merge \(names.map(\.description).joined(separator: ", ")) → \(PropertyName(new))"
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        carried = names
        effects = names.map { .used($0) } + [.made(PropertyName(new))]
        makeSteps = { stage in
            let values = PropertyWriter(new)
            return CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new),
                read: { row in try merge(repeat row[keyPath: each old]) }, write: { values.set($1, of: $0) }
            ).steps(stage)
        }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
