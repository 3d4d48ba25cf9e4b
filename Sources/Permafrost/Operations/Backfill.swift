import SwiftData

/// Gives a property a value in rows that have none.
///
/// ```swift
/// Backfill(\SchemaV2.Post.slug) { post in slug(of: post.title) }
/// ```
///
/// becomes: for each post of the new version, `if post.slug == "" { post.slug = slug(of: post.title) }`, where `""` is the
/// default in the property's declaration.
///
/// Without `overwrite` a row that has a value of its own keeps it. Which values are a row's own:
/// - of a property that may be nil: all but nil; of a to-many relationship: all but none;
/// - of any other one: all but the default in its declaration;
/// - where the default is another one each time, such as `UUID()`: none in the stage that adds the property, since every row
///   then has what the framework gave it; all later on.
public struct Backfill: RowOperation {
    public let name: String
    let models: [ModelUse]
    let effects: [OperationEffect]
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Gives a property values.
    ///
    /// - Parameters:
    ///   - property: the property, in the new version.
    ///   - overwrite: whether rows that have a value get a new one too.
    ///   - value: makes the value of a row. It must not change anything.
    public init<Model: PersistentModel, Value>(
        _ property: ReferenceWritableKeyPath<Model, Value> & Sendable, overwrite: Bool = false,
        _ value: @escaping @Sendable (Model) throws -> Value
    ) {
        let propertyName = PropertyName(property)
        let name = "Backfill \(propertyName)"
        self.name = name
        models = [.new(Model.self)]
        effects = [overwrite ? .made(propertyName) : .filled(propertyName)]
        makeSteps = { stage in
            let isMissing: (Value) -> Bool =
                overwrite ? { _ in true } : MissingValue(propertyName, stage.state).test()
            return RowSteps(
                perform: RowStep(Model.self, operation: name, property: propertyName, needsKey: false) { row, _ in
                    guard isMissing(row[keyPath: property]) else { return false }
                    row[keyPath: property] = try value(row)
                    return true
                })
        }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
