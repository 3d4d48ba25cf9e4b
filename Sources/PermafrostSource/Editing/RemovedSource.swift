import SwiftSyntax

extension SwiftFile.TextEdits {
    /// Removes the documentation comments of a declaration, with their lines. Comments that address Permafrost remain.
    ///
    /// - Returns: the number of removed comments. Consecutive lines count as one comment.
    mutating func removeDocumentation(of node: Syntax) -> Int {
        guard let token = node.firstToken(viewMode: .sourceAccurate) else { return 0 }
        let pieces = Array(token.leadingTrivia.pieces)
        var start = token.position.utf8Offset
        var count = 0
        var isInComment = false
        for (index, piece) in pieces.enumerated() {
            let range = start..<(start + piece.sourceLength.utf8Length)
            start = range.upperBound
            let isDocumentation =
                switch piece {
                case .docLineComment(let text), .docBlockComment(let text): !text.contains("permafrost:")
                default: false
                }
            guard isDocumentation else {
                if !piece.isWhitespace { isInComment = false }
                continue
            }
            if !isInComment { count += 1 }
            isInComment = true
            let next = pieces.indices.contains(index + 1) ? pieces[index + 1] : nil
            if let lineEnd = next?.lineEndLength {
                let indent = index > 0 ? pieces[index - 1].blankLength : 0
                replace((range.lowerBound - indent)..<(range.upperBound + lineEnd), with: "")
            } else {
                replace(range.lowerBound..<(range.upperBound + (next?.blankLength ?? 0)), with: "")
            }
        }
        return count
    }
}

extension TriviaPiece {
    /// The length of spaces or tabs, in bytes, or 0 if the piece consists of something else.
    fileprivate var blankLength: Int {
        switch self {
        case .spaces, .tabs: sourceLength.utf8Length
        default: 0
        }
    }

    /// The length of one line ending, in bytes, or nil if the piece consists of something else.
    fileprivate var lineEndLength: Int? {
        switch self {
        case .newlines, .carriageReturns: 1
        case .carriageReturnLineFeeds: 2
        default: nil
        }
    }
}

extension SwiftFile {
    /// Returns the range of a member with the comments above it and next to it. Comments that address Permafrost, such
    /// as `// permafrost:ignore`, and a comment at the end of the previous line remain.
    func rangeToRemove(_ item: MemberBlockItemSyntax) -> Range<Int> {
        let start = item.previousToken(viewMode: .sourceAccurate)?.endWithComment ?? item.bounds.lowerBound
        let isAddressed = text(start..<item.bounds.lowerBound).contains("permafrost:")
        return (isAddressed ? item.bounds.lowerBound : start)..<item.endWithComment
    }

    /// Returns the range of a declaration at the top level, with the comments directly above it. A comment that a blank
    /// line separates from the declaration remains.
    func rangeToRemove(declaration node: Syntax) -> Range<Int> {
        let previous = node.previousToken(viewMode: .sourceAccurate)?.endWithComment ?? 0
        let above = Array(bytes[previous..<node.bounds.lowerBound])
        var lines = above.split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // The last element is the declaration's indentation.
        lines.removeLast()
        while let last = lines.last, !last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        let isDetached = lines.contains { !$0.allSatisfy(\.isWhitespace) }
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        var start = isDetached ? previous + lines.map(\.utf8.count).reduce(0, +) + lines.count - 1 : previous
        if start > previous, bytes[start - 1] == 13 { start -= 1 }
        let end = node.endWithComment
        return start == 0 ? 0..<(end + bytes[end...].prefix { $0 == 10 || $0 == 13 }.count) : start..<end
    }

    /// Returns the number of bytes of the blank lines that follow an offset, without the last line ending.
    func blankLines(from offset: Int) -> Int {
        let lineEnds = bytes[offset...].prefix { [9, 10, 13, 32].contains($0) }
        guard let last = lineEnds.lastIndex(of: 10) else { return 0 }
        let isReturn = last > offset && bytes[last - 1] == 13
        return (isReturn ? last - 1 : last) - offset
    }
}
