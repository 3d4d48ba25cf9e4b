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

extension String {
    /// The text of bytes that are UTF-8, byte for byte; nil for any others, which are never repaired.
    ///
    /// `String(validating:as:)` does the same, and needs iOS 18 and macOS 15.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding puts U+FFFD in place of what is not UTF-8. Then the bytes differ.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
