import SwiftData

/// Carries a property's values over to another name.
///
/// ```swift
/// Rename(\SchemaV1.Post.body, to: \SchemaV2.Post.content)
/// ```
///
/// Where the new property says `@Attribute(originalName: "body")`, the framework carries the values and the operation has
/// nothing to do. Else it becomes what one would write by hand: `body` of each old row is kept by the row's key before the
/// store changes, and set as `content` of the row with that key afterwards.
///
/// - Note: Values that are kept, and whose rows the new version has not, end the migration with
///   ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the rows.
public struct Rename: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Carries the values of a property over to one of the same type.
    public init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: KeyPath<Old, Value> & Sendable, to new: ReferenceWritableKeyPath<New, Value> & Sendable
    ) {
        self.init(PropertyName(old), PropertyName(new), Old.self, New.self) { name in
            CapturedCells.CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new), read: { $0[keyPath: old] },
                write: { $0[keyPath: new] = $1 })
        }
    }

    /// Carries the values of a property over to one that may be nil.
    public init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: KeyPath<Old, Value> & Sendable, to new: ReferenceWritableKeyPath<New, Value?> & Sendable
    ) {
        self.init(PropertyName(old), PropertyName(new), Old.self, New.self) { name in
            CapturedCells.CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new), read: { $0[keyPath: old] },
                write: { $0[keyPath: new] = $1 })
        }
    }

    private init<Old: PersistentModel, New: PersistentModel, Value: Codable & SendableMetatype>(
        _ old: PropertyName, _ new: PropertyName, _ oldModel: Old.Type, _ newModel: New.Type,
        _ carried: @escaping @Sendable (String) -> CapturedCells.CapturedValue<Old, New, Value>
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
