extension String {
    package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// The string, or a text that also contains its bytes if it isn't ASCII. Strings with different bytes have different
    /// keys. As strings, they may be equal: an é can be one character or an e with an accent. Swift's compiler and Core
    /// Data compare names by their bytes.
    package var byteKey: String {
        isASCII ? self : self + "\0" + utf8.map { String($0, radix: 16) }.joined(separator: " ")
    }
}
