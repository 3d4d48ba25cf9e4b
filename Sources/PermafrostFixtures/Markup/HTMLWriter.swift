import PermafrostModel

/// A writer of HTML. It escapes text and attribute values, so that names and values from a project or store are never
/// interpreted as markup. Only ``own(_:)`` writes text without escaping.
package struct HTMLWriter {
    /// An attribute. If the value is nil, the attribute is omitted. If the value is empty, only the name is written.
    package typealias Attribute = (name: StaticString, value: String?)

    /// The markup that has been written so far.
    package private(set) var markup = ""

    package init() {}

    /// Writes an element with contents that `body` writes.
    package mutating func element(
        _ name: StaticString, _ attributes: [Attribute] = [], _ body: (inout HTMLWriter) -> Void
    ) {
        open(name, attributes)
        body(&self)
        markup += "</"
        markup += "\(name)"
        markup += ">"
    }

    package mutating func element(_ name: StaticString, _ attributes: [Attribute], _ text: String) {
        element(name, attributes) { $0.text(text) }
    }

    package mutating func element(_ name: StaticString, _ text: String) { element(name, [], text) }

    package mutating func element(_ name: StaticString, class style: String, _ text: String) {
        element(name, [("class", style)]) { $0.text(text) }
    }

    /// Writes an element with a class and with contents that `body` writes.
    package mutating func element(_ name: StaticString, class style: String, _ body: (inout HTMLWriter) -> Void) {
        element(name, [("class", style)], body)
    }

    /// Writes the start tag of an element. Call this directly only for an element without an end tag, such as `meta`.
    package mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
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

    /// Writes text. Escapes markup in the text.
    package mutating func text(_ text: String) { Self.append(text, to: &markup) }

    /// Starts a new line in the markup. Line breaks keep diffs readable.
    package mutating func line() { markup += "\n" }

    /// Writes the page's own markup, style, script or data without escaping. Pass text from a project or store only as
    /// JSON with every `<` escaped.
    package mutating func own(_ text: String) { markup += text }

    /// Appends text with all markup escaped. Also escapes control characters, characters that change the text's
    /// direction, and the start of a command that a CI service would run if the page is in a job's log.
    private static func append(_ text: String, to markup: inout String) {
        if text.utf8.allSatisfy(isPlain) {
            markup += text
            return
        }
        var escaped = ""
        for scalar in text.visible.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        markup += String(decoding: LogCommand.escaped(Array(escaped.utf8)) { "&#\($0);" }, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: ":"), UInt8(ascii: "#"):
            false
        case 0x20..<0x7F: true
        default: false
        }
    }
}
