import PermafrostTestSupport
import Testing

/// `new-version` after an edit of an enum with raw values and of a model. The shipped version gets the enum that
/// shipped.
@Suite struct EditedEnumTests {
    private static func idiom() -> VersionIdiom {
        var idiom = VersionIdiom.freezeBehind
        idiom.files["Sources/App/Kind.swift"] =
            "enum Kind: String, Codable {\n    case day, week\n\n    var title: String { rawValue }\n}\n"
        let path = "Sources/App/Trip.swift"
        idiom.files[path] = idiom.files[path]?.replacing(
            "var start: Date?", with: "var start: Date?\n    var kind: Kind = Kind.day")
        return idiom
    }

    @Test(arguments: ["case day, week", "case day, week, month", "case day"])
    func theEnumIsFrozen(_ cases: String) throws {
        let project = try NextVersionTests.Shipped(Self.idiom())
        let shipped = try project.checksums()
        try project.edit()
        try project.folder.edit("Sources/App/Kind.swift", "case day, week", cases)
        let result = try Tool.run("new-version", in: project.folder)
        #expect(result.status == (cases == "case day" ? 1 : 0), "\(result)")
        #expect(try project.checksums()["2.0.0"] == shipped["2.0.0"])
        let frozen = try project.text("Sources/App/SchemaV2+Frozen.swift")
        let isEdited = cases != "case day, week"
        #expect(frozen.contains("enum Kind: String, Codable {\n        case day, week\n    }") == isEdited, "\(frozen)")
        #expect(!frozen.contains("title"))
        let check = try Tool.run("check", in: project.folder)
        #expect(check.status == 0, "\(check)")
    }
}
