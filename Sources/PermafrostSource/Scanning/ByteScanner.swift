/// A scanner that finds the words that make a file relevant, and the names that the file declares or extends.
///
/// It also finds words and names in comments and strings. A false match only causes a file to be parsed unnecessarily,
/// whereas a missed name would cause a declaration to be missing.
enum ByteScanner {
    static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> FileSummary {
        var summary = FileSummary()
        if bytes.count >= 2, bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF {
            summary.isForeignEncoding = true
            return summary
        }
        var index = 0
        let count = bytes.count
        while index < count {
            let kind = wordTable[Int(bytes[index])]
            if kind == 0 {
                // The file isn't text, or has a different encoding.
                if bytes[index] == 0 { summary.isForeignEncoding = true }
                index += 1
                continue
            }
            let start = index
            repeat { index += 1 } while index < count && wordTable[Int(bytes[index])] != 0
            // Check a word only if a searched word starts with the same letter.
            if kind == 2 { check(at: start..<index, in: bytes, &summary) }
        }
        return summary
    }

    /// Returns whether a file contains a word whose ``FileScan/NameHash`` is one of the given hashes. Only complete
    /// words are compared.
    static func mentions(_ words: Set<UInt64>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            guard wordTable[Int(bytes[index])] != 0 else {
                index += 1
                continue
            }
            let start = index
            repeat { index += 1 } while index < bytes.count && wordTable[Int(bytes[index])] != 0
            if words.contains(NameHash.of(bytes[start..<index])) { return true }
        }
        return false
    }

    /// Returns the number of occurrences of an expression such as `Trip.self` in a file, including in comments and
    /// strings. Doesn't count arguments with the label `model`, as in `delete(model:)`.
    static func typeUses(_ expression: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard let first = expression.first, bytes.count >= expression.count else { return 0 }
        return (0...(bytes.count - expression.count)).count { start in
            guard bytes[start] == first, start == 0 || wordTable[Int(bytes[start - 1])] == 0,
                expression.indices.allSatisfy({ bytes[start + $0] == expression[$0] })
            else { return false }
            let label = bytes[..<start].reversed().drop { $0 <= 32 }.prefix(6)
            return !label.elementsEqual("model:".utf8.reversed())
        }
    }

    private static func check(
        at word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ summary: inout FileSummary
    ) {
        func equals(_ text: StaticString) -> Bool {
            word.count == text.utf8CodeUnitCount
                && text.withUTF8Buffer { text in
                    for offset in 0..<text.count where bytes[word.lowerBound + offset] != text[offset] { return false }
                    return true
                }
        }
        func begins(_ text: StaticString) -> Bool {
            word.count > text.utf8CodeUnitCount
                && text.withUTF8Buffer { bytes[word].starts(with: $0) }
        }
        switch bytes[word.lowerBound] {
        case UInt8(ascii: "M"):
            if equals("Model") {
                if isAttribute(word.lowerBound, in: bytes) { summary.seeds.insert(.model) }
            } else if equals("ModelContainer") || equals("ModelConfiguration") {
                summary.seeds.insert(.container)
            } else if equals("MigrationPlan") {
                summary.seeds.insert(.plan)
            } else if equals("MainActor"), isAttribute(word.lowerBound, in: bytes) {
                summary.seeds.insert(.mainActor)
            }
        case UInt8(ascii: "D"):
            if equals("DocumentGroup") {
                summary.seeds.insert(.container)
            } else if equals("DeclaredMigrationPlan") {
                summary.seeds.insert(.plan)
            }
        case UInt8(ascii: "m"):
            if equals("modelContainer") {
                summary.seeds.insert(.container)
            } else if equals("moveItem") {
                summary.seeds.insert(.copy)
            } else if equals("macro") {
                var names: [UInt64] = []
                declare(after: word, in: bytes, &names)
                if names.contains(where: macroNames.contains) { summary.seeds.insert(.macro) }
            } else if equals("main"), isAttribute(word.lowerBound, in: bytes) {
                summary.seeds.insert(.main)
            }
        case UInt8(ascii: "N"):
            if begins("NSPersistent") || begins("NSMigrat") || begins("NSEntityMigration") {
                summary.seeds.insert(.coreData)
            }
            if equals("NSPersistentCloudKitContainer") {
                summary.seeds.insert(.container)
            } else if equals("NSBatchDeleteRequest") {
                summary.seeds.insert(.batchDelete)
            }
        case UInt8(ascii: "d"):
            if equals("delete"), callsWithModel(at: word.upperBound, in: bytes) {
                summary.seeds.insert(.batchDelete)
            }
        case UInt8(ascii: "_"):
            if equals("_exported"), isAttribute(word.lowerBound, in: bytes) { summary.seeds.insert(.export) }
        case UInt8(ascii: "V"): if equals("VersionedSchema") { summary.seeds.insert(.schema) }
        case UInt8(ascii: "F"):
            if equals("FreezeSchema") {
                summary.seeds.insert(.freeze)
            } else if equals("FetchDescriptor") {
                summary.seeds.insert(.fetch)
            }
        case UInt8(ascii: "S"):
            if equals("SchemaMigrationPlan") {
                summary.seeds.insert(.plan)
            } else if equals("SafeModelContainer") {
                summary.seeds.insert(.container)
            } else if equals("SQLiteStoreDescription") {
                summary.seeds.insert(.coreData)
            } else if equals("Schema"), isMade(at: word.upperBound, in: bytes) {
                summary.seeds.insert(.container)
            }
        case UInt8(ascii: "e"):
            if equals("enum") {
                declare(after: word, in: bytes, &summary.declared)
            } else if equals("extension") {
                declare(after: word, in: bytes, &summary.extended)
            }
        case UInt8(ascii: "s"):
            if equals("struct") {
                declare(after: word, in: bytes, &summary.declared)
            } else if equals("shouldMigrateStoreAutomatically") {
                summary.seeds.insert(.coreData)
            }
        case UInt8(ascii: "c"):
            if equals("class") {
                declare(after: word, in: bytes, &summary.declared)
            } else if equals("copyItem") || equals("contentsOf") && followsDataCall(word.lowerBound, in: bytes) {
                summary.seeds.insert(.copy)
            }
        case UInt8(ascii: "a"): if equals("actor") { declare(after: word, in: bytes, &summary.declared) }
        case UInt8(ascii: "t"): if equals("typealias") { declare(after: word, in: bytes, &summary.declared) }
        case UInt8(ascii: "r"): if equals("removeItem") { summary.seeds.insert(.copy) }
        case UInt8(ascii: "p"): if equals("protocol") { declare(after: word, in: bytes, &summary.declared) }
        case UInt8(ascii: "l"), UInt8(ascii: "v"), UInt8(ascii: "f"):
            if equals("func") {
                if isGlobal(word.lowerBound, in: bytes) { declare(after: word, in: bytes, &summary.declared) }
            } else if equals("let") || equals("var") {
                declareVariables(after: word, in: bytes, &summary.declared)
            }
        default: break
        }
    }

    /// Returns whether the line that contains an offset starts without indentation, like most global declarations.
    private static func isGlobal(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = index
        while index > 0, bytes[index - 1] != 10, bytes[index - 1] != 13 { index -= 1 }
        return bytes[index] != 32 && bytes[index] != 9
    }

    /// Returns whether code creates a value of the type whose name ends at an offset, as in `Schema(`, `Schema.init(`
    /// and `: Schema = .init(`.
    private static func isMade(at end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let rest = bytes[end...].prefix(8)
        return ["(", ".init(", " = .init"].contains { rest.starts(with: $0.utf8) }
    }

    /// Returns whether a call's arguments start with the letters `model`, as in `delete(model: Trip.self)`.
    private static func callsWithModel(at end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return false }
        return bytes[(end + 1)...].drop { $0 <= 32 }.starts(with: "model".utf8)
    }

    /// Returns whether `Data(` precedes a word.
    private static func followsDataCall(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[..<index].suffix(5).elementsEqual("Data(".utf8)
    }

    /// Returns whether a word is the name of an attribute, such as `Model` in `@Model` or `@SwiftData.Model`.
    private static func isAttribute(_ index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0 else { return false }
        var index = index - 1
        if bytes[index] == UInt8(ascii: "@") { return true }
        guard bytes[index] == UInt8(ascii: ".") else { return false }
        while index > 0, wordTable[Int(bytes[index - 1])] != 0 { index -= 1 }
        return index > 0 && bytes[index - 1] == UInt8(ascii: "@")
    }

    /// Adds the ``FileScan/NameHash`` of the name after a keyword such as `struct`. For a qualified name, adds the hash
    /// of each component.
    private static func declare(
        after word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ names: inout [UInt64]
    ) {
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, word.upperBound + statementLimit)])
        var index = endOfTrivia(at: word.upperBound, in: bytes)
        while let name = name(at: index, in: bytes) {
            names.append(NameHash.of(bytes[name]))
            index = name.upperBound
            if index < bytes.count, bytes[index] == UInt8(ascii: "`") { index += 1 }
            guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return }
            index += 1
        }
    }

    /// The number of bytes after a `let` or `var` in which names are searched, so that a scan's time is linear.
    private static let statementLimit = 4096

    /// Adds the ``FileScan/NameHash`` of the names that a `let` or `var` declares, as in `let a = 1, b = 2`. Also adds
    /// other words after a comma or parenthesis. Stops at a `{`, at a `;`, and at the end of a line without a comma.
    private static func declareVariables(
        after word: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, _ names: inout [UInt64]
    ) {
        let bytes = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, word.upperBound + statementLimit)])
        var index = endOfTrivia(at: word.upperBound, in: bytes)
        var follows = true
        while index < bytes.count {
            let byte = bytes[index]
            if follows, let name = name(at: index, in: bytes) {
                // The next statement has a scan of its own.
                guard !bytes[name].elementsEqual("let".utf8), !bytes[name].elementsEqual("var".utf8) else { return }
                names.append(NameHash.of(bytes[name]))
                index = name.upperBound
                follows = false
            } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") {
                follows = true
                index = endOfTrivia(at: index + 1, in: bytes)
            } else if byte == 10 || byte == 13 || byte == UInt8(ascii: "{") || byte == UInt8(ascii: ";") {
                return
            } else {
                index += 1
            }
        }
    }

    /// Returns the range of the name at an offset, without its backticks, or nil if there is no name.
    private static func name(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard index < bytes.count else { return nil }
        var end = index
        if bytes[index] == UInt8(ascii: "`") {
            end += 1
            while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != 10, bytes[end] != 13 { end += 1 }
            return end > index + 1 ? index + 1..<end : nil
        }
        while end < bytes.count, wordTable[Int(bytes[end])] != 0 { end += 1 }
        return end > index ? index..<end : nil
    }

    /// Returns the offset of the first byte that belongs neither to white space nor to a comment.
    private static func endOfTrivia(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] <= 32 {
                index += 1
            } else if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/")
            {
                while index < bytes.count, bytes[index] != 10, bytes[index] != 13 { index += 1 }
            } else if bytes[index] == UInt8(ascii: "/"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "*")
            {
                index = endOfComment(at: index + 2, in: bytes)
            } else {
                return index
            }
        }
        return index
    }

    /// Returns the offset after a block comment. Such comments can be nested.
    private static func endOfComment(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var (index, depth) = (start, 1)
        while index + 1 < bytes.count, depth > 0 {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                (index, depth) = (index + 2, depth - 1)
            } else if bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "*") {
                (index, depth) = (index + 2, depth + 1)
            } else {
                index += 1
            }
        }
        return depth == 0 ? index : bytes.count
    }

    private static let macroNames = Set(ParsedFile.Macro.swiftDataNames.map { NameHash.of($0) })

    /// The category of each byte: 0 if it can't be part of a word, 2 if it can start a word that the scanner searches,
    /// and 1 for all other bytes.
    private static let wordTable: [UInt8] = (0..<256).map { byte in
        let byte = UInt8(byte)
        switch byte {
        case _ where "MmDdNVFSescatplvfr_".utf8.contains(byte): return 2
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            return 1
        default: return 0
        }
    }
}
