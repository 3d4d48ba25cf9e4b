import Testing

@testable import PermafrostProject

/// Texts in the CloudKit Schema Language, and texts that aren't.
@Suite struct CloudKitSchemaParserTests {
    /// Returns each record type with its fields, such as `CD_Trip(CD_name STRING, CD_days INT64)`.
    private static func summary(_ text: String) throws -> [String] {
        try CloudKitSchemaParser.parse(Array(text.utf8)).recordTypes.map { type in
            "\(type.name)(\(type.fields.map { "\($0.name) \($0.type)" }.joined(separator: ", ")))"
        }
    }

    /// The layout of `cktool export-schema`.
    private static let exported = """
        DEFINE SCHEMA

            RECORD TYPE CD_Trip (
                "___createTime" TIMESTAMP,
                "___recordID"   REFERENCE QUERYABLE,
                CD_days         INT64 QUERYABLE SORTABLE,
                CD_name         STRING QUERYABLE SEARCHABLE SORTABLE,
                CD_name_ckAsset ASSET,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

            RECORD TYPE Users (
                "___modTime" TIMESTAMP,
                roles        LIST<INT64>,
                GRANT WRITE TO "_creator",
                GRANT READ TO "_world"
            );

        """

    private static let types = [
        "CD_Trip(___createTime TIMESTAMP, ___recordID REFERENCE, CD_days INT64, CD_name STRING, CD_name_ckAsset ASSET)",
        "Users(___modTime TIMESTAMP, roles LIST<INT64>)",
    ]

