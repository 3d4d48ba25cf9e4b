/// The order that Core Data uses for names. It is case-sensitive and compares UTF-16 code units: `_` sorts after `Z`
/// and before `a`.
///
/// Swift compares strings by canonical equivalence, which sorts some non-ASCII names differently.
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
    /// Creates a string from UTF-8 bytes. Returns nil if the bytes aren't valid UTF-8. Invalid bytes are never
    /// repaired.
    ///
    /// `String(validating:as:)` does the same, but requires iOS 18 and macOS 15.
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces invalid UTF-8 with U+FFFD, so the bytes would differ.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
