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
