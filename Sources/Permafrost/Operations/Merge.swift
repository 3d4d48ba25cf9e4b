import SwiftData

/// Computes a property of the new version from several properties of the old one.
///
/// ```swift
/// Merge(\SchemaV1.Person.firstName, \SchemaV1.Person.lastName, to: \SchemaV2.Person.name) { first, last in
///     "\(first) \(last)"
/// }
/// ```
///
/// Before the store changes, the closure computes a value from each old row. Afterwards, the value is set as `name` of the row with the
/// same primary key.
public struct Merge: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Merges properties into one.
    ///
    /// - Parameters:
    ///   - old: the properties in the old version.
    ///   - new: the property in the new version.
    ///   - merge: computes the new value from the old ones, in the order of their properties.
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
            CapturedCells.CapturedValue<Old, New, Value>(
                operation: name, property: PropertyName(new),
                read: { row in try merge(repeat row[keyPath: each old]) }, write: { $0[keyPath: new] = $1 }
            ).steps(stage)
        }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
