import SwiftData

/// An operation that computes several properties of the new version from one property of the old one. Use it when a
/// release splits a property, such as a string that begins with a heading.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     Split(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.title, \PostsSchemaV3.Post.content) { body in
///         let parts = body.split(separator: "\n", maxSplits: 1).map(String.init)
///         return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
///     }
/// }
/// ```
///
/// Permafrost captures the old value of each row before the store changes. Afterward, it writes the parts to the row
/// with the same primary key.
///
/// If a row with a captured value no longer exists, the migration fails with
/// ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the row.
///
/// For the opposite, see ``Merge``. For a single property, see ``Transform``.
public struct Split: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that splits a property.
    ///
    /// - Parameters:
    ///   - old: the property, in the old version.
    ///   - new: the properties, in the new version.
    ///   - split: returns the new values as a tuple, in the order of their properties.
    public init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype, each Part>(
        _ old: KeyPath<Old, Value> & Sendable,
        to new: repeat ReferenceWritableKeyPath<New, each Part> & Sendable,
        split: @escaping @Sendable (Value) throws -> (repeat each Part)
    ) {
        var names: [PropertyName] = []
        for property in repeat each new { names.append(PropertyName(property)) }
        let name = "Split \(PropertyName(old)) → \(names.map(\.description).joined(separator: ", "))"
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        carried = [PropertyName(old)]
        effects = [.used(PropertyName(old))] + names.map { .made($0) }
        makeSteps = { stage in
            let writers = (repeat PropertyWriter(each new))
            return CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(old), of: old,
                write: { row, value in
                    let parts = try split(value)
                    repeat (each writers).set(each parts, of: row)
                }
            ).steps(stage)
        }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
