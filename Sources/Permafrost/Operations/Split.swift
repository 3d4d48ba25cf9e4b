import SwiftData

/// Makes several properties of the new version from one of the old.
///
/// ```swift
/// Split(\SchemaV1.Person.name, to: \SchemaV2.Person.firstName, \SchemaV2.Person.lastName) { name in
///     let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
///     return (parts.first ?? "", parts.count > 1 ? parts[1] : "")
/// }
/// ```
///
/// becomes: `name` of each old row is kept by the row's key before the store changes, and the parts are set in the row with
/// that key afterwards.
public struct Split: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Makes properties of one.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the properties in the new version.
    ///   - split: makes the new values, in the order of their properties.
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
            CapturedCells.CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(old), read: { $0[keyPath: old] },
                write: { row, value in
                    let parts = try split(value)
                    repeat Self.set(each parts, as: each new, of: row)
                }
            ).steps(stage)
        }
    }

    private static func set<Row, Part>(_ part: Part, as property: ReferenceWritableKeyPath<Row, Part>, of row: Row) {
        row[keyPath: property] = part
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
