/// The rules that determine which backups of a store are kept. Pass them to ``SafeModelContainer/Options``, for example
/// to keep a large store's backups for a shorter time:
///
/// ```swift
/// let container = try await SafeModelContainer.make(
///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL,
///     options: .init(retention: BackupRetention(count: 1, age: .seconds(7 * 24 * 3600))))
/// ```
///
/// A backup is removed if it exceeds one of the limits. The newest intact backup is always kept, whatever the limits
/// are. If no backup is intact, all backups are kept. Backups are removed before and after a migration, whether or not
/// it succeeds; a store that is already current keeps its backups until its next migration.
///
/// The limits don't apply to stores that were replaced with a backup, nor to the backup of the newest store that was rolled
/// back: see ``KeptStore``.
public struct BackupRetention: Sendable, Hashable {
    /// The maximum number of backups; at least 1.
    public let count: Int
    /// The maximum time since a backup was made; at least zero.
    public let age: Duration
    /// The maximum total size in bytes of all backups except the newest one; at least 0.
    public let bytes: Int64

    /// Creates rules. The default is at most 3 backups, for 30 days, with at most 1 GiB in addition to the newest
    /// backup.
    ///
    /// A value that is too small is replaced with the smallest valid value. With `count: 0`, `age: .zero` or
    /// `bytes: 0`, only the newest intact backup is kept. If the newest backup is damaged, `count: 0` and `bytes: 0`
    /// also keep that backup until it exceeds `age`.
    ///
    /// - Parameters:
    ///   - count: the maximum number of backups. A number less than 1 means 1.
    ///   - age: the maximum time since a backup was made. A negative time means zero.
    ///   - bytes: the maximum total size in bytes of all backups except the newest one. A negative number means 0.
    public init(count: Int = 3, age: Duration = .seconds(30 * 24 * 3600), bytes: Int64 = 1 << 30) {
        self.count = max(count, 1)
        self.age = max(age, .zero)
        self.bytes = max(bytes, 0)
    }
}
