import SwiftData

/// Makes a property of the new version from one of the old.
///
/// ```swift
/// Transform(from: \SchemaV1.Account.balance, to: \SchemaV2.Account.cents) { balance in Int((balance * 100).rounded()) }
/// ```
///
/// becomes: `balance` of each old row is kept by the row's key before the store changes, and what the closure makes of it is
/// set as `cents` of the row with that key afterwards. Rows of which nothing was kept stay as they are.
public struct Transform: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Makes a property of what is kept of another one.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    ///   - capture: what to keep of an old value; nil leaves the row as it is.
    ///   - build: makes the new value of what was kept.
    public init<Old: PersistentModel, New: PersistentModel, OldValue, Kept: Codable & SendableMetatype, NewValue>(
        from old: KeyPath<Old, OldValue> & Sendable, to new: ReferenceWritableKeyPath<New, NewValue> & Sendable,
        capture: @escaping @Sendable (OldValue) throws -> Kept?, build: @escaping @Sendable (Kept) throws -> NewValue
    ) {
        let name = "Transform \(PropertyName(old)) → \(PropertyName(new))"
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        carried = [PropertyName(old)]
        effects = [.used(PropertyName(old)), .made(PropertyName(new))]
        makeSteps = { stage in
            CapturedCells.CapturedValue<Old, New, Kept>(
                operation: name, property: PropertyName(new), read: { try capture($0[keyPath: old]) },
                write: { $0[keyPath: new] = try build($1) }
            ).steps(stage)
        }
    }

    /// Makes a property of another one's values.
    public init<Old: PersistentModel, New: PersistentModel, OldValue: Codable & SendableMetatype, NewValue>(
        from old: KeyPath<Old, OldValue> & Sendable, to new: ReferenceWritableKeyPath<New, NewValue> & Sendable,
        build: @escaping @Sendable (OldValue) throws -> NewValue
    ) {
        self.init(from: old, to: new, capture: { $0 }, build: build)
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
