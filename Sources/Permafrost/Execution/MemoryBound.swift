import SwiftData

/// The memory limits of one stage. They don't depend on the number of rows.
struct MemoryBound: Sendable {
    /// The maximum number of captured values in memory, for all operations together.
    var values = 64 << 10
    /// The maximum number of bytes that captured strings and data take up in memory.
    var bytes = 16 << 20
    /// The approximate maximum number of hashes that are compared in one pass. A hash takes eight bytes.
    var hashes = 4 << 20
}
