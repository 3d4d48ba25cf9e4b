import PermafrostStore

/// Writes markup. The one place where foreign text becomes part of a page: names and attribute values are escaped here, and
/// nowhere is text taken for markup.
struct HTMLWriter {
    /// An attribute; one without a value is left out, one whose value is empty stands by its name.
    typealias Attribute = (name: StaticString, value: String?)

    /// The markup so far.
    private(set) var markup = ""

    /// Writes an element with what `body` writes in it.
    mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], _ body: (inout HTMLWriter) -> Void) {
        open(name, attributes)
        body(&self)
        markup += "</"
        markup += "\(name)"
        markup += ">"
    }

    /// Writes an element with a text in it.
    mutating func element(_ name: StaticString, _ attributes: [Attribute], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element with a text in it.
    mutating func element(_ name: StaticString, _ text: String) { element(name, [], text) }

    /// Writes an element of a class with a text in it.
    mutating func element(_ name: StaticString, class style: String, _ text: String) {
        element(name, [("class", style)]) { $0.text(text) }
    }

    /// Writes an element of a class with what `body` writes in it.
    mutating func element(_ name: StaticString, class style: String, _ body: (inout HTMLWriter) -> Void) {
        element(name, [("class", style)], body)
    }

    /// Writes the start of an element that has no end, such as `meta`.
    mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
        markup += "<"
        markup += "\(name)"
        for (name, value) in attributes {
            guard let value else { continue }
            markup += " \(name)"
            guard !value.isEmpty else { continue }
            markup += "=\""
            Self.append(value, to: &markup)
            markup += "\""
        }
        markup += ">"
    }

    /// Writes text.
    mutating func text(_ text: String) { Self.append(text, to: &markup) }

    /// Starts a new line of the file, which keeps its differences readable.
    mutating func line() { markup += "\n" }

    /// Writes the page's own style or script, which holds nothing foreign.
    mutating func own(_ text: String) { markup += text }

    /// Appends a text with everything escaped that markup would obey, and everything visible that would change its direction.
    private static func append(_ text: String, to markup: inout String) {
        if text.utf8.allSatisfy(isPlain) {
            markup += text
            return
        }
        for scalar in text.visible.unicodeScalars {
            switch scalar {
            case "&": markup += "&amp;"
            case "<": markup += "&lt;"
            case ">": markup += "&gt;"
            case "\"": markup += "&quot;"
            case "'": markup += "&#39;"
            default: markup.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        case 0x20..<0x7F: true
        default: false
        }
    }
}

extension HTMLWriter {
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
}
