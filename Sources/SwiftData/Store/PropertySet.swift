import PermafrostModel
import PermafrostStore

/// A set of property numbers of a class. Numbers below 64 need no allocated memory.
struct PropertySet: Hashable, Sendable {
    private var low: UInt64 = 0
    /// The numbers from 64, or nil if there are none.
    private var high: Set<Int>?

    init() {}

    /// Creates a set of numbers below 64. Each number is the place of a bit.
    init(bits: UInt64) { low = bits }

    var isEmpty: Bool { low == 0 && high == nil }

    mutating func insert(_ index: Int) {
        if index < 64 { low |= 1 << UInt64(index) } else { high = (high ?? []).union([index]) }
    }

    @inline(__always) func contains(_ index: Int) -> Bool {
        index < 64 ? low & (1 << UInt64(index)) != 0 : high?.contains(index) ?? false
    }

    /// Returns a bit for each number, or nil if the type has too few bits.
    func bits<Bits: FixedWidthInteger>(_ type: Bits.Type) -> Bits? {
        high == nil ? Bits(exactly: low) : nil
    }
}
