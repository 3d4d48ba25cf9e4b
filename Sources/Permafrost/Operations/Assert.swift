import PermafrostStore
import SwiftData

/// Functions that make assertions about a stage's outcome, such as unique slugs or unchanged titles. They must hold for
/// every store that the stage migrates.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     Backfill(\PostsSchemaV4.Post.slug) { post in post.title.lowercased() }
///     Assert.unique(\PostsSchemaV4.Post.slug)
///     Assert.preserved(\PostsSchemaV3.Post.title, as: \PostsSchemaV4.Post.title)
///     Assert.count(of: PostsSchemaV4.Author.self) { count in count < 10_000 }
/// }
/// ```
///
/// Assertions run after every other operation of the stage. If one doesn't hold, the migration fails with
/// ``MigrationError/Cause/Stage/assertionFailed(found:)``; see ``MigrationSafety`` for the state of the store.
/// Assertions about rows share one pass over them.
///
/// To try assertions on a store without changing it, rehearse the migration: see ``DryRunReport/assertions``.
///
/// ## Topics
///
/// ### Values
/// - ``unique(_:)``
/// - ``preserved(_:as:)``
/// - ``preserved(_:as:by:)``
///
/// ### Rows
/// - ``count(of:satisfies:)``
///
/// ### Anything else
/// - ``custom(_:_:)``
public enum Assert {
    /// Asserts that no row has a nil value in an optional property.
    ///
    /// - Parameter property: the property, in the new version.
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
                    throw MigrationError(.stage(.assertionFailed(found: "\(nulls.value) rows without a value")))
                })
        }
    }

    /// Asserts that every row has a value in a required property. The migration fails if a row's value can't be read.
    ///
    /// - Parameter property: the property, in the new version.
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

    /// Asserts that no two rows have equal values in a property. As in a unique constraint, nil values are never equal,
    /// and strings are equal if their bytes are equal.
    ///
    /// - Parameter property: the property, in the new version.
    public static func unique<Model: PersistentModel, Value: Codable & SendableMetatype>(
        _ property: KeyPath<Model, Value> & Sendable
    ) -> Assertion {
        let propertyName = PropertyName(property)
        return Assertion("Assert.unique \(propertyName)", [.new(Model.self)]) { name, stage in
            RowSteps(
                verify: UniqueCheck(
                    DuplicateScan<Model, Value>(property, bound: stage.run.bound),
                    operation: name, property: propertyName
                ).step)
        }
    }

    /// Asserts that a model has an expected number of rows after the stage.
    ///
    /// - Parameters:
    ///   - model: the class, in the new version.
    ///   - condition: returns whether the number of rows is as expected.
    public static func count<Model: PersistentModel>(
        of model: Model.Type, satisfies condition: @escaping @Sendable (Int) throws -> Bool
    ) -> Assertion {
        Assertion("Assert.count \(Schema.entityName(of: Model.self))", [.new(Model.self)]) { stage in
            let count = try stage.modelContext.fetchCount(FetchDescriptor<Model>())
            guard try condition(count) else { throw MigrationError(.stage(.assertionFailed(found: "\(count) rows"))) }
        }
    }

    /// Asserts that every remaining row kept its value, and that no row disappeared unless an operation of the stage
    /// deleted it.
    ///
    /// The old values are captured with the primary keys of their rows before the store changes. Afterward, they are
    /// compared with the values of the rows with the same keys.
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    public static func preserved<
        Old: PersistentModel, New: PersistentModel, Value: Codable & Equatable & SendableMetatype
    >(
        _ old: KeyPath<Old, Value> & Sendable, as new: KeyPath<New, Value> & Sendable
    ) -> Assertion {
        preserved(old, as: new) { $0 == $1 }
    }

    /// Asserts that every remaining row kept an equivalent value, and that no row disappeared unless an operation of
    /// the stage deleted it.
    ///
    /// ```swift
    /// let titles = Assert.preserved(\PostsSchemaV3.Post.title, as: \PostsSchemaV4.Post.title) { old, new in
    ///     old.lowercased() == new.lowercased()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - old: the property in the old version.
    ///   - new: the property in the new version.
    ///   - isSame: returns whether the old value and the new value are equivalent.
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
            let values = PropertyReader(new)
            return PreservedCheck<Old, New, OldValue>(
                operation: name, property: newName, old: old, isSame: { try isSame($0, values.value(of: $1)) }
            ).steps(stage)
        }
    }

    /// Asserts any other condition.
    ///
    /// ```swift
    /// let published = Assert.custom("a post is published") { context in
    ///     let now = Date.now
    ///     let posts = FetchDescriptor<PostsSchemaV4.Post>(predicate: #Predicate { $0.publishedAt <= now })
    ///     return try context.fetchCount(posts) > 0
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: the assertion's name in messages.
    ///   - holds: returns whether the condition is met. The context has the new types. The closure must not change
    ///     anything.
    public static func custom(
        _ name: String, _ holds: @escaping @Sendable (ModelContext) throws -> Bool
    ) -> Assertion {
        Assertion("Assert.custom \(name)", []) { stage in
            guard try holds(stage.modelContext) else {
                throw MigrationError(.stage(.assertionFailed(found: "the check returned false")))
            }
        }
    }
}

