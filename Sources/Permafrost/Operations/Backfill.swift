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

/// Decides whether a row has a value of its own in a property, or only the one that the framework gave it.
private struct MissingValue {
    private let attribute: Schema.Attribute?
    private let isNew: Bool

    init(_ name: PropertyName, _ state: StageState) {
        attribute = state.newSchema.property(name) as? Schema.Attribute
        isNew = state.isNew(name)
    }

    /// Whether a value counts as none.
    func test<Value>() -> (Value) -> Bool {
        if let optional = Value.self as? any Nillable.Type { return Self.isNil(optional) }
        if let related = Value.self as? any RelatedModels.Type { return Self.isEmpty(related) }
        guard let first = attribute?.defaultValue, let equatable = Value.self as? any Equatable.Type else {
            return { [isNew] _ in isNew }
        }
        return equals(first, equatable)
    }

    private static func isNil<Optional: Nillable, Value>(_ type: Optional.Type) -> (Value) -> Bool {
        typed { (value: Optional) in value.isNil } ?? { _ in true }
    }

    private static func isEmpty<Related: RelatedModels, Value>(_ type: Related.Type) -> (Value) -> Bool {
        typed { (value: Related) in value.models.isEmpty } ?? { _ in true }
    }

    private func equals<Equal: Equatable, Value>(_ first: Any, _ type: Equal.Type) -> (Value) -> Bool {
        // A default such as `UUID()` is another one each time it is asked for, and no row's value says that it was one.
        guard let first = first as? Equal, let second = attribute?.defaultValue as? Equal, first == second else {
            return { [isNew] _ in isNew }
        }
        return Self.typed { (value: Equal) in value == first } ?? { _ in false }
    }

    /// A test of one type as that of another, which is the same: no value is cast then, row by row.
    private static func typed<Known, Value>(_ test: @escaping (Known) -> Bool) -> ((Value) -> Bool)? {
        test as? (Value) -> Bool
    }
}

/// A type with nil.
private protocol Nillable {
    var isNil: Bool { get }
}

extension Optional: Nillable {
    fileprivate var isNil: Bool {
        // An empty to-many relationship counts as no value, even if it is not nil.
        if case .some(let value) = self { return (value as? any RelatedModels)?.hasNone ?? false }
        return true
    }
}

extension RelatedModels {
    fileprivate var hasNone: Bool { models.isEmpty }
}
