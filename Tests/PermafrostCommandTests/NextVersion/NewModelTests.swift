import Foundation
import PermafrostTestSupport
import Testing

/// `new-version` with model classes that no version lists.
@Suite struct NewModelTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var idiom = VersionIdiom.freezeBehind
        /// Whether shipped models are edited, too.
        var isEdited = false
        var edit: [(path: String, old: String, new: String)] = []
        /// The text of a new file.
        var text: String? = tag
        /// The path of the next version's file, and a text in it.
        var path = "Sources/App/SchemaV3.swift"
        var list = "[Trip.self, Stop.self, Tag.self]"

        var testDescription: String { name }
    }

    private static let tag =
        VersionIdiom.imports + VersionIdiom.model("Tag", "var label = \"\"\nvar trip: Trip?\ninit() {}")
    private static let nestedTag = VersionIdiom.model("Tag", "var label = \"\"\ninit() {}", indent: "    ")

    static let cases = [
        Case(name: "beside models that shipped"),
        Case(name: "along with an edit", isEdited: true),
        Case(
            name: "that an edited model leads to",
            edit: [("Sources/App/Trip.swift", "var start: Date?", "var start: Date?\n    var tags: [Tag] = []")],
            text: VersionIdiom.imports
                + VersionIdiom.model("Tag", "var label = \"\"\nvar trips: [Trip] = []\ninit() {}")),
        Case(
            name: "beside shared models", idiom: .appended.replacing("Tag", with: "Label", "labels"),
            list: "SchemaV1.models + [Label.self, Tag.self]"),
        Case(
            name: "in an extension of an alias", idiom: .movingAlias,
            edit: [
                ("Sources/App/Models.swift", "extension CurrentSchema {\n", "extension CurrentSchema {\n" + nestedTag)
            ],
            text: nil),
        Case(
            name: "nested in the version", idiom: .copyForward, isEdited: true,
            edit: [("Sources/App/SchemaV2.swift", "Stop.self] }\n", "Stop.self] }\n" + nestedTag)], text: nil),
        Case(
            name: "a list over lines",
            idiom: .freezeBehind.replacing(
                "[Trip.self, Stop.self] }\n}\n",
                with:
                    "\n        [\n            Trip.self,  // the trips\n            Stop.self,\n        ]\n    }\n}\n",
                "lines"),
            list: "[\n            Trip.self,  // the trips\n            Stop.self,\n            Tag.self,\n        ]"),
    ]

    @Test(arguments: cases) func aNewModelIsListed(_ row: Case) throws {
        let project = try NextVersionTests.Shipped(row.idiom)
        let shipped = try project.checksums()
        if row.isEdited { try project.edit() }
        for (path, old, new) in row.edit { try project.folder.edit(path, old, new) }
        if let text = row.text { try project.folder.write(text, to: "Sources/App/NewTag.swift") }
        let before = try project.files()

        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        #expect(written.output.contains("Tag wasn't in any version and was added"), "\(written)")
        #expect(!written.output.contains("Until SchemaV3 is edited"), "\(written)")
        let text = try project.text(row.path)
        #expect(text.contains(row.list), "\(text)")
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
        #expect(after["3.0.0"] != nil && after["3.0.0"] != after["2.0.0"])
        let check = try Tool.run("check", in: project.folder)
        #expect(check.status == 0, "\(check)")

        let undo = try Tool.run("new-version", "--undo", in: project.folder)
        #expect(undo.status == 0, "\(undo)")
        #expect(try project.files() == before)
    }

    @Test func aModelCanBeLeftOut() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.edit()
        try project.folder.write(Self.tag, to: "Sources/App/Tag.swift")
        let written = try Tool.run("new-version", "--without", "Tag", in: project.folder)
        #expect(written.status == 0 && !written.output.contains("Tag"), "\(written)")
        #expect(try !project.text("Sources/App/SchemaV3.swift").contains("Tag"))
    }

    /// A class that existed when the newest version shipped, and that no version lists, is omitted on purpose.
    @Test func anOldOneIsNotListed() throws {
        var idiom = VersionIdiom.freezeBehind
        idiom.files["Sources/App/Tag.swift"] = Self.tag
        let project = try NextVersionTests.Shipped(idiom)
        try project.edit()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0 && !written.output.contains("Tag"), "\(written)")
    }

    @Test func aListMadeByCode() throws {
        let project = try NextVersionTests.Shipped(
            .freezeBehind.replacing(
                "static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }\n}\n",
                with: "static let models = SchemaV1.live\n}\n", "list elsewhere"
            ).replacing(
                "enum SchemaV1: VersionedSchema {\n",
                with:
                    "enum SchemaV1: VersionedSchema {\n    static let live: [any PersistentModel.Type] = [App.Trip.self, App.Stop.self]\n",
                "list elsewhere"))
        try project.folder.write(Self.tag, to: "Sources/App/Tag.swift")
        let result = try Tool.run("new-version", in: project.folder)
        // The next version has a list of its own, with the new model.
        #expect(result.status == 0, "\(result)")
        let written = try project.files().filter { $0.key.hasSuffix("SchemaV3.swift") }.values.first
        #expect(written.map { String(decoding: $0, as: UTF8.self).contains("Tag.self") } == true, "\(result)")
    }
}
