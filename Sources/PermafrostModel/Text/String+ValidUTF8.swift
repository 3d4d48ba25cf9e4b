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
