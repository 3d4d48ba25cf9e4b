import PermafrostStore

/// A target for links within the page, such as `2.0.0/Post/title`.
///
/// An anchor is an element's identifier. With a leading `#`, it is a link to that element. In each name, characters
/// other than ASCII letters, digits, `-`, `.`, `_` and `~` are percent-encoded.
package struct HTMLAnchor: Hashable {
    package let id: String

    /// Creates an anchor from the names in its path, such as a version, an entity and a property.
    package init(_ parts: [String]) { id = parts.map(Self.encoded).joined(separator: "/") }

    package init(_ parts: String...) { self.init(parts) }

    package var link: String { "#" + id }

    private static func encoded(_ part: String) -> String {
        if part.utf8.allSatisfy(isUnreserved) { return part }
        var text = ""
        for byte in part.utf8 {
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return text
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
