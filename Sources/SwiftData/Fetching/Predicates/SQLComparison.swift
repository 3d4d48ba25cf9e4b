import PermafrostStore

/// A generator of SQL comparisons with Swift's semantics.
struct SQLComparison {
    let translation: PredicateTranslation
    /// The part of the predicate that errors report as unsupported.
    let part: Any

    /// Returns SQL that is 1 if both values are equal, and 0 otherwise. Nil equals nil.
    func equal(_ left: SQLTerm, _ right: SQLTerm) throws -> String {
        switch (left, right) {
        case (.cast(_, let entity, _), _): return try equal(.object(left.value ?? "NULL", entity), right)
        case (_, .cast): return try equal(right, left)
        case (.columns(let columns, let codec), .constant(let constant)):
            return try equal(columns, codec, constant)
        case (.constant, .columns): return try equal(right, left)
        case (.columns(let first, let codec), .columns(let second, _)):
            guard Self.isEnum(codec), first.count == second.count else { throw unsupported() }
            return conjunction(zip(first, second).map { "\($0) IS \($1)" })
        case (.columns(let columns, _), .scalar("NULL", _)):
            return conjunction(columns.map { "\($0) IS NULL" })
        case (.scalar("NULL", _), .columns): return try equal(right, left)
        case (.external(let column), .constant(nil)), (.constant(nil), .external(let column)):
            return "(\(column) IS NULL)"
        case (.external, _), (_, .external):
            throw unsupported("A value in external storage can only be compared with nil.")
        case (.object(let key, let entity), .constant(let constant)),
            (.identity(let key, let entity), .constant(let constant)):
            return "(\(key) IS \(try self.key(constant, entity)))"
        case (.row(let alias, let entity), .constant(let constant)):
            return "(\(alias).Z_PK IS \(try self.key(constant, entity)))"
        case (.constant, .object), (.constant, .identity), (.constant, .row): return try equal(right, left)
        default: break
        }
        let left = try translation.scalar(left)
        let right = try translation.scalar(right)
        guard let first = left.value, let second = right.value else { throw unsupported() }
        if case .constantText(_, let text) = right, let list = variants(text) {
            return list.count == 1
                ? "(\(first) IS \(second))" : "COALESCE(\(first) IN (\(list.joined(separator: ", "))), 0)"
        }
        if case .constantText = left { return try equal(right, left) }
        return left.isText || right.isText ? "(\(first) IS \(second) COLLATE SWIFT)" : "(\(first) IS \(second))"
    }

    /// Returns SQL for a comparison, such as `<`. The result is 1 if the comparison is true, and 0 if it is false or a
    /// side is NULL.
    func ordered(_ left: SQLTerm, _ comparison: String, _ right: SQLTerm) throws -> String {
        "COALESCE(\(try orderedOrNull(left, comparison, right)), 0)"
    }

    /// Returns SQL for a comparison, such as `<`. The result is 1 if the comparison is true, 0 if it is false, and NULL
    /// if a side is NULL.
    func orderedOrNull(_ left: SQLTerm, _ comparison: String, _ right: SQLTerm) throws -> String {
        let left = try translation.scalar(left)
        let right = try translation.scalar(right)
        guard let first = left.value, let second = right.value else { throw unsupported() }
        let collation = left.isText || right.isText ? " COLLATE SWIFT" : ""
        return "\(first) \(comparison) \(second)\(collation)"
    }

