import PermafrostModel

/// Core Data's order of iteration over a dictionary keyed by property name. It follows from the names' hashes.
///
/// This order determines:
/// - the suffixes of join table columns that would otherwise have the same name
/// - the order of the foreign keys for to-many relationships without an inverse
/// - the order of properties in an archive
enum HashOrder {
    /// Returns names in the order of a dictionary that has exactly these names as keys. Archives in real stores list an
    /// entity's properties in this order.
    ///
    /// If several names hash to the same slot, the order depends on which name was inserted first. This function
    /// assumes that they are inserted in sorted order, because real stores don't reveal that.
    static func dictionaryOrder(_ names: [String]) -> [String] {
        let slots = Int(slotCount(holding: names.count))
        guard names.count <= slots else { return names.sortedByCodeUnit() }
        var table = [String?](repeating: nil, count: slots)
        for name in names.sortedByCodeUnit() {
            var slot = Int(hash(name) % UInt64(slots))
            while table[slot] != nil { slot = (slot + 1) % slots }
            table[slot] = name
        }
        return table.compactMap { $0 }
    }

    /// Returns relationship names in the order of their slots in Core Data's dictionary of an entity's columns. Names
    /// in the same slot are assumed to be sorted by code unit.
    ///
    /// - Parameters:
    ///   - propertyCount: the number of the entity's properties. Together with `toOneCount`, it determines the
    ///     dictionary's size. The formula for the size is inferred from stores.
    ///   - toOneCount: the number of to-one relationships among the properties.
    static func sorted(_ names: [String], propertyCount: Int, toOneCount: Int) -> [String] {
        let slots = slotCount(holding: propertyCount + toOneCount + 3)
        let placed = names.map { (name: $0, slot: hash($0) % slots) }
        return placed.sorted {
            $0.slot != $1.slot ? $0.slot < $1.slot : $0.name.utf16.lexicographicallyPrecedes($1.name.utf16)
        }.map(\.name)
    }

    /// Returns CoreFoundation's hash of a string, which is computed from UTF-16 code units. For non-ASCII names, this
    /// isn't verified with a store.
    static func hash(_ name: String) -> UInt64 {
        let all = name.utf16.map(UInt64.init)
        let units: [UInt64]
        if all.count <= 96 {
            units = all
        } else {
            // For long names, only the first, middle and last 32 code units are hashed.
            let middle = all.count / 2 - 16
            units = Array(all[..<32]) + Array(all[middle..<middle + 32]) + Array(all[(all.count - 32)...])
        }
        var result = UInt64(all.count)
        var position = 0
        while position + 4 <= units.count {
            let (first, second) = (units[position], units[position + 1])
            let (third, fourth) = (units[position + 2], units[position + 3])
            result = result &* 67_503_105 &+ first &* 16_974_593 &+ second &* 66_049 &+ third &* 257 &+ fourth
            position += 4
        }
        while position < units.count {
            result = result &* 257 &+ units[position]
            position += 1
        }
        return result &+ (result << UInt64(all.count & 31))
    }

    /// The sizes of CoreFoundation's hash tables: the number of slots and the maximum number of keys.
    private static let sizes: [(slots: UInt64, capacity: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155), (383, 237),
        (631, 390),
        (1087, 672),
    ]

    /// Returns the number of slots in a dictionary with the given number of keys. For more than 672 keys, this is 1087,
    /// the largest known size.
    static func slotCount(holding count: Int) -> UInt64 {
        sizes.first { $0.capacity >= count }?.slots ?? 1087
    }
}
