import SwiftParserDiagnostics
import SwiftSyntax

/// What the parser complains of in one file.
enum SyntaxErrors {
    /// The most complaints kept.
    private static let limit = 3

    /// The complaints in the order of the file; none if all is well.
    static func found(in tree: SourceFileSyntax) -> [ParsedFile.SyntaxError] {
        guard tree.hasError else { return [] }
        // The library traps where it would propose blanks around a `=` that has some, and a byte of no meaning between.
        let unbalanced = tree.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .equal && $0.hasError }
        if let unbalanced {
            return [
                .init(
                    message: "'=' must have consistent whitespace on both sides",
                    offset: Int32(clamping: unbalanced.positionAfterSkippingLeadingTrivia.utf8Offset))
            ]
        }
        return ParseDiagnosticsGenerator.diagnostics(for: tree).lazy
            .filter { $0.diagMessage.severity == .error }.prefix(limit)
            .map { .init(message: $0.message, offset: Int32(clamping: $0.position.utf8Offset)) }
    }
}
