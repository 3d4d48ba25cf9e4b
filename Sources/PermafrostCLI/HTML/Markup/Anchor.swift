/// A place of the page that links lead to: `2.0.0/Post/title`.
///
/// The text is an element's identifier and, behind `#`, the link to it. Everything that an address would change is in it by its
/// bytes, `%20` for a blank, so that both are the same text.
struct Anchor: Hashable {
    let id: String

    /// - Parameter parts: the names on the path, such as a version, an entity and a property.
    init(_ parts: [String]) { id = parts.map(Self.encoded).joined(separator: "/") }

    init(_ parts: String...) { self.init(parts) }

    /// The link to it.
    var link: String { "#" + id }

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
