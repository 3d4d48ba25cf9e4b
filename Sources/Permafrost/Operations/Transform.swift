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
/// Permafrost captures the old value of each row before the store changes. Afterwards, it writes the closure's result
/// to the row with the same primary key. A row without a captured value stays unchanged.
///
/// If a row with a captured value no longer exists, the migration fails with
/// ``MigrationError/Cause/Stage/valueLost(count:)``, unless an operation of the stage deleted the row.
///
/// For several properties, see ``Split`` and ``Merge``. To fill in a property without an old value, see ``Backfill``.
public struct Transform: RowOperation {
    public let name: String
    let models: [ModelUse]
    let carried: [PropertyName]
    let effects: [OperationEffect]
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
        self.init(from: old, to: new, capture: { $0 }, build: build)
    }

    func steps(_ stage: StageContext) throws -> RowSteps { try makeSteps(stage) }
}
