import SwiftParserDiagnostics
import SwiftSyntax

/// A parser that keeps a file's declarations but not its syntax tree.
enum FileParser {
    /// Parses a file's bytes, which must be UTF-8. If the file exceeds the parser's limits, returns a file with a
    /// syntax error and no declarations.
    ///
    /// - Parameters:
    ///   - readsContainers: whether to also find the calls that list models for a container, in all bodies.
    ///   - readsCode: whether to also find the code in functions that affects stores.
    static func parse(
        path: String, bytes: UnsafeBufferPointer<UInt8>, readsContainers: Bool = false, readsCode: Bool = false
    ) -> ParsedFile {
        var file = ParsedFile(path: path)
        // Columns of the first line don't include a byte order mark.
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let text = hasMark ? UnsafeBufferPointer(rebasing: bytes[3...]) : bytes
        file.lineStarts = LineTable.starts(in: text)
        let tree: SourceFileSyntax
        do { tree = try BoundedParser.parse(text, of: path) } catch {
            file.syntaxErrors = [.init(message: error.message, offset: Int32(error.offset), isBeyondBounds: true)]
            return file
        }
        var reader = DeclarationReader(file: file, bytes: text)
        reader.read(tree.statements)
        if readsContainers { reader.readContainers(in: tree) }
        if readsCode {
            reader.readCode(in: tree)
        } else if readsContainers {
            reader.readContainerCalls(in: tree)
        }
        file = reader.file
        file.syntaxErrors += FileParser.SyntaxErrors.found(in: tree)
        return file
    }
}

extension FileParser {
    /// The syntax errors that the parser finds in a file.
    enum SyntaxErrors {
        /// The maximum number of errors that are kept.
        private static let limit = 3

        /// Returns the first errors, sorted by offset.
        static func found(in tree: SourceFileSyntax) -> [ParsedFile.SyntaxError] {
            guard tree.hasError else { return [] }
            // When the library suggests whitespace around a `=` that already has whitespace, it traps if there is an
            // invalid byte between the two.
            let unbalanced = tree.tokens(viewMode: .sourceAccurate).first { $0.tokenKind == .equal && $0.hasError }
            if let unbalanced {
                return [
                    .init(
                        message: "'=' must have consistent whitespace on both sides",
                        offset: Int32(clamping: unbalanced.positionAfterSkippingLeadingTrivia.utf8Offset))
                ]
            }
            return ParseDiagnosticsGenerator.diagnostics(for: tree).lazy
                .filter { $0.diagMessage.severity == .error && !isSpacedAttribute($0.node) }.prefix(limit)
                .map { .init(message: $0.message, offset: Int32(clamping: $0.position.utf8Offset)) }
        }

        /// Returns whether a node is the parenthesis in `@State (1)`. The space before it is an error only in the Swift 6
        /// language mode, and the parser reads the attribute like one without the space.
        private static func isSpacedAttribute(_ node: Syntax) -> Bool {
            node.as(TokenSyntax.self)?.tokenKind == .leftParen && node.parent?.is(AttributeSyntax.self) == true
        }
    }
}

extension SyntaxProtocol {
    /// The byte offset of the node's first token, after leading trivia.
    var start: Int32 { Int32(truncatingIfNeeded: positionAfterSkippingLeadingTrivia.utf8Offset) }
}

extension TokenSyntax {
    /// The token's text, without backticks.
    var plainText: String {
        let text = text
        guard text.utf8.first == UInt8(ascii: "`"), text.utf8.count > 2 else { return text }
        return String(text.dropFirst().dropLast())
    }
}
