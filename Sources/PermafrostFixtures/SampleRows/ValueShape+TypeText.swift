import PermafrostModel
import PermafrostStore

extension ValueShape {
    /// Whether the value can be nil.
    var isOptional: Bool {
        if case .optional = self { true } else { false }
    }

    /// Creates the shape of a type from the type's name as Swift prints it, such as `Array<String>` or
    /// `Dictionary<String, Int>`. Returns nil if the text is malformed, has more than 1,000 bytes, or contains a
    /// generic type other than an array, a set, an optional, or a dictionary.
    init?(typeText text: String) {
        // The text comes from a store, so its depth has to be limited.
        guard text.utf8.count <= 1000 else { return nil }
        guard let open = text.firstIndex(of: "<") else {
            guard !text.isEmpty, !text.contains(where: { ">,".contains($0) }) else { return nil }
            self = .scalar(text)
            return
        }
        guard text.last == ">" else { return nil }
        let arguments = Self.arguments(String(text[text.index(after: open)...].dropLast())).map(Self.init(typeText:))
        let shapes = arguments.compactMap { $0 }
        guard shapes.count == arguments.count else { return nil }
        switch (text[..<open], shapes.count) {
        case ("Array", 1): self = .array(shapes[0])
        case ("Set", 1): self = .set(shapes[0])
        case ("Optional", 1): self = .optional(shapes[0])
        case ("Dictionary", 2): self = .dictionary(key: shapes[0], value: shapes[1])
        default: return nil
        }
    }

    /// Splits a list at its commas. Ignores commas in nested angle brackets.
    private static func arguments(_ text: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in text {
            if character == "<" { depth += 1 }
            if character == ">" { depth -= 1 }
            if character == ",", depth == 0 {
                parts.append("")
            } else if character != " " || !(parts.last ?? "").isEmpty {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }
}
