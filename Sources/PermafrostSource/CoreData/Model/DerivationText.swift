import PermafrostModel

/// A derived attribute's expression in Core Data's format, which is part of the version hash. For example,
/// `posts.@count` in a model file becomes `count:(posts)`, and `now:()` becomes `now()`.
struct DerivationText {
    /// The expression in Core Data's format.
    let expression: String
    /// Whether the format is verified against stores that Apple's framework wrote. This is true for `now()`, a
    /// count and a key path.
    let isProven: Bool

    init(_ text: String) {
        let text = text.filter { !$0.isWhitespace }
        if text == "now:()" || text == "now()" {
            (expression, isProven) = ("now()", true)
        } else if text.hasSuffix(".@count"), Self.isKeyPath(text.dropLast(7)) {
            (expression, isProven) = ("count:(\(text.dropLast(7)))", true)
        } else if text.hasPrefix("count:("), text.hasSuffix(")"), Self.isKeyPath(text.dropFirst(7).dropLast()) {
            (expression, isProven) = (text, true)
        } else {
            (expression, isProven) = (text, Self.isKeyPath(text[...]))
        }
    }

    private static func isKeyPath(_ text: Substring) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
    }
}