/// An assertion about a stage's outcome, made with a function of ``Assert``. Include it in the operations of a
/// ``Stage``. It doesn't change the store.
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

/// A counter that the closures of one step share.
private final class Count {
    var value = 0
}

/// A check that no two rows have equal values. It collects the first range of hashes in the pass that all operations
/// share. It collects further ranges, and compares the rows with equal hashes, in separate passes.
private struct UniqueCheck<Model: PersistentModel, Value: Codable> {
    private let scan: DuplicateScan<Model, Value>
    private let operation: String
    private let property: PropertyName

    init(_ scan: DuplicateScan<Model, Value>, operation: String, property: PropertyName) {
        self.scan = scan
        self.operation = operation
        self.property = property
    }

    /// The check's step in the pass that all operations share.
    var step: RowStep {
        var passes: Int?
        var collector: HashCollector?
        return RowStep(
            Model.self, operation: operation, property: property, needsKey: false, restart: { collector = nil },
            visit: { row, _ in
                if collector == nil {
                    // Only the context knows the number of rows.
                    var all = FetchDescriptor<Model>()
                    // No unsaved row was added, so don't examine the unsaved changes.
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

    /// Throws an error if two rows with the given hashes have equal values. Different values can have equal hashes, so
    /// the values are compared.
    private func check(_ repeated: Set<UInt64>, _ stage: StageContext) throws {
        guard !repeated.isEmpty else { return }
        var seen: Set<SQLiteValue> = []
        try scan.forEachRow(stage, with: repeated) { cell, row in
            guard !seen.insert(cell).inserted else { return }
            let value = scan.read(row)
            // The description of an optional contains its type.
            let shown =
                Mirror(reflecting: value).displayStyle == .optional
                ? Mirror(reflecting: value).children.first?.value ?? value : value
            throw MigrationError(
                .stage(
                    .assertionFailed(
                        found:
                            "\(repeated.count) \(repeated.count == 1 ? "value occurs" : "values occur") more than once,"
                            + " such as \(shown)")))
        }
    }
}

/// A check that rows keep equivalent values in a stage, and that no row is lost.
private struct PreservedCheck<Old: PersistentModel, New: PersistentModel, Value: Codable> {
    let operation: String
    let property: PropertyName
    let old: KeyPath<Old, Value>
    let isSame: (Value, New) throws -> Bool

    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let codec = CellCodec<Value>()
        let old = old
        var different = 0
        return RowSteps(
            capture: RowStep(
                Old.self, operation: operation, property: property, needsKey: true,
                attribute: AttributeStep(old) { try cells.set(codec.encode($0), of: $1) }
            ) { row, key in
                try cells.set(codec.encode(row[keyPath: old]), of: key)
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
                if different > 0 { found.append("\(different) rows have a different value") }
                let lost = try cells.lostCount()
                if lost > 0 { found.append("\(lost) rows no longer exist") }
                guard found.isEmpty else {
                    throw MigrationError(.stage(.assertionFailed(found: found.joined(separator: ", "))))
                }
            },
            captured: (cells, New.self))
    }
}
