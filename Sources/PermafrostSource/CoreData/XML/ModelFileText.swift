import Foundation
import PermafrostModel

/// The bytes of a model file that is safe to parse, because they are UTF-8 and don't declare XML entities.
struct ModelFileText {
    /// The bytes to parse. The `DOCTYPE` that mapping models contain is replaced with spaces, so that the parser never
    /// loads an external resource. The same applies to processing instructions without data, such as `<?x?>`, because
    /// Foundation's parser on Linux crashes at them.
    let bytes: [UInt8]

    private let lineStarts: [Int]

    /// The maximum size of a file, in bytes.
    static let sizeLimit = 16 << 20

    /// Checks that the bytes are safe to parse. Throws a ``Refusal`` if they aren't.
    init(_ content: [UInt8]) throws(Refusal) {
        guard content.count <= Self.sizeLimit else {
            throw Refusal(.beyondLimit(what: "bytes", limit: Self.sizeLimit))
        }
        guard !content.contains(0), String(validUTF8: content) != nil, Self.isDeclaredUTF8(content)
        else { throw Refusal(.encoding) }
        var bytes = content
        while let start = Self.range(of: "<!DOCTYPE", in: bytes) {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex - 1
            // A `[` starts the file's own entity declarations.
            guard !bytes[start...end].contains(UInt8(ascii: "[")) else { throw Refusal(.entityDeclaration) }
            for index in start...end where bytes[index] != UInt8(ascii: "\n") { bytes[index] = UInt8(ascii: " ") }
        }
        guard Self.range(of: "<!ENTITY", in: bytes) == nil else { throw Refusal(.entityDeclaration) }
        Self.removeEmptyInstructions(in: &bytes)
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        lineStarts = starts
    }

    /// The reason why a file isn't parsed.
    struct Refusal: Error {
        let problem: ModelFileProblem

        init(_ problem: ModelFileProblem) { self.problem = problem }
    }

    /// Returns the position where a tag starts, given the position of its end, because the XML parser reports only the
    /// end. Lines and columns start at 1.
    func startOfTag(line: Int, column: Int) -> (line: Int, column: Int) {
        guard lineStarts.indices.contains(line - 1) else { return (max(line, 1), 1) }
        var offset = min(lineStarts[line - 1] + max(column - 1, 0), bytes.count) - 1
        while offset > 0, bytes[offset] != UInt8(ascii: "<") { offset -= 1 }
        var row = line - 1
        while row > 0, lineStarts[row] > offset { row -= 1 }
        return (row + 1, offset - lineStarts[row] + 1)
    }

    /// Returns whether a file has no XML declaration, or one that specifies UTF-8, ASCII or no encoding.
    private static func isDeclaredUTF8(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(200), as: UTF8.self)
        guard let declaration = start.range(of: "<?xml"),
            let end = start.range(of: "?>", range: declaration.upperBound..<start.endIndex)
        else { return !start.contains("<?xml") }
        let text = start[declaration.upperBound..<end.lowerBound].lowercased()
        return !text.contains("encoding") || text.contains("utf-8") || text.contains("us-ascii")
    }

    /// Replaces processing instructions that consist only of a name with spaces.
    private static func removeEmptyInstructions(in bytes: inout [UInt8]) {
        var index = 0
        while let start = range(of: "<?", in: bytes, from: index) {
            index = start + 2
            var end = index
            while end < bytes.count, bytes[end] > UInt8(ascii: " "), bytes[end] != UInt8(ascii: "?") { end += 1 }
            while end < bytes.count, bytes[end] <= UInt8(ascii: " ") { end += 1 }
            guard bytes[end...].starts(with: "?>".utf8) else { continue }
            for place in start..<(end + 2) where bytes[place] != UInt8(ascii: "\n") {
                bytes[place] = UInt8(ascii: " ")
            }
        }
    }

    private static func range(of text: String, in bytes: [UInt8], from start: Int = 0) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count, let first = wanted.first else { return nil }
        var index = start
        while let found = bytes[index...].firstIndex(of: first), found + wanted.count <= bytes.count {
            if bytes[found..<(found + wanted.count)].elementsEqual(wanted) { return found }
            index = found + 1
        }
        return nil
    }
}
