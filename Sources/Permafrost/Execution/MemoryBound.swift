/// What one stage may keep in memory, whatever the number of rows.
struct MemoryBound: Sendable {
    /// Captured values, over all operations.
    var values = 64 << 10
    /// Bytes of captured texts and data.
    var bytes = 16 << 20
    /// Values that are compared with each other at once, by eight bytes of each.
    var hashes = 4 << 20
}
