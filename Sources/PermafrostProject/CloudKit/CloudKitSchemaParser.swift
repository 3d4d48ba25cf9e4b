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
    /// - Throws: a ``CloudKitSchemaError`` if the text is larger than ``sizeLimit``, or doesn't conform to the grammar,
    ///   or if a record type or a field occurs twice.
    package static func parse(_ bytes: [UInt8]) throws(CloudKitSchemaError) -> CloudKitSchema {
        let start = CloudKitSchema.Position(line: 1, column: 1)
        guard bytes.count <= sizeLimit else { throw CloudKitSchemaError(.tooLarge, at: start) }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw CloudKitSchemaError(.notUTF8, at: start)
        }
        var parser = CloudKitSchemaParser(tokens: CloudKitSchemaTokens(bytes))
        try parser.advance()
        return try parser.schema()
    }

    private init(tokens: CloudKitSchemaTokens) { self.tokens = tokens }

    // MARK: Grammar

    private mutating func schema() throws(CloudKitSchemaError) -> CloudKitSchema {
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
                    throw CloudKitSchemaError(.repeatedType(type.name, line: line), at: type.position)
                }
                types.append(type)
            }
            try symbol(";")
        }
        return CloudKitSchema(recordTypes: types)
    }

    private mutating func recordType() throws(CloudKitSchemaError) -> CloudKitSchema.RecordType {
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
                        throw CloudKitSchemaError(
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

    private mutating func grant() throws(CloudKitSchemaError) {
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

    private mutating func field() throws(CloudKitSchemaError) -> CloudKitSchema.Field {
        let place = position
        let name = try name("a field's name or GRANT")
        let type = try fieldType()
        while ["QUERYABLE", "SORTABLE", "SEARCHABLE"].contains(where: isKeyword) { try advance() }
        return CloudKitSchema.Field(name: name, type: type, position: place)
    }

    private mutating func fieldType() throws(CloudKitSchemaError) -> CloudKitFieldType {
        var isEncrypted = try accept("ENCRYPTED")
        let isList = try accept("LIST")
        if isList {
            try symbol("<")
            if try accept("ENCRYPTED") { isEncrypted = true }
        }
        guard let kind = CloudKitFieldType.Kind.allCases.first(where: { isKeyword($0.rawValue) }) else {
            throw unexpected("a field's type, such as STRING")
        }
        try advance()
        var type = CloudKitFieldType(kind, isEncrypted: isEncrypted, isList: isList)
        if kind == .number, try accept("PREFERRED") {
            try keyword("AS")
            let choices: [CloudKitFieldType.Kind] = [.int64, .double]
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

    private mutating func advance() throws(CloudKitSchemaError) { (token, position) = try tokens.next() }

    /// Returns whether the token is a keyword. Names in quotes are never keywords.
    private func isKeyword(_ keyword: String) -> Bool {
        if case .word(let word) = token { word.uppercased() == keyword } else { false }
    }

    private func isSymbol(_ symbol: Unicode.Scalar) -> Bool { token == .symbol(UInt8(ascii: symbol)) }

    /// Skips the current token if it is the given keyword. Returns whether it was skipped.
    private mutating func accept(_ keyword: String) throws(CloudKitSchemaError) -> Bool {
        guard isKeyword(keyword) else { return false }
        try advance()
        return true
    }

    private mutating func keyword(_ keyword: String) throws(CloudKitSchemaError) {
        guard try accept(keyword) else { throw unexpected(keyword) }
    }

    private mutating func symbol(_ symbol: Unicode.Scalar) throws(CloudKitSchemaError) {
        guard isSymbol(symbol) else { throw unexpected("\"\(symbol)\"") }
        try advance()
    }

    private mutating func name(_ expected: String) throws(CloudKitSchemaError) -> String {
        switch token {
        case .word(let name), .quoted(let name):
            guard !name.isEmpty else { throw unexpected(expected) }
            try advance()
            return name
        case .symbol, .end: throw unexpected(expected)
        }
    }

    private func unexpected(_ expected: String) -> CloudKitSchemaError {
        let found: String
        switch token {
        case .end: return CloudKitSchemaError(.endsEarly(expected: expected), at: position)
        case .symbol(let byte): found = "\"\(Character(Unicode.Scalar(byte)))\""
        case .word(let text), .quoted(let text): found = "\"\(text.prefix(60))\(text.count > 60 ? "…" : "")\""
        }
        return CloudKitSchemaError(.unexpected(found, expected: expected), at: position)
    }
}
