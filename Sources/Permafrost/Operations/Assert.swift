import PermafrostStore
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

/// Checks that no two rows have equal values. The first range of hashes is collected in the pass that operations share; other ranges,
/// and values of equal hashes, are read in passes of their own.
private struct UniqueCheck<Model: PersistentModel, Value: Codable> {
    private let scan: DuplicateScan<Model, Value>
    private let operation: String
    private let property: PropertyName

    init(_ scan: DuplicateScan<Model, Value>, operation: String, property: PropertyName) {
        self.scan = scan
        self.operation = operation
        self.property = property
    }

    /// The step of the pass that is shared.
    var step: RowStep {
        var passes: Int?
        var collector: DuplicateScan<Model, Value>.Collector?
        return RowStep(
            Model.self, operation: operation, property: property, needsKey: false, restart: { collector = nil },
            visit: { row, _ in
                if collector == nil {
                    // How many rows there are is known to the context alone.
                    var all = FetchDescriptor<Model>()
                    // Rows do not become more, and a count over unsaved changes would go through all of them.
                    all.includePendingChanges = false
                    let count = try row.modelContext?.fetchCount(all) ?? 0
                    passes = scan.passes(rows: count)
                    collector = .init(pass: 0, of: passes ?? 1)
                }
                if let hash = try scan.hash(row) { collector?.add(hash) }
                return false
            },
            finish: { stage in
                guard let collector, let passes else { return }
                try check(collector.repeated(), stage)
                for pass in 1..<max(1, passes) {
                    try check(scan.repeatedHashes(pass: pass, of: passes, stage), stage)
                }
            })
    }

    /// Equal hashes may be of different values.
    private func check(_ repeated: Set<UInt64>, _ stage: StageContext) throws {
        guard !repeated.isEmpty else { return }
        var seen: Set<SQLiteValue> = []
        try scan.forEachRow(stage, with: repeated) { cell, row in
            guard !seen.insert(cell).inserted else { return }
            let value = scan.read(row)
            // The text of an optional names its type.
            let shown =
                Mirror(reflecting: value).displayStyle == .optional
                ? Mirror(reflecting: value).children.first?.value ?? value : value
            throw MigrationError(
                .stage(
                    .assertionFailed(
                        found:
                            "\(repeated.count) \(repeated.count == 1 ? "value is" : "values are") in several rows, such as "
                            + "\(shown)")))
        }
    }
}

/// Whether rows have the values after a stage that they had before it.
private struct PreservedCheck<Old: PersistentModel, New: PersistentModel, Value: Codable> {
    let operation: String
    let property: PropertyName
    let read: (Old) -> Value
    let isSame: (Value, New) throws -> Bool

    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let codec = CellCodec<Value>()
        var different = 0
        return RowSteps(
            capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, key in
                try cells.set(codec.encode(read(row)), of: key)
                return false
            },
            verify: RowStep(
                New.self, operation: operation, property: property, needsKey: true,
                restart: {
                    different = 0
                    cells.restart()
                }
            ) { row, key in
                if let cell = try cells.take(key), try !isSame(codec.decode(cell), row) { different += 1 }
                return false
            } finish: { _ in
                var found: [String] = []
                if different > 0 { found.append("\(different) rows have another value") }
                let lost = try cells.lostCount()
                if lost > 0 { found.append("\(lost) rows are gone") }
                guard found.isEmpty else {
                    throw MigrationError(.stage(.assertionFailed(found: found.joined(separator: ", "))))
                }
            },
            captured: (cells, New.self))
    }
}
