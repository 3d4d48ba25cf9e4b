/// The case-sensitive order by code unit, which Core Data uses for names: `_` sorts after `Z` and before `a`.
///
/// Swift compares strings by canonical equivalence, which orders some names outside ASCII differently.
package enum CodeUnitOrder {
    /// Returns whether `left` sorts before `right`.
    package static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}

extension Sequence<String> {
    /// Returns the strings in ``CodeUnitOrder``.
    package func sortedByCodeUnit() -> [String] {
        sorted(by: CodeUnitOrder.isBefore)
    }
}

extension String {
    /// Creates a string from UTF-8 bytes; nil if the bytes aren't valid UTF-8. Invalid bytes are never repaired.
    ///
    /// `String(validating:as:)` does the same but needs iOS 18 and macOS 15.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces invalid UTF-8 with U+FFFD, so the bytes would differ.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
