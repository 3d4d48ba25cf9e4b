import SwiftData

/// An operation that computes a property of the new version from a property of the old one. Use it when a property
/// changes its type or its meaning.
///
/// ```swift
/// let stage = Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///     Transform(from: \PostsSchemaV3.Post.title, to: \PostsSchemaV4.Post.slug) { title in
///         title.lowercased().replacing(" ", with: "-")
///     }
/// }
/// ```
///
/// Permafrost captures the old value of each row before the store changes. Afterward, it writes the closure's result to
/// the row with the same primary key. A row without a captured value stays unchanged.
///
/// If a row with a captured value no longer exists, the migration fails with
/// ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the row.
///
/// For several properties, see ``Split`` and ``Merge``. To fill in a property without an old value, see ``Backfill``.
/// To build new rows from old ones, pass two model classes instead of two properties.
public struct Transform: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
    let mayDelete: Bool
    /// The place where a transform from model to model keeps its snapshots; nil for a transform of a property.
    let snapshots: SnapshotStorage?
    private let makeSteps: @Sendable (StageContext) throws -> RowSteps

    /// Creates an operation that captures part of each old value and computes the new value from it. Use it if the old
    /// value can't be encoded, or if some rows must stay unchanged.
    ///
    /// ```swift
    /// let names = Transform(
    ///     from: \PostsSchemaV2.Post.authorName, to: \PostsSchemaV3.Post.legacyAuthorName,
    ///     capture: { (name: String?) -> String? in name == "" ? nil : name },
    ///     build: { (name: String) in name.uppercased() })
    /// ```
    ///
    /// - Parameters:
    ///   - old: the property, in the old version.
    ///   - new: the property, in the new version.
    ///   - capture: returns the part of an old value to keep, or nil to leave the row unchanged.
    ///   - build: returns the new value for a captured part.
    public init<Old: PersistentModel, New: PersistentModel, OldValue, Kept: Codable & SendableMetatype, NewValue>(
        from old: KeyPath<Old, OldValue> & Sendable, to new: ReferenceWritableKeyPath<New, NewValue> & Sendable,
        capture: @escaping @Sendable (OldValue) throws -> Kept?, build: @escaping @Sendable (Kept) throws -> NewValue
    ) {
        self.init(old, new) { name in
            let values = PropertyWriter(new)
            return CapturedValue<Old, New, Kept>(
                operation: name, property: PropertyName(new), of: old, capture: capture,
                write: { values.set(try build($1), of: $0) })
        }
    }

    /// Creates an operation that computes the new value from each old value.
    ///
    /// - Parameters:
    ///   - old: the property, in the old version.
    ///   - new: the property, in the new version.
    ///   - build: returns the new value for an old value.
    public init<Old: PersistentModel, New: PersistentModel, OldValue: Codable & SendableMetatype, NewValue>(
        from old: KeyPath<Old, OldValue> & Sendable, to new: ReferenceWritableKeyPath<New, NewValue> & Sendable,
        build: @escaping @Sendable (OldValue) throws -> NewValue
    ) {
        self.init(old, new) { name in
            let values = PropertyWriter(new)
            return CapturedValue<Old, New, OldValue>(
                operation: name, property: PropertyName(new), of: old, write: { values.set(try build($1), of: $0) })
        }
    }

    private init<Old: PersistentModel, New: PersistentModel, OldValue, Kept: Codable & SendableMetatype, NewValue>(
        _ old: KeyPath<Old, OldValue>, _ new: KeyPath<New, NewValue>,
        _ transfer: @escaping @Sendable (String) -> CapturedValue<Old, New, Kept>
    ) {
        let (old, new) = (PropertyName(old), PropertyName(new))
        let name = "Transform \(old) → \(new)"
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        carried = [old]
        effects = [.used(old), .made(new)]
        (mayDelete, snapshots) = (false, nil)
        makeSteps = { transfer(name).steps($0) }
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}

// MARK: From model to model

extension Transform {
    /// The place where a transform from model to model keeps its snapshots.
    enum SnapshotStorage {
        /// Snapshots are kept in memory, or in a file if they exceed the stage's memory limits.
        case file
        /// The snapshots of all rows are kept in memory at the same time.
        case memory
    }

