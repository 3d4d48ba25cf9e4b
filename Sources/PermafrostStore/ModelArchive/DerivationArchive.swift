import PermafrostModel

/// The archived form of a derived attribute's expression. Supports `now()`, `count:(key path)`, and a key path.
enum DerivationArchive {
    private enum Form {
        case function(selector: String, keyPath: String?)
        case keyPath(String)
    }

    /// Returns whether the expression has one of the supported forms.
    static func canArchive(_ expression: String) -> Bool { form(expression) != nil }

    /// Writes an expression, and returns a reference to it. Returns ``KeyedArchiveWriter/null`` if the expression's
    /// form isn't supported.
    static func archive(_ expression: String, in writer: inout KeyedArchiveWriter) -> PropertyListValue {
        switch form(expression) {
        case .keyPath(let keyPath): return archive(keyPath: keyPath, in: &writer)
        case .function(let selector, let keyPath):
            let arguments = keyPath.map { [archive(keyPath: $0, in: &writer)] } ?? []
            let target = writer.object(
                .constantExpression,
                [
                    .init("NSExpressionType", .integer(0)),
                    .init("NSConstantValueClassName", writer.string("_NSPredicateUtilities")),
                ])
            return writer.object(
                .functionExpression,
                [
                    .init("NSOperand", target), .init("NSSelectorName", writer.string(selector)),
                    .init("NSExpressionType", .integer(4)),
                    .init("NSArguments", writer.collection(.array, arguments)),
                ])
        case nil: return KeyedArchiveWriter.null
        }
    }

    private static func form(_ expression: String) -> Form? {
        if expression == "now()" { return .function(selector: "now", keyPath: nil) }
        if expression.hasPrefix("count:("), expression.hasSuffix(")") {
            let keyPath = String(expression.dropFirst(7).dropLast())
            return isKeyPath(keyPath) ? .function(selector: "count:", keyPath: keyPath) : nil
        }
        return isKeyPath(expression) ? .keyPath(expression) : nil
    }

    private static func isKeyPath(_ text: String) -> Bool {
        !text.isEmpty
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
            }
    }

    private static func archive(keyPath: String, in writer: inout KeyedArchiveWriter) -> PropertyListValue {
        let specifier = writer.object(
            .keyPathSpecifier,
            [.init("NSExpressionType", .integer(10)), .init("NSKeyPath", writer.string(keyPath))])
        let operand = writer.object(.selfExpression, [.init("NSExpressionType", .integer(1))])
        let selector = keyPath.contains(".") ? "valueForKeyPath:" : "valueForKey:"
        return writer.object(
            .keyPathExpression,
            [
                .init("NSOperand", operand), .init("NSSelectorName", writer.string(selector)),
                .init("NSExpressionType", .integer(3)),
                .init("NSArguments", writer.collection(.mutableArray, [specifier])),
            ])
    }
}