    private static let texts: [(about: String, text: String, types: [String])] = [
        ("an export", exported, types),
        ("Windows line breaks", exported.replacing("\n", with: "\r\n"), types),
        ("old line breaks", exported.replacing("\n", with: "\r"), types),
        ("a byte order mark", "\u{FEFF}" + exported, types),
        ("a single line", "define schema record type A(b string,c int64 sortable);", ["A(b STRING, c INT64)"]),
        ("nothing", "DEFINE SCHEMA", []),
        ("a type without fields", "DEFINE SCHEMA RECORD TYPE A ();", ["A()"]),
        ("only grants", "DEFINE SCHEMA RECORD TYPE A (GRANT READ, CREATE, WRITE TO b, GRANT READ TO c);", ["A()"]),
        (
            "roles and comments",
            """
            // one
            DEFINE SCHEMA -- two
                CREATE ROLE /* three
                ; ) */ Editor;
                RECORD TYPE A ( b DOUBLE, GRANT WRITE TO Editor /* four */ );
            """, ["A(b DOUBLE)"]
        ),
        (
            "every type",
            """
            DEFINE SCHEMA
                RECORD TYPE A (
                    a ASSET, b BYTES, c DOUBLE, d INT64, e LOCATION, f NUMBER, g NUMBER PREFERRED AS DOUBLE,
                    h REFERENCE, i STRING, j TIMESTAMP, k ENCRYPTED STRING, l LIST<ENCRYPTED BYTES>,
                    m ENCRYPTED LIST<INT64>, n LIST < REFERENCE > QUERYABLE
                );
            """,
            [
                "A(a ASSET, b BYTES, c DOUBLE, d INT64, e LOCATION, f NUMBER, g NUMBER PREFERRED AS DOUBLE, "
                    + "h REFERENCE, i STRING, j TIMESTAMP, k ENCRYPTED STRING, l LIST<ENCRYPTED BYTES>, "
                    + "m LIST<ENCRYPTED INT64>, n LIST<REFERENCE>)"
            ]
        ),
        (
            "reserved words in quotes", #"DEFINE SCHEMA RECORD TYPE "grant" ("grant" STRING, "record" INT64);"#,
            ["grant(grant STRING, record INT64)"]
        ),
        ("other letters in quotes", #"DEFINE SCHEMA RECORD TYPE "CD_Größe" (a BYTES);"#, ["CD_Größe(a BYTES)"]),
    ]

    @Test(arguments: texts)
    func textsAreRead(_ about: String, _ text: String, _ types: [String]) throws {
        #expect(try Self.summary(text) == types, "\(about)")
    }

    // MARK: Errors

    private static let errors: [(about: String, text: String, reason: CloudKitSchemaError.Reason, place: [Int])] = [
        ("an empty file", "", .endsEarly(expected: "DEFINE"), [1, 1]),
        ("another language", "CREATE TABLE a (b);", .unexpected("\"CREATE\"", expected: "DEFINE"), [1, 1]),
        ("JSON", "{\"recordTypes\": []}", .unexpectedByte(0x7B), [1, 1]),
        (
            "cut off in a list", "DEFINE SCHEMA\n  RECORD TYPE A (\n    b STRING,\n",
            .endsEarly(expected: "a field's name or GRANT"), [4, 1]
        ),
        (
            "cut off in a type", "DEFINE SCHEMA RECORD TYPE A (b STRI",
            .unexpected("\"STRI\"", expected: "a field's type, such as STRING"), [1, 32]
        ),
        (
            "cut off in a field", "DEFINE SCHEMA\nRECORD TYPE A (b",
            .endsEarly(expected: "a field's type, such as STRING"), [2, 17]
        ),
        (
            "without the last semicolon", "DEFINE SCHEMA RECORD TYPE A (b STRING)", .endsEarly(expected: "\";\""),
            [1, 39]
        ),
        ("cut off in a comment", "DEFINE SCHEMA\r\n /* a", .unclosedComment, [2, 2]),
        ("cut off in a name", "DEFINE SCHEMA RECORD TYPE \"A", .unclosedName, [1, 27]),
        ("a name over two lines", "DEFINE SCHEMA RECORD TYPE \"A\nB\" ();", .unclosedName, [1, 27]),
        (
            "a record type twice", "DEFINE SCHEMA\nRECORD TYPE A (b STRING);\nRECORD TYPE \"A\" ();",
            .repeatedType("A", line: 2), [3, 13]
        ),
        (
            "a field twice", "DEFINE SCHEMA RECORD TYPE A (\n b STRING,\n c INT64,\n b INT64);",
            .repeatedField("b", of: "A", line: 2), [4, 2]
        ),
        (
            "a conflict of git", "DEFINE SCHEMA\n<<<<<<< HEAD\n",
            .unexpected("\"<\"", expected: "RECORD TYPE, CREATE ROLE or the end of the file"), [2, 1]
        ),
        (
            "a list of lists", "DEFINE SCHEMA RECORD TYPE A (b LIST<LIST<STRING>>);",
            .unexpected("\"LIST\"", expected: "a field's type, such as STRING"), [1, 37]
        ),
        (
            "no comma", "DEFINE SCHEMA RECORD TYPE A (b STRING c INT64);",
            .unexpected("\"c\"", expected: "a comma or a closing parenthesis"), [1, 39]
        ),
        (
            "an unknown grant", "DEFINE SCHEMA RECORD TYPE A (GRANT DELETE TO b);",
            .unexpected("\"DELETE\"", expected: "READ, CREATE or WRITE"), [1, 36]
        ),
        (
            "another preference", "DEFINE SCHEMA RECORD TYPE A (b NUMBER PREFERRED AS STRING);",
            .unexpected("\"STRING\"", expected: "INT64 or DOUBLE"), [1, 52]
        ),
        (
            "an empty name", "DEFINE SCHEMA RECORD TYPE \"\" ();",
            .unexpected("\"\"", expected: "a record type's name"), [1, 27]
        ),
        ("a letter without quotes", "DEFINE SCHEMA RECORD TYPE Größe ();", .unexpectedByte(0xC3), [1, 29]),
        ("binary data", "\u{0}\u{1}\u{2}", .unexpectedByte(0), [1, 1]),
        ("a column in bytes", "DEFINE SCHEMA /* größer */ %", .unexpectedByte(0x25), [1, 30]),
    ]

    private static func error(_ bytes: [UInt8]) -> CloudKitSchemaError? {
        do throws(CloudKitSchemaError) {
            _ = try CloudKitSchemaParser.parse(bytes)
            return nil
        } catch { return error }
    }

    @Test(arguments: errors)
    func errorsHaveTheirPlace(
        _ about: String, _ text: String, _ reason: CloudKitSchemaError.Reason, _ place: [Int]
    ) {
        let error = Self.error(Array(text.utf8))
        #expect(error?.reason == reason, "\(about)")
        #expect(error.map { [$0.position.line, $0.position.column] } == place, "\(about)")
    }

    @Test func everyCutOffExportIsAnError() {
        let bytes = Array(Self.exported.utf8)
        // Without its last line break and with the comma of the last grant, the text is complete.
        let end = Self.exported.utf8.count - 1
        let complete = (0...bytes.count).filter { Self.error(Array(bytes.prefix($0))) == nil }
        let first = Array("DEFINE SCHEMA".utf8).count
        #expect(Set(complete).isSubset(of: Set(first...end + 1)))
        let types = complete.map { (try? CloudKitSchemaParser.parse(Array(bytes.prefix($0))).recordTypes.count) ?? -1 }
        // Between two statements a file is complete, so only their end can hide that something follows.
        #expect(Set(types) == [0, 1, 2])
    }

    @Test(arguments: [
        ("UTF-16", [0xFF, 0xFE, 0x44, 0x00] as [UInt8], CloudKitSchemaError.Reason.notUTF8),
        ("UTF-16, big-endian", [0xFE, 0xFF, 0x00, 0x44], .notUTF8),
        ("a broken name", Array("DEFINE SCHEMA RECORD TYPE \"".utf8) + [0xC3, 0x28, 0x22], .notUTF8),
        ("a byte beyond ASCII", Array("DEFINE ".utf8) + [0xFF], .unexpectedByte(0xFF)),
        ("a huge file", [UInt8](repeating: 0x20, count: CloudKitSchemaParser.sizeLimit + 1), .tooLarge),
        ("a huge word", [UInt8](repeating: 0x41, count: 1 << 20), .longName),
        (
            "a huge name", Array("DEFINE SCHEMA RECORD TYPE \"".utf8) + [UInt8](repeating: 0x41, count: 1 << 20),
            .longName
        ),
        ("a database", Array("SQLite format 3\0".utf8), .unexpected("\"SQLite\"", expected: "DEFINE")),
    ])
    func hostileBytes(_ about: String, _ bytes: [UInt8], _ reason: CloudKitSchemaError.Reason) {
        #expect(Self.error(bytes)?.reason == reason, "\(about)")
    }

    /// The grammar has no recursion, so deep texts end at their first repetition.
    @Test(arguments: ["(", "LIST<", "/*", "\"", "ENCRYPTED ", "CREATE ROLE ", "RECORD TYPE ", "GRANT "])
    func deepTexts(_ part: String) {
        let text = "DEFINE SCHEMA RECORD TYPE A (b " + String(repeating: part, count: 100_000)
        #expect(Self.error(Array(text.utf8)) != nil)
    }

    @Test func manyRecordTypesAndFields() throws {
        let fields = (0..<20_000).map { "f\($0) STRING" }.joined(separator: ",")
        let types = (0..<5_000).map { "RECORD TYPE T\($0) (a INT64);" }.joined()
        let schema = try CloudKitSchemaParser.parse(Array("DEFINE SCHEMA RECORD TYPE A (\(fields));\(types)".utf8))
        #expect(schema.recordTypes.count == 5_001)
        #expect(schema.recordType(named: "A")?.field(named: "f19999")?.type == CloudKitFieldType(.string))
        #expect(schema.recordType(named: "T4999")?.fields.count == 1)
    }
}
