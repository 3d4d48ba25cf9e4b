import Foundation
import PermafrostModel

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The texts in a store that its anonymized copy mustn't contain: those of six characters or more, except for texts
/// without letters, digits and symbols, and those in the store's model.
struct OriginalTexts {
    /// The texts, keyed by the first six bytes of each of their encodings.
    private var encoded: [UInt64: [(bytes: [UInt8], text: String)]] = [:]
    private(set) var texts: Set<String> = []

    /// Collects the texts in all tables, also in JSON and in archives.
    ///
    /// - Parameter declared: more texts that the copy may contain.
    init(_ path: String, except declared: Set<String> = []) throws {
        let reader = try StoreReader(path: path)
        var found: Set<String> = []
        for table in try reader.tableNames() where !["Z_METADATA", "Z_MODELCACHE", "Z_PRIMARYKEY"].contains(table) {
            let rows = try reader.query("SELECT * FROM \(SQLiteConnection.quoted(table))")
            while try rows.step() {
                for cell in rows.row { Self.collect(cell, into: &found) }
            }
        }
        for value in try StoreFile(path: path).externalStorage.files() {
            Self.collect(.blob(try FileAccess.read(value.path)), into: &found)
        }
        found = found.filter { text in
            text.count >= 6 && !declared.contains(text)
                && text.unicodeScalars.contains { ScalarAlphabet.of(ScalarAlphabet.folded($0.value).value) != nil }
        }
        for text in found { add(text) }
        let model = try reader.model()
        let known = self.found(
            in: ModelArchive.encodePropertyList(model) + Array(try reader.statements().text.utf8))
        encoded = [:]
        for text in found.subtracting(known) {
            texts.insert(text)
            add(text)
        }
    }

    private mutating func add(_ text: String) {
        let units = Array(text.utf16)
        for bytes in [
            Array(text.utf8), units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ] {
            guard let start = TextReplacement.start(of: bytes) else { continue }
            encoded[start, default: []].append((bytes, text))
        }
    }

    private static func collect(_ cell: SQLiteValue, into found: inout Set<String>) {
        switch cell {
        case .text(let text): found.insert(text)
        case .blob(let bytes):
            if let json = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) {
                collect(json, into: &found)
            } else if let list = try? BinaryPropertyListReader.decode(bytes) {
                collect(list, into: &found)
            }
        case .null, .integer, .real: break
        }
    }

    private static func collect(_ json: Any, into found: inout Set<String>) {
        switch json {
        case let text as String: found.insert(text)
        case let elements as [Any]: for element in elements { collect(element, into: &found) }
        case let object as [String: Any]: for value in object.values { collect(value, into: &found) }
        default: break
        }
    }

    private static func collect(_ list: PropertyListValue, into found: inout Set<String>) {
        // The other members of an archive describe its format and its classes.
        for object in list["$objects"]?.array ?? [list] {
            switch object {
            case .string(let text) where text != "$null": found.insert(text)
            case .data(let bytes): collect(.blob(bytes), into: &found)
            default: break
            }
        }
    }

    /// Returns the texts that bytes contain in any encoding.
    func found(in bytes: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        var window: UInt64 = 0
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices {
                window = (window << 8 | UInt64(bytes[index])) & 0xFFFF_FFFF_FFFF
                guard index >= 5, let candidates = encoded[window] else { continue }
                for candidate in candidates
                where bytes[(index - 5)...].starts(with: candidate.bytes) { found.insert(candidate.text) }
            }
        }
        return found
    }

    /// Returns the texts that a store contains: in the bytes of its files, in each cell, and in inflated cells.
    func found(inStore path: String) throws -> Set<String> {
        var found = found(in: try FileAccess.read(path))
        for value in try StoreFile(path: path).externalStorage.files() {
            found.formUnion(self.found(in: try FileAccess.read(value.path)))
        }
        let reader = try StoreReader(path: path)
        for table in try reader.tableNames() {
            let rows = try reader.query("SELECT * FROM \(SQLiteConnection.quoted(table))")
            while try rows.step() {
                for cell in rows.row {
                    switch cell {
                    case .text(let text): found.formUnion(self.found(in: Array(text.utf8)))
                    case .blob(let bytes):
                        found.formUnion(self.found(in: bytes))
                        if let inflated = try? RawDeflate.inflate(bytes, limit: 32 << 20) {
                            found.formUnion(self.found(in: inflated))
                        }
                    case .null, .integer, .real: break
                    }
                }
            }
        }
        return found
    }
}
