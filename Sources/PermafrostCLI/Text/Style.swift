import PermafrostStore

/// A style that adds colors and weights to text, or returns text unchanged if colors are off.
struct Style: Sendable {
    private let isOn: Bool

    init(_ isOn: Bool) { self.isOn = isOn }

    func red(_ text: String) -> String { wrap(text, "31") }
    func yellow(_ text: String) -> String { wrap(text, "33") }
    func green(_ text: String) -> String { wrap(text, "32") }
    func bold(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }

    /// All escape sequences that styled text can contain. The first one resets the style.
    static let codes = ["0", "1", "2", "31", "32", "33"].map { "\u{1B}[\($0)m" }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
