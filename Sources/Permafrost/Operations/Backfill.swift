import SwiftData

/// An operation that computes a property of the new version from the row's other properties. Use it for a property that
/// the stage adds, or to fill gaps in an existing one.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     Backfill(\PostsSchemaV4.Post.slug) { post in
///         post.title.lowercased().replacing(" ", with: "-")
///     }
///     Assert.unique(\PostsSchemaV4.Post.slug)
/// }
/// ```
///
/// ## Rows that already have a value
/// The operation computes the value of every row. Pass `overwrite: false` to compute it only for rows without a value.
/// The following values then stay:
/// - in an optional attribute or to-one relationship: every value except nil;
/// - in a to-many relationship: every value except nil and an empty array;
/// - in any other property with a default that can be compared: every value except the default in the declaration;
/// - in the remaining properties, such as one with the default `UUID()`: every value, but only in later stages. In the
///   stage that adds the property, no value stays, because SwiftData has just generated every row's value.
///
/// > Warning: If the old version has the property too, write `overwrite:`. Without it, the values that users entered
/// > are replaced, and ``MigrationPlan/validate()`` warns about it.
///
/// ## If the process ends during the migration
/// The next launch starts the migration again, or finishes it, so that the operation changes every row exactly once:
/// - On Linux, the migration is one transaction, so an interrupted migration hasn't changed any rows.
/// - With ``ProgressiveMigration``, the stages change a copy of the store.
/// - On Apple's platforms, ``SafeModelContainer`` with ``MigrationSafety/backupAndRollback`` first restores the store
///   if the interrupted migration changed its version.
///
/// > Important: On Apple's platforms, a batch of rows can stay changed if the store isn't restored: in a
/// > `ModelContainer` that the app opens itself, with a different ``MigrationSafety``, or if the interrupted stage has
/// > left the store's version unchanged. Apple's framework doesn't record how far the stage got. If the framework runs
/// > the stage again, the closure runs twice for some rows. If it doesn't, the rows that the stage didn't reach keep
/// > their values. Compute the value from other properties, not from the property itself, so that a second run has the
/// > same result.
///
/// To compute a value from a property that the new version no longer has, use ``Transform``, ``Split`` or ``Merge``.
public struct Backfill: RowOperation {
    public let name: String
    let models: [ModelUse]
    let effects: [OperationEffect]
    /// The property, if the `overwrite` argument was omitted, so that all values are replaced; nil if the argument is
    /// present.
    let replacedProperty: PropertyName?
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that computes a property for every row, and replaces the values that rows already have.
    ///
    /// - Parameters:
    ///   - property: the property, in the new version.
    ///   - value: returns the value for a row. It must not change the row or anything else.
    public init<Model: PersistentModel, Value>(
        _ property: ReferenceWritableKeyPath<Model, Value> & Sendable,
        _ value: @escaping @Sendable (Model) throws -> Value
    ) {
        self.init(property, overwrites: true, isWritten: false, value)
    }

    /// Creates an operation that computes a property, either for every row or only for rows without a value.
    ///
    /// - Parameters:
    ///   - property: the property, in the new version.
    ///   - overwrite: whether to replace the values that rows already have.
    ///   - value: returns the value for a row. It must not change the row or anything else.
    public init<Model: PersistentModel, Value>(
        _ property: ReferenceWritableKeyPath<Model, Value> & Sendable, overwrite: Bool,
        _ value: @escaping @Sendable (Model) throws -> Value
    ) {
        self.init(property, overwrites: overwrite, isWritten: true, value)
    }

    private init<Model: PersistentModel, Value>(
        _ property: ReferenceWritableKeyPath<Model, Value> & Sendable, overwrites: Bool, isWritten: Bool,
        _ value: @escaping @Sendable (Model) throws -> Value
    ) {
        let propertyName = PropertyName(property)
        let name = "Backfill \(propertyName)"
        self.name = name
        models = [.new(Model.self)]
        effects = [overwrites ? .made(propertyName) : .filled(propertyName)]
        replacedProperty = isWritten ? nil : propertyName
        makeSteps = { stage in
            // A dry run counts the values that users lose. Other runs don't read them.
            let counts = overwrites && stage.run.countsReplacedValues && !stage.state.isNew(propertyName)
            let isMissing: (Value) -> Bool =
                overwrites && !counts ? { _ in false } : MissingValue(propertyName, stage.state).test()
            // The stage's state retains the step, so a step that retains the stage would never be released.
            let run = stage.run
            let (current, values) = (PropertyReader(property), PropertyWriter(property))
            return RowSteps(
                perform: RowStep(Model.self, operation: name, property: propertyName, needsKey: false) { row, _ in
                    if !overwrites {
                        guard isMissing(current.value(of: row)) else { return false }
                    } else if counts, !isMissing(current.value(of: row)) {
                        run.replaced(propertyName)
                    }
                    values.set(try value(row), of: row)
                    return true
                })
        }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}

/// A test that determines whether a row's value is missing or is a default that the framework filled in.
private struct MissingValue {
    private let attribute: Schema.Attribute?
    private let isNew: Bool

    init(_ name: PropertyName, _ state: StageState) {
        attribute = state.newSchema.property(name) as? Schema.Attribute
        isNew = state.isNew(name)
    }

    /// Returns a closure that determines whether a value counts as missing.
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
        // A default such as `UUID()` differs each time it is read, so a row's value doesn't show that it was a default.
        guard let first = first as? Equal, let second = attribute?.defaultValue as? Equal, first == second else {
            return { [isNew] _ in isNew }
        }
        return Self.typed { (value: Equal) in value == first } ?? { _ in false }
    }

    /// Casts a test of `Known` to a test of `Value`. Returns nil unless both are the same type. Casting the test avoids
    /// casting every row's value.
    private static func typed<Known, Value>(_ test: @escaping (Known) -> Bool) -> ((Value) -> Bool)? {
        test as? (Value) -> Bool
    }
}

/// A type that has a nil value.
private protocol Nillable {
    var isNil: Bool { get }
}

extension Optional: Nillable {
    fileprivate var isNil: Bool {
        // An empty to-many relationship counts as missing, even if it isn't nil.
        if case .some(let value) = self { return (value as? any RelatedModels)?.hasNone ?? false }
        return true
    }
}

extension RelatedModels {
    fileprivate var hasNone: Bool { models.isEmpty }
}