    /// Creates an operation that captures a snapshot of each row of a model, and builds new rows from the snapshots.
    ///
    /// ```swift
    /// let authors = Transform(
    ///     from: PostsSchemaV2.Post.self, to: PostsSchemaV3.Author.self,
    ///     capture: { post in post.authorName },
    ///     build: { context, name in context.insert(PostsSchemaV3.Author(name: name)) })
    /// ```
    ///
    /// If both classes have the same entity, all captured rows are deleted before the first row is built. A built row
    /// can therefore have the unique value of any captured row. If `build` returns the row that it made, that row gets
    /// the links of the old row; otherwise, the links are removed. A link to a replaced row can't be moved if its
    /// relationship has no inverse. If there is such a relationship and `build` returns a row, the migration fails.
    ///
    /// There is one exception to the order: if `build` returns rows, and a model has a required relationship to the
    /// built model, such as `var author: Author`, each captured row is deleted in the save that inserts its
    /// replacement. A save contains up to 500 rows. The migration fails if a built row has the unique value of a row
    /// that a later save replaces.
    ///
    /// If the classes have different entities, the old rows stay as long as the new version has their entity.
    ///
    /// > Important: On Linux, the complete migration is one transaction. On Apple's platforms, the rows are deleted and
    /// > built in several saves. If the process ends in between, rows are missing until the backup replaces the store,
    /// > so open the store with ``SafeModelContainer`` and ``MigrationSafety/backupAndRollback``.
    ///
    /// A snapshot that doesn't fit in memory is written to a temporary file. For a snapshot that isn't `Codable`, see
    /// the other form of this initializer.
    ///
    /// - Parameters:
    ///   - old: the class, in the old version.
    ///   - new: the class of the built rows, in the new version.
    ///   - capture: returns the snapshot of a row, or nil to build nothing and leave the row unchanged.
    ///   - build: builds the rows for a snapshot in the given context. If it returns a row that isn't inserted yet,
    ///     Permafrost inserts the row.
    public init<Old: PersistentModel, New: PersistentModel, Snapshot: Codable & Sendable, Built>(
        from old: Old.Type, to new: New.Type, capture: @escaping @Sendable (Old) throws -> Snapshot?,
        build: @escaping @Sendable (ModelContext, Snapshot) throws -> Built
    ) {
        self.init(old, new, capture, build, .file) { SnapshotList(spillingTo: $0.state.spill) }
    }

    /// Creates an operation that builds new rows from snapshots that aren't `Codable`. In all other respects, the
    /// operation works like the one for `Codable` snapshots.
    ///
    /// > Important: The snapshots of all rows are in memory at the same time. ``MigrationPlan/validate()`` reports
    /// > this. A snapshot must not contain a model object, because the object doesn't exist after the store changes. If
    /// > Permafrost finds one, the migration fails. Permafrost can't find an object that a closure in the snapshot
    /// > captures, so don't capture one.
    ///
    /// - Parameters:
    ///   - old: the class, in the old version.
    ///   - new: the class of the built rows, in the new version.
    ///   - capture: returns the snapshot of a row, or nil to build nothing and leave the row unchanged.
    ///   - build: builds the rows for a snapshot in the given context. If it returns a row that isn't inserted yet,
    ///     Permafrost inserts the row.
    public init<Old: PersistentModel, New: PersistentModel, Snapshot: Sendable, Built>(
        from old: Old.Type, to new: New.Type, capture: @escaping @Sendable (Old) throws -> Snapshot?,
        build: @escaping @Sendable (ModelContext, Snapshot) throws -> Built
    ) {
        self.init(old, new, capture, build, .memory) { _ in .inMemory() }
    }

    private init<Old: PersistentModel, New: PersistentModel, Snapshot: Sendable, Built>(
        _ old: Old.Type, _ new: New.Type, _ capture: @escaping @Sendable (Old) throws -> Snapshot?,
        _ build: @escaping @Sendable (ModelContext, Snapshot) throws -> Built, _ storage: SnapshotStorage,
        _ makeList: @escaping @Sendable (StageContext) -> SnapshotList<Snapshot>
    ) {
        let (oldName, newName) = (Schema.entityName(of: Old.self), Schema.entityName(of: New.self))
        let name = "Transform \(oldName) → \(newName)"
        let replaces = ModelRebuild<Old, New, Snapshot>.replacesRows
        self.name = name
        models = [.old(Old.self), .new(New.self)]
        carried = []
        effects = [
            replaces ? .mergedRows(entity: oldName) : .consumedRows(entity: oldName), .addedRows(entity: newName),
        ]
        (mayDelete, snapshots) = (replaces, storage)
        makeSteps = { stage in
            ModelRebuild<Old, New, Snapshot>(
                operation: name, capture: capture, build: { try build($0, $1) as? New },
                returnsRows: Built.self != Void.self
            ).steps(makeList(stage))
        }
    }
}
