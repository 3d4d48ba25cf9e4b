import PermafrostModel

/// The tokens of a text in the CloudKit Schema Language. Comments and white space are skipped.
struct CloudKitSchemaTokens {
    enum Token: Hashable {
        /// A name or keyword without quotes.
        case word(String)
        /// A name in double quotes, without the quotes.
        case quoted(String)
        /// One of `( ) , ; < >`.
        case symbol(UInt8)
        case end
    }

    /// The maximum size of a name, in bytes. CloudKit's own limit for names is 255 characters.
    static let nameLimit = 1_020

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var lineStart = 0

    /// Creates the tokens of a text. A byte order mark at its beginning is skipped.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return }
        index = 3
        lineStart = 3
    }

    private var position: CloudKitSchema.Position { .init(line: line, column: index - lineStart + 1) }

    /// Reads the next token. Returns ``Token/end`` after the last one.
    mutating func next() throws(CloudKitSchemaError) -> (token: Token, position: CloudKitSchema.Position) {
        try skipSpace()
        let start = position
        guard index < bytes.count else { return (.end, start) }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            index += 1
            return (.symbol(byte), start)
        case UInt8(ascii: "\""): return (.quoted(try quotedName(from: start)), start)
        case _ where Self.isWord(byte):
            let first = index
            while index < bytes.count, Self.isWord(bytes[index]) { index += 1 }
            guard index - first <= Self.nameLimit else { throw CloudKitSchemaError(.longName, at: start) }
            return (.word(String(decoding: bytes[first..<index], as: UTF8.self)), start)
        default: throw CloudKitSchemaError(.unexpectedByte(byte), at: start)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private mutating func quotedName(from start: CloudKitSchema.Position) throws(CloudKitSchemaError) -> String {
        let first = index + 1
        index = first
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            guard bytes[index] >= 0x20 else { throw CloudKitSchemaError(.unclosedName, at: start) }
            index += 1
            guard index - first <= Self.nameLimit else { throw CloudKitSchemaError(.longName, at: start) }
        }
        guard index < bytes.count else { throw CloudKitSchemaError(.unclosedName, at: start) }
        guard let name = String(validUTF8: bytes[first..<index]) else {
            throw CloudKitSchemaError(.notUTF8, at: start)
        }
        index += 1
        return name
    }

    // MARK: White space and comments

    private mutating func skipSpace() throws(CloudKitSchemaError) {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): index += 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): skipLineBreak()
            case UInt8(ascii: "/") where follows(UInt8(ascii: "/")), UInt8(ascii: "-") where follows(UInt8(ascii: "-")):
                while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
            case UInt8(ascii: "/") where follows(UInt8(ascii: "*")): try skipComment()
            default: return
            }
        }
    }

    private func follows(_ byte: UInt8) -> Bool { index + 1 < bytes.count && bytes[index + 1] == byte }

    private mutating func skipLineBreak() {
        index += bytes[index] == 13 && follows(10) ? 2 : 1
        line += 1
        lineStart = index
    }

    /// Skips a block comment. As in C, block comments don't nest.
    private mutating func skipComment() throws(CloudKitSchemaError) {
        let start = position
        index += 2
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), follows(UInt8(ascii: "/")) {
                index += 2
                return
            }
            if bytes[index] == 10 || bytes[index] == 13 { skipLineBreak() } else { index += 1 }
        }
        throw CloudKitSchemaError(.unclosedComment, at: start)
    }
}
