/// A project with code as in real projects that is easily lost when a version is copied. It has a class, an edit of the
/// class, and texts that the next version's files must contain.
package struct OddCode: Sendable, CustomStringConvertible {
    package let name: String
    package var files: [String: String]
    package var edit: [(path: String, old: String, new: String)] = []
    /// Texts that the written files must contain.
    package var texts: [(path: String, text: String)] = []
    /// Texts that the written files must not contain.
    package var missing: [(path: String, text: String)] = []

    package var description: String { name }

    package var idiom: VersionIdiom { VersionIdiom(name: name, files: files, edit: edit) }

    private static let note = "App/Note.swift"
    private static let v2 = "App/SchemaV2.swift"
    private static let frozen = "App/SchemaV2+Frozen.swift"

    /// Creates a project with a class at the top level of a file, and versions that list it.
    private init(
        _ name: String, _ code: String, models: String = "Note.self", _ more: [String: String] = [:],
        texts: [(path: String, text: String)], missing: [(path: String, text: String)] = []
    ) {
        let imports = VersionIdiom.imports
        self.name = name
        files = [
            Self.note: code.contains("import SwiftData") ? code : imports + code,
            "App/SchemaV1.swift": imports
                + VersionIdiom.version(
                    "SchemaV1", 1, models: "[Note.self]",
                    body: VersionIdiom.model("Note", "var earlier = 0\ninit() {}", indent: "    ")),
            Self.v2: imports + VersionIdiom.version("SchemaV2", 2, models: "[\(models)]"),
            "App/Plan.swift": Self.plan,
        ].merging(more) { $1 }
        edit = [(Self.note, "var title = \"\"", "var title = \"\"\n    var added: Int?")]
        self.texts = texts
        self.missing = missing
    }

    /// Creates a project with a version that nests its classes.
    private init(nested name: String, _ code: String, _ more: [String: String] = [:]) {
        self.init(name, "", more, texts: [])
        files[Self.note] = nil
        files[Self.v2] = code
        edit = [(Self.v2, "var title = \"\"", "var title = \"\"\n        var added: Int?")]
    }

    private static let plan = """
        import SwiftData

        enum AppPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [SchemaV1.self, SchemaV2.self] }
            static var stages: [MigrationStage] {
                [.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]
            }
        }

        """

    private static func note(_ members: String) -> String { VersionIdiom.model("Note", "var title = \"\"\n" + members) }

    // MARK: Live classes

    private static let attributes = OddCode(
        "attributes, comments and observers",
        """
        import Foundation
        import struct Foundation.URL
        @preconcurrency import SwiftData

        actor Shelf<Book: Sendable> { var books: [Book] = [] }

        /// A note.
        @Model // a model
        /* really */
        public final class Note: Identifiable {
            /// The title.
            public var title = ""
            @Attribute(.externalStorage) // big
            /* between */ public var image: Data?
            @Attribute(.unique, // one
                originalName: "identifier")
            public private(set) var key: String
            public var count: Int = 0 { // observers
                didSet { print("}") }
            }
            #if DEBUG
            var trace: String { title }
            #endif
            var text = \"""
                a {
                  b }
                \"""
            func map<T>(_ body: (String) -> T) -> T { body(title) }
            public init(key: String) { self.key = key }
        }

        """,
        texts: [
            (frozen, "import struct Foundation.URL\n@preconcurrency import SwiftData\n"),
            (frozen, "        @Attribute(.externalStorage) // big\n        /* between */ public var image: Data?\n"),
            (frozen, "@Attribute(.unique, // one\n            originalName: \"identifier\")\n"),
            (frozen, "        public var count: Int = 0\n"),
            (frozen, "        var text = \"\"\"\n            a {\n              b }\n            \"\"\"\n"),
        ], missing: [(frozen, "import Foundation.URL"), (frozen, "Shelf"), (frozen, "trace")])

    private static let extensions = OddCode(
        "nested types in an extension",
        note("var mode: Mode = Mode.fast\nvar style: Style?\ninit() {}")
            + "extension Note {\n    enum Mode: String, Codable { case fast, slow }\n    struct Style { var width = 1.0 }\n}\n"
            + "extension Note.Style: Codable {}\n",
        texts: [
            (frozen, "        enum Mode: String, Codable { case fast, slow }\n"),
            (frozen, "\nextension SchemaV2.Note.Style: Codable {}\n"),
        ])

    private static let conformances = OddCode(
        "a value type that conforms in an extension", note("var label: Label?\ninit() {}"),
        [
            "App/Label.swift": """
            import Foundation

            struct Label { var text = ""; var tint: Tint? }
            struct Tint: Codable { var hue = 0.5 }

            extension Label: Codable {
                enum CodingKeys: String, CodingKey { case text, tint }
                static func plain(_ tint: Tint) -> Label { Label(text: "", tint: tint) }
            }

            extension Label { var loud: String { text.uppercased() } }

            """
        ],
        texts: [
            (frozen, "    struct Label { var text = \"\"; var tint: Tint? }\n"),
            (
                frozen,
                "extension SchemaV2.Label: Codable {\n    enum CodingKeys: String, CodingKey { case text, tint }\n"
            ),
            (frozen, "plain(_ tint: SchemaV2.Tint) -> SchemaV2.Label { SchemaV2.Label(text: \"\", tint: tint) }\n"),
        ], missing: [(frozen, "loud")])

    private static let constants = OddCode(
        "constants that are private to a file",
        "private let untitled = \"Untitled\" + suffix\nprivate let suffix = \"…\"\nprivate enum Limits { static let most = 9 }\n\n"
            + note("var heading: String = untitled\nvar most: Int = Limits.most\ninit() {}"),
        texts: [
            (
                frozen,
                "\nprivate let untitled = \"Untitled\" + suffix\nprivate let suffix = \"…\"\n\nextension SchemaV2 {\n"
            ),
            (frozen, "    private enum Limits { static let most = 9 }\n"),
        ])

    private static let aliased = OddCode(
        "a list that names an alias", note("init() {}") + "typealias LiveNote = Note\n", models: "LiveNote.self",
        texts: [(v2, "{ [Note.self] }"), ("App/SchemaV3.swift", "{ [LiveNote.self] }")])

    private static let qualified = OddCode(
        "names with their module",
        note("var tags: [Main.Tag] = []\ninit() {}") + "@Model final class Tag { var note: Main.Note?; init() {} }\n",
        models: "Main.Note.self, Main.Tag.self",
        texts: [
            (v2, "{ [Note.self, Tag.self] }"), ("App/SchemaV3.swift", "{ [Main.Note.self, Main.Tag.self] }"),
            (frozen, "        var tags: [Tag] = []\n"), (frozen, "        var note: Note?\n"),
        ])

    private static let value = "import Foundation\n\nstruct Place: Codable {\n    var lat = 0.0\n}\n"
    private static let shownPlace = "    struct Place: Codable {\n        var lat = 0.0\n    }\n"

    private static var sharedValue: OddCode {
        var odd = OddCode(
            "a value type that an older version has, too", note("var place: Place?\ninit() {}"),
            ["App/Place.swift": value],
            texts: [(frozen, shownPlace), ("App/SchemaV1.swift", "var place: SchemaV2.Place?\n")])
        odd.files["App/SchemaV1.swift"] = odd.files["App/SchemaV1.swift"]?.replacing(
            "var earlier = 0\n", with: "var earlier = 0\n        var place: Place?\n")
        odd.edit = [("App/Place.swift", "var lat = 0.0", "var lat = 0.0\n    var lon: Double?")]
        return odd
    }

    private static var comments: OddCode {
        var odd = OddCode(
            "comments behind elements", note("init() {}"), models: "\n        Note.self, // the note\n    ",
            texts: [
                (
                    "App/Plan.swift",
                    "        SchemaV2.self, // newest\n            SchemaV3.self\n            // the next\n"
                ),
                ("App/Plan.swift", "        first, // one\n            migrateV2toV3,\n"),
                ("App/Plan.swift", "toVersion: SchemaV2.self) // the first\n\n    static let migrateV2toV3"),
            ])
        odd.files["App/Plan.swift"] = """
            import SwiftData

            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] {
                    [
                        SchemaV1.self, // oldest
                        SchemaV2.self // newest
                        // the next
                    ]
                }
                static var stages: [MigrationStage] {
                    [
                        first, // one
                    ]
                }
                static let first = MigrationStage.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self) // the first
            }

            """
        return odd
    }

    // MARK: Nested classes

    private static let nested = """
        //
        //  SchemaV2.swift
        //  SPDX-License-Identifier: MIT
        //
        //  Created by Somebody on 24.11.2026.
        //
        // swiftlint:disable nesting

        #if canImport(Observation)
        import Observation
        #endif
        import struct Foundation.URL
        import SwiftData

        /// See SchemaV2.
        struct SchemaV2: VersionedSchema {
            static let versionIdentifier = Schema.Version(2, 0, 0)
            static var models: [any PersistentModel.Type] { [SchemaV2.Note.self, Tag.self] }

            @Model
            final class Note {
                var title = ""
                var origin = "SchemaV2"
                var link: URL?
                @Relationship(inverse: \\SchemaV2.Tag.note) var tags: [SchemaV2.Tag] = []
                var text: String { "SchemaV2 \\(title)" }
                init() {}
            }
            @Model final class Tag { var note: SchemaV2.Note?; init() {} }
        } // SchemaV2

        """

    private static var namesInTexts: OddCode {
        let names = """
            import SwiftData

            typealias Note = SchemaV2.Note // the newest

            extension Note { var first: SchemaV2.Tag? { tags.first } }

            #if DEBUG
            extension SchemaV2.Tag { static var sample: SchemaV2.Tag { SchemaV2.Tag() } }
            #endif

            func makeContainer() throws -> ModelContainer {
                try ModelContainer(for: SchemaV2.Note.self, SchemaV2.Tag.self)
            }

            func isMigrated(_ note: SchemaV2.Note) -> Bool { true }

            """
        var odd = OddCode(nested: "names in texts, headers and extensions", nested, ["App/Names.swift": names])
        odd.texts = [
            (
                "App/SchemaV3.swift",
                "//\n//  SchemaV3.swift\n//  SPDX-License-Identifier: MIT\n//\n// swiftlint:disable nesting\n\n#if can"
            ),
            ("App/SchemaV3.swift", "#endif\nimport struct Foundation.URL\nimport SwiftData\n"),
            ("App/SchemaV3.swift", "var origin = \"SchemaV2\"\n"), ("App/SchemaV3.swift", "{ \"SchemaV2 \\(title)\" }"),
            ("App/SchemaV3.swift", "var tags: [SchemaV3.Tag] = []"), (v2, "    } // SchemaV2\n".dropFirstIndent),
            ("App/Names.swift", "typealias Note = SchemaV3.Note // the newest\n"),
            ("App/Names.swift", "extension Note { var first: SchemaV3.Tag? {"),
            ("App/Names.swift", "extension SchemaV3.Tag { static var sample: SchemaV3.Tag { SchemaV3.Tag() } }"),
            ("App/Names.swift", "ModelContainer(for: SchemaV3.Note.self, SchemaV3.Tag.self)"),
            ("App/Names.swift", "isMigrated(_ note: SchemaV3.Note)"),
        ]
        odd.missing = [("App/SchemaV3.swift", "Created by")]
        return odd
    }

    private static var nestedValue: OddCode {
        var odd = OddCode(
            nested: "a value type of nested classes",
            VersionIdiom.imports
                + VersionIdiom.version(
                    "SchemaV2", 2, models: "[Note.self]",
                    body: VersionIdiom.model("Note", "var title = \"\"\nvar place: Place?\ninit() {}", indent: "    ")),
            ["App/Place.swift": value])
        odd.edit = [("App/Place.swift", "var lat = 0.0", "var lat = 0.0\n    var lon: Double?")]
        odd.texts = [
            (frozen, "extension SchemaV2 {\n" + shownPlace + "}\n"), ("App/SchemaV3.swift", "var place: Place?\n"),
        ]
        return odd
    }

    /// Code that a stage uses means the shipped version. All other code means the newest one.
    private static var helpersOfStages: OddCode {
        let helpers =
            VersionIdiom.imports + """
                enum Titles {
                    static func fill(_ notes: [SchemaV2.Note]) {
                        for note in notes { note.title = title(note) }
                    }
                }

                private func title(_ note: SchemaV2.Note) -> String { note.title }

                func show(_ note: SchemaV2.Note) -> String { SchemaV2.label + note.title }

                typealias Label = SchemaV2.Label

                let label: SchemaV2.Label = Label()

                """
        let body =
            VersionIdiom.model("Note", "var title = \"\"\ninit() {}", indent: "    ")
            + "    struct Label { var text = label }\n    static let label = \"note\"\n"
        var odd = OddCode(
            nested: "helpers of stages",
            VersionIdiom.imports + VersionIdiom.version("SchemaV2", 2, models: "[Note.self]", body: body),
            [
                "App/Helpers.swift": helpers,
                "App/Plan.swift": plan.replacing(
                    "[.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]",
                    with: """
                        [.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: { context in
                                    Titles.fill(try context.fetch(FetchDescriptor<SchemaV2.Note>()))
                                })]
                        """),
            ])
        odd.texts = [
            ("App/Helpers.swift", "fill(_ notes: [SchemaV2.Note])"),
            ("App/Helpers.swift", "title(_ note: SchemaV2.Note)"),
            ("App/Helpers.swift", "show(_ note: SchemaV3.Note) -> String { SchemaV3.label +"),
            ("App/Helpers.swift", "let label: SchemaV3.Label"),
        ]
        return odd
    }

    /// A name after a dot in a key path is a member, and a typealias in a class hides the one of the module.
    private static var keyPathsAndAliases: OddCode {
        let body =
            VersionIdiom.model(
                "Note",
                "var title = \"\"\n@Relationship(inverse: \\SchemaV2.Tag.note) var tags: [SchemaV2.Tag] = []\ninit() {}",
                indent: "    ")
            + VersionIdiom.model(
                "Tag", "typealias Note = SchemaV2.Note\nvar name = \"\"\nvar note: Note?\ninit() {}", indent: "    ")
        var odd = OddCode(
            nested: "key paths and aliases",
            VersionIdiom.imports
                + VersionIdiom.version("SchemaV2", 2, models: "[SchemaV2.Note.self, SchemaV2.Tag.self]", body: body),
            [
                "App/Names.swift": "typealias Note = SchemaV2.Note\ntypealias Tag = SchemaV2.Tag\n",
                "App/Plan.swift": "import Foundation\n"
                    + plan.replacing(
                        "[.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)]",
                        with: """
                            [.custom(fromVersion: SchemaV1.self, toVersion: SchemaV2.self, willMigrate: nil, didMigrate: { context in
                                        let order = [SortDescriptor(\\SchemaV2.Note.title)]
                                        for note in try context.fetch(FetchDescriptor<SchemaV2.Note>(sortBy: order)) { note.title += "" }
                                    })]
                            """),
            ])
        odd.texts = [
            ("App/Plan.swift", "SortDescriptor(\\SchemaV2.Note.title)"),
            (v2, "@Relationship(inverse: \\SchemaV2.Tag.note)"), (v2, "typealias Note = SchemaV2.Note"),
            ("App/SchemaV3.swift", "@Relationship(inverse: \\SchemaV3.Tag.note)"),
            ("App/SchemaV3.swift", "typealias Note = SchemaV3.Note"), ("App/Names.swift", "Note = SchemaV3.Note"),
        ]
        return odd
    }

    /// A version can be an actor, and its getters can have `get`.
    private static var actorAndGetters: OddCode {
        let code =
            VersionIdiom.imports + """
                actor SchemaV2: VersionedSchema {
                    static var versionIdentifier: Schema.Version { get { return .init(2, 0, 0) } }
                    static var models: [any PersistentModel.Type] { get { [self.Note.self] } }
                }

                extension SchemaV2 {
                    @Model final class Note {
                        var title = ""
                        init() {}
                    }
                }

                """
        var odd = OddCode(nested: "an actor with getters", code)
        odd.texts = [
            ("App/SchemaV3.swift", "actor SchemaV3: VersionedSchema"),
            ("App/SchemaV3.swift", "get { return .init(3, 0, 0) }"),
        ]
        return odd
    }

    /// A copy of a class that was nested in another type can't see that type's enums.
    private static var enumInNamespace: OddCode {
        OddCode(
            "a raw enum in a namespace",
            """
            enum Store {
                enum Kind: String, Codable { case plain, rich }
                @Model final class Note {
                    var title = ""
                    var kind: Kind = Kind.plain
                    init() {}
                }
            }

            """, models: "Store.Note.self",
            texts: [(frozen, "    enum Kind: String, Codable {\n        case plain, rich\n")])
    }

    package static let all = [
        attributes, extensions, conformances, constants, aliased, qualified, sharedValue, comments, namesInTexts,
        nestedValue, helpersOfStages, actorAndGetters, enumInNamespace,
        keyPathsAndAliases,
    ]
}

extension String {
    fileprivate var dropFirstIndent: String { String(drop { $0 == " " }) }
}
