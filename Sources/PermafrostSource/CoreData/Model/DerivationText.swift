/// A derived attribute's expression as Core Data formats it, which enters the version hash: `posts.@count` in a model file is
/// `count:(posts)`, and `now:()` is `now()`.
struct DerivationText {
    /// The expression in Core Data's format.
    let expression: String
    /// Whether stores of Apple's framework prove the format: `now()`, a count, a key path.
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
