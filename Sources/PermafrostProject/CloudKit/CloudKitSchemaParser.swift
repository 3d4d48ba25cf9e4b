/// A parser of the CloudKit Schema Language, the format of `cktool export-schema`.
///
/// The grammar is from Apple's page "Integrating a Text-Based Schema into Your Workflow". Keywords are accepted in any
/// case, and `ENCRYPTED` also before `LIST`. The grammar isn't recursive, so the parser doesn't need a depth limit.
package struct CloudKitSchemaParser {
    /// The maximum size of a schema, in bytes. Schemas of real apps are less than a tenth of this size.
    package static let sizeLimit = 4 << 20

    private var tokens: CloudKitSchemaTokens
    private var token = CloudKitSchemaTokens.Token.end
    private var position = CloudKitSchema.Position(line: 1, column: 1)

    /// Returns the schema in a text.
    ///
    /// - Throws: a ``Failure`` if the text is larger than ``sizeLimit``, or doesn't conform to the grammar,
    ///   or if a record type or a field occurs twice.
    package static func parse(_ bytes: [UInt8]) throws(Failure) -> CloudKitSchema {
        let start = CloudKitSchema.Position(line: 1, column: 1)
        guard bytes.count <= sizeLimit else { throw Failure(.tooLarge, at: start) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw Failure(.notUTF8, at: start)
        }
        var parser = CloudKitSchemaParser(tokens: CloudKitSchemaTokens(bytes))
        try parser.advance()
        return try parser.schema()
    }

    private init(tokens: CloudKitSchemaTokens) { self.tokens = tokens }

    // MARK: Grammar

    private mutating func schema() throws(Failure) -> CloudKitSchema {
        try keyword("DEFINE")
        try keyword("SCHEMA")
        var types: [CloudKitSchema.RecordType] = []
        var lines: [String: Int] = [:]
        while token != .end {
            if isKeyword("CREATE") {
                try advance()
                try keyword("ROLE")
                _ = try name("a role's name")
            } else {
                guard isKeyword("RECORD") else { throw unexpected("RECORD TYPE, CREATE ROLE or the end of the file") }
                let type = try recordType()
                if let line = lines.updateValue(type.position.line, forKey: type.name) {
                    throw Failure(.repeatedType(type.name, line: line), at: type.position)
                }
                types.append(type)
            }
            try symbol(";")
        }
        return CloudKitSchema(recordTypes: types)
    }

    private mutating func recordType() throws(Failure) -> CloudKitSchema.RecordType {
        try keyword("RECORD")
        try keyword("TYPE")
        let place = position
        let name = try name("a record type's name")
        try symbol("(")
        var fields: [CloudKitSchema.Field] = []
        var lines: [String: Int] = [:]
        if !isSymbol(")") {
            while true {
                if isKeyword("GRANT") {
                    try grant()
                } else {
                    let field = try field()
                    if let line = lines.updateValue(field.position.line, forKey: field.name) {
                        throw Failure(
                            .repeatedField(field.name, of: name, line: line), at: field.position)
                    }
                    fields.append(field)
                }
                guard isSymbol(",") else { break }
                try advance()
            }
        }
        guard isSymbol(")") else { throw unexpected("a comma or a closing parenthesis") }
        try advance()
        return CloudKitSchema.RecordType(name: name, fields: fields, position: place)
    }

    private mutating func grant() throws(Failure) {
        while true {
            // Skip GRANT before the first permission, and a comma before each further one.
            try advance()
            guard ["READ", "CREATE", "WRITE"].contains(where: isKeyword) else {
                throw unexpected("READ, CREATE or WRITE")
            }
            try advance()
            guard isSymbol(",") else { break }
        }
        try keyword("TO")
        _ = try name("a role's name")
    }

    private mutating func field() throws(Failure) -> CloudKitSchema.Field {
        let place = position
        let name = try name("a field's name or GRANT")
        let type = try fieldType()
        while ["QUERYABLE", "SORTABLE", "SEARCHABLE"].contains(where: isKeyword) { try advance() }
        return CloudKitSchema.Field(name: name, type: type, position: place)
    }

    private mutating func fieldType() throws(Failure) -> CloudKitSchema.FieldType {
        var isEncrypted = try accept("ENCRYPTED")
        let isList = try accept("LIST")
        if isList {
            try symbol("<")
            if try accept("ENCRYPTED") { isEncrypted = true }
        }
        guard let kind = CloudKitSchema.FieldType.Kind.allCases.first(where: { isKeyword($0.rawValue) }) else {
            throw unexpected("a field's type, such as STRING")
        }
        try advance()
        var type = CloudKitSchema.FieldType(kind, isEncrypted: isEncrypted, isList: isList)
        if kind == .number, try accept("PREFERRED") {
            try keyword("AS")
            let choices: [CloudKitSchema.FieldType.Kind] = [.int64, .double]
            guard let preferred = choices.first(where: { isKeyword($0.rawValue) }) else {
                throw unexpected("INT64 or DOUBLE")
            }
            try advance()
            type.preferred = preferred
        }
        if isList { try symbol(">") }
        return type
    }

    // MARK: Tokens

    private mutating func advance() throws(Failure) { (token, position) = try tokens.next() }

    /// Returns whether the token is a keyword. Names in quotes are never keywords.
    private func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = token { word.uppercased() == keyword } else { false }
    }

    private func isSymbol(_ symbol: Unicode.Scalar) -> Bool { token == .symbol(UInt8(ascii: symbol)) }

    /// Skips the current token if it is the given keyword. Returns whether it was skipped.
    private mutating func accept(_ keyword: String) throws(Failure) -> Bool {
        guard isKeyword(keyword) else { return false }
        try advance()
        return true
    }

    private mutating func keyword(_ keyword: String) throws(Failure) {
        guard try accept(keyword) else { throw unexpected(keyword) }
    }

    private mutating func symbol(_ symbol: Unicode.Scalar) throws(Failure) {
        guard isSymbol(symbol) else { throw unexpected("\"\(symbol)\"") }
        try advance()
    }

    private mutating func name(_ expected: String) throws(Failure) -> String {
        switch token {
        case .word(let name), .quoted(let name):
            guard !name.isEmpty else { throw unexpected(expected) }
            try advance()
            return name
        case .symbol, .end: throw unexpected(expected)
        }
    }

    private func unexpected(_ expected: String) -> Failure {
        let found: String
        switch token {
        case .end: return Failure(.endsEarly(expected: expected), at: position)
        case .symbol(let byte): found = "\"\(Character(Unicode.Scalar(byte)))\""
        case .word(let text), .quoted(let text): found = "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
        }
        return Failure(.unexpected(found, expected: expected), at: position)
    }
}

extension CloudKitSchemaParser {
    /// The reason that a text isn't a schema in the CloudKit Schema Language, with its position.
    package struct Failure: Error, Sendable, Hashable {
        package enum Reason: Sendable, Hashable {
            /// The file has more bytes than ``sizeLimit``.
            case tooLarge
            /// The text isn't UTF-8, for example because it is UTF-16.
            case notUTF8
            case unexpectedByte(UInt8)
            /// The file contains something that the grammar doesn't allow there. Both values are phrases for the
            /// message.
            case unexpected(String, expected: String)
            /// The file ends in the middle of the schema.
            case endsEarly(expected: String)
            case unclosedComment
            case unclosedName
            case longName
            /// The record type has the same name as an earlier one, which is on the given line.
            case repeatedType(String, line: Int)
            /// The field has the same name as an earlier field of its record type, which is on the given line.
            case repeatedField(String, of: String, line: Int)
        }

        package let reason: Reason
        package let position: CloudKitSchema.Position

        init(_ reason: Reason, at position: CloudKitSchema.Position) {
            self.reason = reason
            self.position = position
        }
    }
}
