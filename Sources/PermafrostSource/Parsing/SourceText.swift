import SwiftParserDiagnostics
import SwiftSyntax

/// The source of a file's nodes.
struct SourceText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// Returns a node's source without comments, and with each run of spaces and newlines replaced by a single
    /// space. Keeps the comments of a node with more than 4,096 bytes.
    func collapsed(_ node: some SyntaxProtocol) -> String {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        guard start < end, end <= bytes.count else { return "" }
        // Short nodes are read token by token. This omits the comments inside them.
        if end - start <= 4_096 {
            var text = ""
            for token in node.tokens(viewMode: .sourceAccurate) {
                if !text.isEmpty, !token.leadingTrivia.isEmpty { text += " " }
                text += token.text
                if !token.trailingTrivia.isEmpty { text += " " }
            }
            return Self.collapse(Array(text.utf8))
        }
        return Self.collapse(Array(bytes[start..<end]))
    }

    private static func collapse(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if byte == 32 || (9...13).contains(byte) {
                if result.last != 32, !result.isEmpty { result.append(32) }
            } else {
                result.append(byte)
            }
        }
        if result.last == 32 { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}
