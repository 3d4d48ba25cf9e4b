#if os(Linux)
    import Foundation
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import Testing

    /// The compiler's diagnostics for uses of `@FreezeSchema`, taken from the compiler itself.
    @Suite(.enabled(if: TestRun.isWhole)) struct FreezeSchemaMacroTests {
        private static let members =
            "static let versionIdentifier = Schema.Version(1, 0, 0); static var models: [any PersistentModel.Type] { [] }"

        struct Mistake: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var source: String
            /// `file:line:column: error: …`, as the compiler prints it.
            var message: String
            var fix: String?
        }

        static let mistakes = [
            Mistake(
                testDescription: "no folder's name",
                source: "@FreezeSchema(version: \"2/0\") enum A: VersionedSchema { \(members) }",
                message: "Use.swift:3:24: error: '2/0' can't be the name of a frozen version", fix: "use \"2-0\""),
            Mistake(
                testDescription: "hidden",
                source: "@FreezeSchema(version: \".1\") enum A: VersionedSchema { \(members) }",
                message: "Use.swift:3:24: error: '.1' can't be the name of a frozen version: it starts with",
                fix: "use \"1\""),
            Mistake(
                testDescription: "empty", source: "@FreezeSchema(version: \"\") enum A: VersionedSchema { \(members) }",
                message: "Use.swift:3:24: error: '' can't be the name of a frozen version: it is empty", fix: nil),
            Mistake(
                testDescription: "interpolation",
                source: "@FreezeSchema(version: \"2.\\(0)\") enum A: VersionedSchema { \(members) }",
                message: "Use.swift:3:24: error: the version of '@FreezeSchema' must be a string literal", fix: nil),
            Mistake(
                testDescription: "constant",
                source: "let two = \"2\"; @FreezeSchema(version: two) enum A: VersionedSchema { \(members) }",
                message: "Use.swift:3:39: error: the version of '@FreezeSchema' must be a string literal", fix: nil),
            Mistake(
                testDescription: "no schema", source: "@FreezeSchema(version: \"2\") enum A { \(members) }",
                message: "Use.swift:3:34: error: '@FreezeSchema' requires a VersionedSchema; 'A' isn't one",
                fix: "make it a VersionedSchema"),
            Mistake(
                testDescription: "a schema by an extension",
                source: "@FreezeSchema(version: \"2\") enum A {}; extension A: VersionedSchema { \(members) }",
                message: "Use.swift:3:34: error: '@FreezeSchema' requires a VersionedSchema; 'A' isn't one",
                fix: "make it a VersionedSchema"),
            Mistake(
                testDescription: "a protocol that is no schema's",
                source: "protocol P {}; @FreezeSchema(version: \"2\") enum A: P {}",
                message: "error: type 'A' does not conform to protocol 'VersionedSchema'", fix: nil),
            Mistake(
                testDescription: "another protocol",
                source: "@FreezeSchema(version: \"2\") enum A: Sendable { \(members) }",
                message: "Use.swift:3:34: error: '@FreezeSchema' requires a VersionedSchema; 'A' isn't one",
                fix: "make it a VersionedSchema"),
        ]

        @Test(arguments: mistakes) func mistakesAreDiagnosed(_ mistake: Mistake) throws {
            let output = try Self.typecheck(mistake.source)
            #expect(output.contains(mistake.message), "\(output)")
            if let fix = mistake.fix { #expect(output.contains(fix), "\(output)") }
        }

        @Test func correctUsesCompile() throws {
            let output = try Self.typecheck(
                """
                import PermafrostFreezing
                @FreezeSchema(version: "1.0.0") enum A: VersionedSchema { \(Self.members) }
                @FreezeSchema(version: "2.0.0") public enum B: SwiftData.VersionedSchema {
                    public static let versionIdentifier = Schema.Version(2, 0, 0)
                    public static var models: [any PersistentModel.Type] { [] }
                }
                enum Space { @FreezeSchema(version: "3") enum C: Shaped { \(Self.members) } }
                protocol Shaped: VersionedSchema {}
                func use() throws {
                    let types: [any FreezableSchema.Type] = [A.self, B.self, Space.C.self]
                    for type in types { _ = (type.frozenVersion, try type.checkDrift().passed) }
                }
                """)
            #expect(output == "", "\(output)")
        }

        /// The macro and the fixture tree have the same rule for names.
        @Test func theMacroAcceptsTheNamesThatTheFixtureTreeAccepts() throws {
            let names = [
                "2.0.0", "2.0.0-beta.1", "2024-01-15", "1", "", ".", "..", "a..b", "-a", ".a", "a-", "a.", "a/b", "/",
                "a\\b",
                "a\0b", "a\tb", "a\u{7f}", "é", "版本", "a b", "a:b", String(repeating: "x", count: 200),
                String(repeating: "x", count: 201), String(repeating: "é", count: 101),
            ]
            let source = names.enumerated().map { index, name in
                "@FreezeSchema(version: \(String(reflecting: name))) enum A\(index): VersionedSchema { \(Self.members) }"
            }.joined(separator: "\n")
            let output = try Self.typecheck(source)
            let refused = Set(
                output.matches(of: #/Use\.swift:(\d+):\d+: error: .* can't be the name/#).compactMap {
                    Int($0.output.1)
                })
            for (index, name) in names.enumerated() {
                let isLegal = (try? VersionName(name)) != nil
                #expect(refused.contains(index + 3) == !isLegal, "\(name.debugDescription)")
            }
        }

        private static func typecheck(_ source: String) throws -> String {
            let folder = try ScratchFolder()
            try folder.write("import PermafrostMacros\nimport SwiftData\n" + source + "\n", to: "Use.swift")
            return try TypeCheck([folder.path("Use.swift")], in: folder.url).output
        }
    }
#endif
