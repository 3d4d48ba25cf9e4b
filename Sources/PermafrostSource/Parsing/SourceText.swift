import SwiftSyntax

/// Text of parts of a file.
struct SourceText {
    let bytes: UnsafeBufferPointer<UInt8>

    /// A node's text without comments, each run of spaces and newlines one space.
    func collapsed(_ node: some SyntaxProtocol) -> String {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        let end = node.endPositionBeforeTrailingTrivia.utf8Offset
        guard start < end, end <= bytes.count else { return "" }
        // Short texts are told token by token, so that comments inside them do not count.
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

extension SyntaxProtocol {
    /// Where the node's first token starts, in bytes.
    var start: Int32 { Int32(truncatingIfNeeded: positionAfterSkippingLeadingTrivia.utf8Offset) }
}

extension TokenSyntax {
    /// The token's text without backticks.
    var plainText: String {
        let text = text
        guard text.utf8.first == UInt8(ascii: "`"), text.utf8.count > 2 else { return text }
        return String(text.dropFirst().dropLast())
    }
}