    /// Returns SQL that is 1 if the term is one of the values, and 0 otherwise.
    func contained(_ term: SQLTerm, in values: [Any?]) throws -> String {
        guard !values.isEmpty else { return "0" }
        guard values.count < 30_000 else { throw unsupported("It has too many values.") }
        var cells: [String] = []
        var others: [String] = []
        for value in values {
            guard let value, term.value != nil, case .scalar(_, let isText) = term else {
                others.append(try equal(term, .constant(value)))
                continue
            }
            let constant = try translation.scalar(.constant(value))
            if case .constantText(let sql, let text) = constant {
                if variants(text)?.count == 1 {
                    cells.append(sql)
                } else {
                    others.append(try equal(term, .constant(text)))
                }
            } else if let sql = constant.value, !isText {
                cells.append(sql)
            } else {
                throw unsupported()
            }
        }
        if !cells.isEmpty {
            others.append("COALESCE(\(term.value ?? "NULL") IN (\(cells.joined(separator: ", "))), 0)")
        }
        return others.count == 1 ? others[0] : "(" + others.joined(separator: " OR ") + ")"
    }

    // MARK: Constants

    private func equal(_ columns: [String], _ codec: any ValueCodec, _ constant: Any?) throws -> String {
        guard let constant else { return conjunction(columns.map { "\($0) IS NULL" }) }
        // Only for enums, equal values are known to have equal cells, and different values to have different cells.
        guard Self.isEnum(codec) else { throw unsupported() }
        var cells: [SQLiteValue] = []
        do { try codec.encode(constant, into: &cells) } catch { throw unsupported() }
        return conjunction(zip(columns, cells).map { "\($0) IS \(translation.parameter($1))" })
    }

    private static func isEnum(_ codec: any ValueCodec) -> Bool { codec is any EnumCodec }

    private func conjunction(_ parts: [String]) -> String { "(" + parts.joined(separator: " AND ") + ")" }

    /// Returns a parameter with the `Z_PK` of a constant object or identifier, or `NULL` for nil. If the constant has
    /// no row in the entity's table, the parameter doesn't equal any key.
    private func key(_ constant: Any?, _ entity: EntityStorage) throws -> String {
        switch constant {
        case nil: return "NULL"
        case let model as any PersistentModel:
            let storage = model._modelStorage
            guard let own = storage.entity, own.table == entity.table, own.storeIdentifier == entity.storeIdentifier
            else { return translation.parameter(.integer(-1)) }
            return translation.parameter(.integer(storage.key == 0 ? -1 : storage.key))
        case let identifier as PersistentIdentifier:
            return translation.parameter(.integer(try translation.key(of: identifier, entity) ?? -1))
        default: throw unsupported()
        }
    }

    /// Returns the strings that Swift considers equal to the given string, as parameters. Returns only the string
    /// itself, not as a parameter, if no other string is equal to it. Returns nil if the string isn't ASCII, or if
    /// there are too many equal strings.
    ///
    /// For an ASCII string, only three characters have a canonically equal character: `K` (the Kelvin sign), `;` (the
    /// Greek question mark) and the grave accent (the Greek varia).
    private func variants(_ text: String) -> [String]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var texts = [""]
        for character in text {
            guard let twin = Self.twins[character] else {
                texts = texts.map { $0 + String(character) }
                continue
            }
            guard texts.count < 8 else { return nil }
            texts = texts.flatMap { [$0 + String(character), $0 + String(twin)] }
        }
        return texts.count == 1 ? [text] : texts.map { translation.parameter(.text($0)) }
    }

    /// Non-ASCII characters, keyed by the ASCII character that each is canonically equivalent to. Other ASCII
    /// characters have no such equivalent.
    private static let twins: [Character: Character] = ["K": "\u{212A}", ";": "\u{37E}", "`": "\u{1FEF}"]

    /// Returns whether a string is known to equal only strings with the same bytes.
    static func equalsOnlyItself(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            $0 < 0x80 && $0 != UInt8(ascii: "K") && $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "`")
        }
    }

    private func unsupported(_ reason: String = "These values can't be compared in SQL.") -> SwiftDataError {
        PredicateTranslation.unsupported(part, reason)
    }
}

/// A codec of an enum. Equal values have equal cells, and different values have different cells.
private protocol EnumCodec {}

extension RawEnumCodec: EnumCodec {}
extension CaseEnumCodec: EnumCodec {}
