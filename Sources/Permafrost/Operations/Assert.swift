import SwiftData

/// Checks of a stage's outcome. They run after every other operation, and end the migration where they do not hold: nothing
/// of it is then in the store.
///
/// ```swift
/// Assert.unique(\SchemaV2.Post.slug)
/// Assert.preserved(\SchemaV1.Post.title, as: \SchemaV2.Post.title)
/// ```
///
/// Assertions about rows share one pass over them.
public enum Assert {
    /// Every row has a value.
    ///
    /// It becomes: the rows whose value is nil are counted, and there are none.
    public static func noNulls<Model: PersistentModel, Value>(
        _ property: KeyPath<Model, Value?> & Sendable
    ) -> Assertion {
        let propertyName = PropertyName(property)
        return Assertion("Assert.noNulls \(propertyName)", [.new(Model.self)]) { name, _ in
            let nulls = Count()
            return RowSteps(
                verify: RowStep(
                    Model.self, operation: name, property: propertyName, needsKey: false, restart: { nulls.value = 0 }
                ) { row, _ in
                    if row[keyPath: property] == nil { nulls.value += 1 }
                    return false
                } finish: { _ in
                    guard nulls.value > 0 else { return }
                    throw MigrationError(.stage(.assertionFailed(found: "\(nulls.value) rows without value")))
                })
        }
    }

    /// Every row has a value in a property that must have one: each is read, and one that the store lacks ends the migration.
    public static func noNulls<Model: PersistentModel, Value>(
        _ property: KeyPath<Model, Value> & Sendable
    ) -> Assertion {
        let propertyName = PropertyName(property)
        return Assertion("Assert.noNulls \(propertyName)", [.new(Model.self)]) { name, _ in
            RowSteps(
                verify: RowStep(Model.self, operation: name, property: propertyName, needsKey: false) { row, _ in
                    withExtendedLifetime(row[keyPath: property]) { false }
                })
        }
    }

    /// No two rows have equal values. Nil equals nothing, and texts are equal where their bytes are, as for a unique
    /// constraint.
    public static func unique<Model: PersistentModel, Value: Codable & SendableMetatype>(
        _ property: KeyPath<Model, Value> & Sendable
    ) -> Assertion {
        let propertyName = PropertyName(property)
        return Assertion("Assert.unique \(propertyName)", [.new(Model.self)]) { name, stage in
            RowSteps(
                verify: UniqueCheck(
                    DuplicateScan<Model, Value>(bound: stage.run.bound) { $0[keyPath: property] },
                    operation: name, property: propertyName
                ).step)
        }
    }

    /// The number of rows is as it is to be.
    public static func count<Model: PersistentModel>(
        of model: Model.Type, satisfies condition: @escaping @Sendable (Int) throws -> Bool
    ) -> Assertion {
        Assertion("Assert.count \(Schema.entityName(of: Model.self))", [.new(Model.self)]) { stage in
            let count = try stage.modelContext.fetchCount(FetchDescriptor<Model>())
            guard try condition(count) else { throw MigrationError(.stage(.assertionFailed(found: "\(count) rows"))) }
        }
    }

    /// Every row that is still there has the value that it had, and no row is gone that the stage's operations did not delete.
    ///
    /// It becomes: the old values are kept by the rows' keys before the store changes, and compared afterwards.
    public static func preserved<
        Old: PersistentModel, New: PersistentModel, Value: Codable & Equatable & SendableMetatype
    >(
        _ old: KeyPath<Old, Value> & Sendable, as new: KeyPath<New, Value> & Sendable
    ) -> Assertion {
        preserved(old, as: new) { $0 == $1 }
    }

    /// Every row that is still there has in some form the value that it had, and no row is gone that the stage's operations
    /// did not delete.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    ///   - isSame: whether the old value and the new one are the same.
    public static func preserved<
        Old: PersistentModel, New: PersistentModel, OldValue: Codable & SendableMetatype, NewValue
    >(
        _ old: KeyPath<Old, OldValue> & Sendable, as new: KeyPath<New, NewValue> & Sendable,
        by isSame: @escaping @Sendable (OldValue, NewValue) throws -> Bool
    ) -> Assertion {
        let (oldName, newName) = (PropertyName(old), PropertyName(new))
        return Assertion(
            "Assert.preserved \(oldName) as \(newName)", [.old(Old.self), .new(New.self)]
        ) { name, stage in
            PreservedCheck<Old, New, OldValue>(
                operation: name, property: newName, read: { $0[keyPath: old] },
                isSame: { try isSame($0, $1[keyPath: new]) }
            ).steps(stage)
        }
    }

    /// Anything else: the closure says whether it holds.
    public static func custom(
        _ name: String, _ holds: @escaping @Sendable (ModelContext) throws -> Bool
    ) -> Assertion {
        Assertion("Assert.custom \(name)", []) { stage in
            guard try holds(stage.modelContext) else {
                throw MigrationError(.stage(.assertionFailed(found: "the check answered no")))
            }
        }
    }
}

/// A check of a stage's outcome, made by ``Assert``. It changes nothing.
public struct Assertion: RowOperation {
    public let name: String
    let models: [ModelUse]
    private let makeSteps: @Sendable (String, StageContext) throws -> RowSteps
    private let check: @Sendable (StageContext) throws -> Void

    init(
        _ name: String, _ models: [ModelUse],
        steps: @escaping @Sendable (String, StageContext) throws -> RowSteps
    ) {
        self.name = name
        self.models = models
        makeSteps = steps
        check = { _ in }
    }

    init(_ name: String, _ models: [ModelUse], check: @escaping @Sendable (StageContext) throws -> Void) {
        self.name = name
        self.models = models
        makeSteps = { _, _ in RowSteps() }
        self.check = check
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(name, stage) }
    public func verify(_ stage: StageContext) throws { try check(stage) }
}

/// A number that a pass counts up.
private final class Count {
    var value = 0
}
