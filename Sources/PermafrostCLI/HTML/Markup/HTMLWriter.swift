import PermafrostStore

/// A writer of markup, and the only place where text from other sources becomes part of a page. Text and attribute
/// values are escaped here, and no text is ever used as markup.
struct HTMLWriter {
    /// An attribute. An attribute without a value is left out, and one with an empty value is written as its name only.
    typealias Attribute = (name: StaticString, value: String?)

    /// The markup so far.
    private(set) var markup = ""

    /// Writes an element with the contents that `body` writes.
    mutating func element(_ name: StaticString, _ attributes: [Attribute] = [], _ body: (inout HTMLWriter) -> Void) {
        open(name, attributes)
        body(&self)
        markup += "</"
        markup += "\(name)"
        markup += ">"
    }

    /// Writes an element that contains a text.
    mutating func element(_ name: StaticString, _ attributes: [Attribute], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element that contains a text.
    mutating func element(_ name: StaticString, _ text: String) { element(name, [], text) }

    /// Writes an element with a class that contains a text.
    mutating func element(_ name: StaticString, class style: String, _ text: String) {
        element(name, [("class", style)]) { $0.text(text) }
    }

    /// Writes an element with a class and the contents that `body` writes.
    mutating func element(_ name: StaticString, class style: String, _ body: (inout HTMLWriter) -> Void) {
        element(name, [("class", style)], body)
    }

    /// Writes the start tag of an element without an end tag, such as `meta`.
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

    /// Starts a new line in the file, which keeps diffs of the file readable.
    mutating func line() { markup += "\n" }

    /// Writes the page's own style or script, which contains no text from other sources.
    mutating func own(_ text: String) { markup += text }

    /// Appends a text with all markup escaped, and with characters that change the direction of text made visible.
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
    /// The target of a link within the page: `2.0.0/Post/title`.
    ///
    /// The same text is an element's identifier and, after `#`, the link to it. Characters that a URL would change are
    /// written as bytes, such as `%20` for a space.
    struct Anchor: Hashable {
        let id: String

        /// - Parameter parts: the names in the path, such as a version, an entity and a property.
        init(_ parts: [String]) { id = parts.map(Self.encoded).joined(separator: "/") }

        init(_ parts: String...) { self.init(parts) }

        /// The link to the anchor.
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
