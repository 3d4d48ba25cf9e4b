import SwiftData

/// An operation that carries the values of a property over to a property with a different name. Use it when a release
/// renames a property.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
/// }
/// ```
///
/// If the new property declares `@Attribute(originalName: "body")`, SwiftData carries the values over, and the
/// operation does nothing. Otherwise, Permafrost captures the old value of each row before the store changes.
/// Afterward, it writes the value to the row with the same primary key.
///
/// > Important: If a row with a captured value no longer exists, the migration fails with
/// > ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the row.
///
/// To change values while they move, use ``Transform``. To change the form of a relationship, use ``Reconnect``.
public struct Rename: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that carries values over to a property of the same type.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    public init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: KeyPath<Old, Value> & Sendable, to new: ReferenceWritableKeyPath<New, Value> & Sendable
    ) {
        self.init(PropertyName(old), PropertyName(new), Old.self, New.self) { name in
            let values = PropertyWriter(new)
            return CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new), of: old,
                write: { values.set($1, of: $0) })
        }
    }

    /// Creates an operation that carries values over to an optional property, such as from a `String` to a `String?`.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    public init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: KeyPath<Old, Value> & Sendable, to new: ReferenceWritableKeyPath<New, Value?> & Sendable
    ) {
        self.init(PropertyName(old), PropertyName(new), Old.self, New.self) { name in
            let values = PropertyWriter(new)
            return CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new), of: old,
                write: { values.set($1, of: $0) })
        }
    }

    private init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: PropertyName, _ new: PropertyName, _ oldModel: Old.Type, _ newModel: New.Type,
        _ carried: @escaping @Sendable (String) -> CapturedValue<Old, New, Value>
    ) {
        let name = "Rename \(old) → \(new)"
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        self.carried = [old]
        effects = [.moved(old, to: new)]
        makeSteps = { stage in stage.state.isInferred(old, new) ? RowSteps() : carried(name).steps(stage) }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
