import PermafrostModel
import Testing

@testable import PermafrostProject

/// Each single edit of a frozen version fails the check with the property, its line and its kind. Edits that change
/// nothing persistent pass.
@Suite struct DriftTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let old: String
        let new: String
        let kind: ModelChange.Kind
        /// The subject that a finding must name: `Item.note`, or only a model.
        let subject: String
        /// The text of the finding's line after the edit.
        let line: String
        var file = EditedVersions.file
        var testDescription: String { "\(old) → \(new)" }

        init(
            _ old: String, _ new: String, _ kind: ModelChange.Kind, _ subject: String, at line: String? = nil,
            file: String = EditedVersions.file
        ) {
            self.old = old
            self.new = new
            self.kind = kind
            self.subject = subject
            self.line = line ?? new
            self.file = file
        }
    }

    /// Returns an edit of the type in `var NAME: OLD`.
    static func retype(_ name: String, _ old: String, _ new: String, _ kind: ModelChange.Kind = .identity) -> Row {
        Row("var \(name): \(old)\n", "var \(name): \(new)\n", kind, "Item.\(name)", at: "var \(name): \(new)")
    }

    static let live = EditedVersions.liveFile

    static let rows: [Row] = [
        // Optionality
        retype("note", "String?", "String"), retype("name", "String", "String?"), retype("box", "Box?", "Box"),
        // Defaults
        Row("var plain: String\n", "var plain: String = \"x\"\n", .silent, "Item.plain", at: "var plain"),
        Row("var price: Int = 1", "var price: Int = 2", .silent, "Item.price"),
        Row("var price: Int = 1", "var price: Int", .silent, "Item.price"),
        Row("var label: String = \"none\"", "var label: String = \"any\"", .silent, "Item.label"),
        Row("var stamp: UUID = UUID()", "var stamp: UUID", .silent, "Item.stamp"),
        // Types
        retype("count", "Int", "Int64", .silent), retype("count", "Int", "Int16"), retype("count", "Int", "Int32"),
        retype("count", "Int", "Bool"), retype("wide", "Int64", "Int", .silent), retype("small", "Int16", "Int"),
        retype("medium", "Int32", "Int"), retype("flag", "Bool", "Int"), retype("ratio", "Float", "Double"),
        retype("exact", "Double", "Float"), retype("plain", "String", "URL"), retype("link", "URL", "String"),
        retype("token", "UUID", "Data"), retype("raw", "Data", "UUID"), retype("tags", "[String]", "[Int]", .silent),
        retype("tags", "[String]", "String"), retype("exact", "Double", "CGFloat"),
        retype("ratio", "Float", "CGFloat", .silent),
        // Relationships
        Row("deleteRule: .cascade, ", "deleteRule: .nullify, ", .silent, "Item.parts", at: "inverse: \\Part.item"),
        Row("deleteRule: .cascade, ", "", .silent, "Item.parts", at: "inverse: \\Part.item"),
        Row(
            "(deleteRule: .cascade, inverse: \\Part.item) var parts",
            "(deleteRule: .cascade, inverse: \\Part.other) var parts",
            .identity, "Item.parts", at: "var parts"),
        Row("minimumModelCount: 1, ", "minimumModelCount: 2, ", .identity, "Item.boxes", at: "var boxes"),
        Row("maximumModelCount: 9", "maximumModelCount: 8", .identity, "Item.boxes", at: "var boxes"),
        Row("minimumModelCount: 1, maximumModelCount: 9", "", .identity, "Item.boxes", at: "var boxes"),
        retype("box", "Box?", "[Box]"),
        Row("var boxes: [Box]", "var boxes: Box", .identity, "Item.boxes"),
        retype("label2", "Tag?", "Box?"),
        // Options
        Row("(originalName: \"old\")", "(originalName: \"older\")", .silent, "Item.renamed", at: "var renamed"),
        Row("@Attribute(originalName: \"old\") ", "", .silent, "Item.renamed", at: "var renamed"),
        Row(
            "var plain: String\n", "@Attribute(originalName: \"rough\") var plain: String\n", .silent, "Item.plain",
            at: "var plain"),
        Row("@Attribute(hashModifier: \"1\") ", "", .identity, "Item.modified", at: "var modified"),
        Row(
            "var plain: String\n", "@Attribute(hashModifier: \"1\") var plain: String\n", .identity, "Item.plain",
            at: "var plain"),
        Row("(hashModifier: \"1\")", "(hashModifier: \"2\")", .identity, "Item.modified", at: "var modified"),
        Row("@Attribute(.externalStorage) ", "", .identity, "Item.image", at: "var image"),
        Row(
            "var plain: String\n", "@Attribute(.spotlight) var plain: String\n", .silent, "Item.plain", at: "var plain"),
        Row(
            "var plain: String\n", "@Attribute(.allowsCloudEncryption) var plain: String\n", .silent, "Item.plain",
            at: "var plain"),
        Row(
            "var plain: String\n", "@Attribute(.preserveValueOnDeletion) var plain: String\n", .identity, "Item.plain",
            at: "var plain"),
        Row(
            "var plain: String\n", "@Attribute(.ephemeral) var plain: String\n", .identity, "Item.plain",
            at: "var plain"),
        Row(
            "var tags: [String]\n", "@Attribute(.transformable(by: \"TagTransformer\")) var tags: [String]\n", .silent,
            "Item.tags", at: "var tags"),
        Row("var raw: Data\n", "@Attribute(.externalStorage) var raw: Data\n", .identity, "Item.raw", at: "var raw"),
        // Uniqueness and indexes
        Row("@Attribute(.unique) var code", "var code", .identity, "Item.code"),
        Row("var plain: String\n", "@Attribute(.unique) var plain: String\n", .identity, "Item.plain", at: "var plain"),
        Row("([\\.sku], [\\.name, \\.made])", "([\\.sku])", .identity, "Item.name", at: "var name: String"),
        Row(
            "([\\.sku], [\\.name, \\.made])", "([\\.name, \\.made], [\\.sku])", .physical, "Item.name",
            at: "#Unique<Item>"),
        Row(
            "([\\.sku], [\\.name, \\.made])", "([\\.sku], [\\.made, \\.name])", .identity, "Item.made",
            at: "#Unique<Item>"),
        Row("#Index<Item>([\\.name], [\\.made])", "#Index<Item>([\\.name])", .physical, "Item.made", at: "var made"),
        Row(
            "#Index<Item>([\\.name], [\\.made])", "#Index<Item>([\\.made], [\\.name])", .physical, "Item.made",
            at: "#Index<Item>"),
        Row(
            "#Index<Item>([\\.name], [\\.made])", "#Index<Item>([\\.name], [\\.made], [\\.sku])", .physical, "Item.sku",
            at: "#Index<Item>"),
        Row(
            "([\\.sku], [\\.name, \\.made])", "([\\.sku], [\\.name, \\.made], [\\.plain, \\.made])", .identity,
            "Item.plain",
            at: "#Unique<Item>"),
        // Enums
        Row("case grid, list", "case grid", .silent, "Item.mode", at: "enum Mode", file: live),
        Row("case grid, list", "case grid = \"g\", list", .silent, "Item.mode", at: "enum Mode", file: live),
        Row("case low = 1, high = 2", "case low = 1, high = 3", .silent, "Item.level", at: "enum Level", file: live),
        Row("enum Mode: String", "enum Mode: Int", .identity, "Item.mode", at: "enum Mode", file: live),
        Row("case open, closed", "case open, closed, lost", .identity, "Item.state", at: "enum State", file: live),
        Row("case open, closed", "case open", .identity, "Item.state", at: "enum State", file: live),
        Row("case open, closed", "case closed, open", .physical, "Item.state", at: "enum State", file: live),
        // Structs
        Row(
            "var height: Double\n", "var height: Double\n    var depth: Double\n", .identity, "Item.size",
            at: "struct Size", file: live),
        Row("    var height: Double\n", "", .identity, "Item.size", at: "struct Size", file: live),
        Row("var height: Double\n", "var height: Float\n", .identity, "Item.size", at: "struct Size", file: live),
        Row(
            "var width: Double\n    var height: Double", "var height: Double\n    var width: Double", .physical,
            "Item.size",
            at: "struct Size", file: live),
        Row("var factor: Double", "var factor: Float", .identity, "Item.size", at: "struct Unit", file: live),
        Row("var symbol: String\n", "", .identity, "Item.maybeSize", at: "struct Unit", file: live),
        Row("var height: Double\n", "var height: Float\n", .identity, "Item.sizes", at: "struct Size", file: live),
        retype("size", "Size", "Size?"),
        // Names
        Row("var plain: String", "var plainer: String", .identity, "Item.plain", at: "final class Item"),
        Row("var plain: String", "var Plain: String", .identity, "Item.Plain", at: "var Plain"),
        Row("class Lone {", "class Loner {", .identity, "Loner"),
        Row("class Lone {", "class LONE {", .identity, "LONE"),
        // Properties and models
        Row("    var plain: String\n", "", .identity, "Item.plain", at: "final class Item"),
        Row(
            "var plain: String\n", "var plain: String\n        var extra: Int?\n", .identity, "Item.extra",
            at: "var extra"),
        Row(
            "[Item.self, Box.self, Tag.self, Lone.self]", "[Item.self, Box.self, Tag.self, Lone.self, Solo.self]",
            .identity, "Solo",
            at: "class Solo"),
        Row("@Transient var cache: Int = 0", "var cache: Int = 0", .identity, "Item.cache"),
        Row("Tag.self, Lone.self]", "Tag.self]", .identity, "Lone", at: "enum ShopSchemaV1"),
        // A live class that two versions share
        Row("var text: String", "var text: String\n    var hue: Int?", .identity, "Tag.hue", at: "var hue", file: live),
        // Only one platform
        Row(
            "#if os(iOS)\n", "#if os(iOS)\n            models.append(Solo.self)\n", .identity, "Solo", at: "class Solo"
        ),
        // The version identifier
        Row("Schema.Version(1, 0, 0)", "Schema.Version(1, 0, 1)", .silent, "", at: "versionIdentifier"),
    ]

    /// Additional declarations that some rows need.
    static let extras = """
        import SwiftData
        extension ShopSchemaV1 {
            @Model final class Solo { var name: String = "" ; init() {} }
        }
        """

    @Test(arguments: rows)
    func isFoundWithItsPropertyLineAndKind(_ row: Row) throws {
        let project = try TestProject(EditedVersions.sources.merging(["Sources/App/Extras.swift": Self.extras]) { $1 })
        let frozen = try project.freeze()
        #expect(frozen.allSatisfy { if case .frozen = $0.result { true } else { false } }, "\(frozen)")
        #expect(try project.check().findings.isEmpty)

        if row.new.contains("Part.other") {
            try project.edit(EditedVersions.file, "var item: Item?\n", "var item: Item?\n        var other: Item?\n")
        }
        try project.edit(row.file, row.old, row.new)
        // The list of models needs a renamed model's new name.
        if row.old.hasPrefix("class Lone") {
            try project.edit(EditedVersions.file, "Lone.self", row.subject + ".self")
        }
        let check = try project.check()
        let source = Dictionary(
            uniqueKeysWithValues: try [
                EditedVersions.file, EditedVersions.liveFile, EditedVersions.planFile, "Sources/App/Extras.swift",
            ].map { ($0, try project.text($0).split(separator: "\n", omittingEmptySubsequences: false)) })
        let matching = check.findings.filter { finding in
            guard let location = finding.location, let lines = source[location.file] else { return false }
            let line = lines[location.line - 1]
            let anchor = row.line.split(separator: "\n").last.map(String.init) ?? row.line
            guard line.contains(anchor.trimmingPrefix(while: { $0 == " " })) else { return false }
            if finding.code == "PF0107" { return row.subject.isEmpty }
            if case .typeEdit(let edit)? = finding.subject, !edit.properties.contains(row.subject) { return false }
            let refersToType = if case .typeEdit? = finding.subject { true } else { false }
            return finding.change?.kind == row.kind
                && (refersToType || finding.change?.subject.hasPrefix(row.subject) == true)
        }
        #expect(
            !matching.isEmpty,
            "\(check.findings.map { "\($0.location.map(\.description) ?? "-") \($0.what) [\($0.change?.kind.rawValue ?? "-")] \($0.change?.subject ?? "")" })"
        )
        let report = check.versions.first { $0.schema == "ShopSchemaV1" }
        #expect(report?.status == .drifted)
        #expect(report?.drift == row.kind)
    }

    @Test(arguments: [
        ("    var price: Int = 1\n", "    // A comment\n    /* var ghost: Int */ var price: Int = 1 // = 2\n"),
        ("        var sku: String\n        var name: String\n", "        var name: String\n        var sku: String\n"),
        ("var computed: Int { 1 }", "var computed: Int { 2 }\n        var other: String { get { \"\" } }"),
        ("func method() {}", "func method() { print(1) }\n        static let shared = 1\n        lazy var slow = 2"),
        ("@Transient var cache: Int = 0", "@Transient var cache: String = \"\""),
        ("    @Transient var cache: Int = 0\n", ""),
        ("var plain: String\n", "private(set) public var plain: String { didSet { print(oldValue) } }\n"),
        ("var note: String?", "var note: Optional<String>"),
        ("var made: Date", "var made: Foundation.Date"),
        ("var exact: Double", "var exact: TimeInterval"),
        ("init() {}", "init(count: Int = 5) {}"),
        ("deleteRule: .cascade, inverse", "deleteRule: Schema.Relationship.DeleteRule.cascade, inverse"),
    ])
    func whatIsNotStoredPasses(_ old: String, _ new: String) throws {
        let project = try TestProject(EditedVersions.sources)
        try project.freeze()
        try project.edit(EditedVersions.file, old, new)
        let check = try project.check()
        #expect(check.findings.isEmpty, "\(check.findings.map { $0.what })")
    }

    /// A new case of an enum with raw values, and of one inside encoded values, changes no existing row.
    @Test(arguments: [
        ("case grid, list", "case grid, list, map", "enum Mode"),
        (
            "case low = 1, high = 2", "case low = 1, high = 2, top = 3",
            "enum Level"
        ),
        ("case fast", "case fast, slow(Int)", "enum Pace"),
    ])
    func aNewCaseIsANote(_ old: String, _ new: String, _ line: String) throws {
        let pace = "import SwiftData\nenum Pace: Codable { case fast }\n"
        var sources = EditedVersions.sources
        sources[Self.live] = (sources[Self.live] ?? "") + "\n" + pace.replacing("import SwiftData\n", with: "")
        sources[EditedVersions.file] = sources[EditedVersions.file]?.replacing(
            "var tags: [String]", with: "var tags: [String]\n            var paces: [Pace] = []")
        let project = try TestProject(sources)
        try project.freeze()
        try project.edit(Self.live, old, new)
        let check = try project.check()
        #expect(check.findings.map(\.severity) == [.note], "\(check.findings.map(\.what))")
        #expect(check.findings.first?.code == "PF0102")
        #expect(check.versions.allSatisfy { $0.status == .unchanged })
        let lines = try project.text(Self.live).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(check.findings.first?.location.map { lines[$0.line - 1].contains(line) } == true)
    }

    @Test func aNewCaseThatReplacesAnotherIsDrift() throws {
        let project = try TestProject(EditedVersions.sources)
        try project.freeze()
        try project.edit(Self.live, "case grid, list", "case grid, map")
        let findings = try project.check().findings
        #expect(findings.map(\.severity) == [.error], "\(findings.map(\.what))")
    }

    @Test func theOrderOfCasesWithRawValuesIsNotDrift() throws {
        let project = try TestProject(EditedVersions.sources)
        try project.freeze()
        try project.edit(EditedVersions.liveFile, "case grid, list", "case list, grid")
        #expect(try project.check().findings.isEmpty)
    }

    @Test func movingAModelToAnotherFileIsNotDrift() throws {
        let project = try TestProject(EditedVersions.sources)
        try project.freeze()
        let box = """
                @Model final class Box {
                    var title: String
                    init() {}
                }

            """
        let indented = box.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n")
        try project.edit(
            EditedVersions.file, "    @Model final class Box {\n        var title: String\n        init() {}\n    }\n",
            "")
        try project.folder.write(
            "import SwiftData\nextension ShopSchemaV1 {\n\(indented)}\n", to: "Sources/App/Box.swift")
        #expect(try project.check().findings.isEmpty)
    }
}
