/// Case-sensitive order by code unit, as Core Data sorts names: `_` after `Z` and before `a`.
///
/// Swift compares strings by canonical equivalence, which orders some names outside ASCII differently.
package enum CodeUnitOrder {
    /// Whether `left` sorts before `right`.
    package static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}

extension Sequence<String> {
    /// The strings in ``CodeUnitOrder``.
    package func sortedByCodeUnit() -> [String] {
        sorted(by: CodeUnitOrder.isBefore)
    }
}
