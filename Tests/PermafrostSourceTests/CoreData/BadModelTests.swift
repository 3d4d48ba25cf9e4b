import PermafrostModel
import Testing

@testable import PermafrostSource

/// Invalid model files. Each is reported as an issue with a location, in bounded time and memory.
@Suite struct BadModelTests {
    private static func model(_ inside: String) -> String { "<?xml version=\"1.0\"?>\n<model>\n\(inside)\n</model>\n" }

    private static func entity(_ inside: String) -> String { model("<entity name=\"A\">\n\(inside)\n</entity>") }

    @Test(arguments: [
        ("", "notXML 1"), ("not xml", "notXML 1"), ("<model", "notXML 1"), ("<a></b>", "notXML 1"),
        ("<model>\n<entity name=\"A\">\n</model>", "notXML 3"), ("<plist/>", "notAModel 1"),
        ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><model/>", "encoding 1"), ("<model>\0</model>", "encoding 1"),
        ("<!DOCTYPE model [<!ENTITY a \"aaaa\">]>\n<model>&a;</model>", "entityDeclaration 1"),
        (
            "<!DOCTYPE a SYSTEM \"x>\" [\n<!ENTITY a SYSTEM \"file:///etc/passwd\">]><model>&a;</model>",
            "entityDeclaration 1"
        ),
        ("<model>\n<entity name=\"&a;\"/></model>", "notXML 2"),
        (model("<entity/>"), "missingAttribute 3"),
        (entity("<attribute attributeType=\"String\"/>"), "missingAttribute 4"),
        (entity("<attribute name=\"b\"/>"), "missingAttribute 4"),
        (entity("\n  <attribute name=\"b\"\n attributeType=\"Strin\"/>"), "invalidValue 5"),
        (entity("<attribute name=\"b\" attributeType=\"String\" optional=\"maybe\"/>"), "invalidValue 4"),
        (entity("<attribute name=\"b\" attributeType=\"Composite\"/>"), "unknownComposite 4"),
        (entity("<relationship name=\"b\"/>"), "missingAttribute 4"),
        (entity("<relationship name=\"b\" destinationEntity=\"Z\"/>"), "unknownName 4"),
        (entity("<relationship name=\"b\" destinationEntity=\"A\" inverseName=\"z\"/>"), "unknownName 4"),
        (
            entity("<attribute name=\"b\" attributeType=\"UUID\"/>\n<attribute name=\"b\" attributeType=\"UUID\"/>"),
            "duplicateProperty 5"
        ),
        (model("<entity name=\"A\"/>\n<entity name=\"A\"/>"), "duplicateEntity 4"),
        (model("<entity name=\"A\" parentEntity=\"B\"/>"), "unknownName 3"),
        (model("<entity name=\"A\" parentEntity=\"A\"/>"), "inheritanceCycle 3"),
    ])
    func eachErrorIsReportedAtItsLine(_ text: String, _ expected: String) throws {
        let contents = ModelContents(Array(text.utf8), file: "App.xcdatamodel/contents")
        #expect(contents.model == nil)
        let issue = try #require(contents.issues.first)
        #expect(issue.location.file == "App.xcdatamodel/contents")
        #expect(Self.words(issue) == expected)
    }

    /// Foundation's parser on Linux crashes at an instruction without data.
    @Test(arguments: ["<?x?>", "<?x  \n?>", "<?xml?>", "<?x y?>", "<!-- <?x?> -->", "<?a?><?b?>"])
    func instructionsAreSkipped(_ instruction: String) throws {
        let text = "<model>\n\(instruction)\n<entity name=\"A\"/>\n</model>"
        let contents = ModelContents(Array(text.utf8), file: "App.xcdatamodel/contents")
        #expect(contents.issues.isEmpty)
        #expect(contents.model?.entities.map(\.name) == ["A"])
    }

    /// An instruction that doesn't end isn't XML.
    @Test(arguments: ["<model><?x", "<model/><?x ?", "<?"])
    func anEndlessInstructionIsRefused(_ text: String) throws {
        let contents = ModelContents(Array(text.utf8), file: "App.xcdatamodel/contents")
        #expect(contents.model == nil)
        #expect(!contents.issues.isEmpty)
    }

    /// Xcode keeps the text of a default when the attribute's type changes.
    @Test(arguments: [
        ("Integer 16", "NO", DefaultValue.integer(0)), ("Integer 16", "YES", .integer(1)),
        ("Integer 32", "0.0", .integer(0)), ("Integer 64", "-3.0", .integer(-3)), ("Integer 64", " 7 ", .integer(7)),
        ("Integer 64", "9223372036854775807", .integer(.max)), ("Boolean", "0.0", .boolean(false)),
        ("Boolean", "true", .boolean(true)), ("Boolean", "2", .boolean(true)), ("Double", "NO", .double(0)),
        ("Float", "YES", .double(1)), ("Float", "1e3", .double(1000)), ("Decimal", "NO", .decimal("0")),
        ("Decimal", "0.10", .decimal("0.10")),
    ])
    func defaultsOfAnOldTypeAreRead(_ type: String, _ text: String, _ expected: DefaultValue) throws {
        let contents = try Self.contents(type: type, default: text)
        #expect(contents.issues.isEmpty)
        let attribute = try #require(contents.model?.entity(named: "A")?.attributes.first)
        #expect(attribute.defaultValue == expected)
    }

    @Test(arguments: [
        ("Integer 16", "70000"), ("Integer 64", "1.5"), ("Integer 64", "1e30"), ("Boolean", "maybe"), ("Double", "1,5"),
        ("Double", "inf"), ("Decimal", "12abc"), ("UUID", "x"), ("Binary", "AA=="), ("Date", "today"),
    ])
    func anUnreadableDefaultIsAWarningThatNamesItsAttribute(_ type: String, _ text: String) throws {
        let contents = try Self.contents(type: type, default: text)
        let issue = try #require(contents.issues.first)
        #expect(contents.issues.count == 1)
        #expect(issue.severity == .warning)
        #expect(issue.problem == .modelFile(.unreadableDefault(attribute: "A.b", text: text)))
        #expect(issue.location.line == 4)
        let attribute = try #require(contents.model?.entity(named: "A")?.attributes.first)
        #expect(attribute.defaultValue == nil)
        let without = ModelContents(
            Array(Self.entity("<attribute name=\"b\" attributeType=\"\(type)\"/>").utf8), file: "contents")
        #expect(try #require(contents.model).versionHashes == #require(without.model).versionHashes)
    }

    private static func contents(type: String, default text: String) throws -> ModelContents {
        let attribute = "<attribute name=\"b\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>"
        return ModelContents(Array(entity(attribute).utf8), file: "App.xcdatamodel/contents")
    }

    private static func words(_ issue: SourceIssue) -> String {
        let name =
            if case .modelFile(let problem) = issue.problem { "\(problem)" } else { "\(issue.problem)" }
        return "\(name.prefix { $0.isLetter }) \(issue.location.line)".replacing("notXML 0", with: "notXML 1")
    }

    @Test func depthAndNumbersAreBounded() {
        let deep = String(repeating: "<a>", count: 300_000)
        let wide = "<model>" + String(repeating: "<entity name=\"A\"/>", count: 300_000) + "</model>"
        let line =
            "<model>" + (0..<3_000).map { "<entity name=\"E\($0)\" parentEntity=\"E\($0 + 1)\"/>" }.joined()
            + "<entity name=\"E3000\"/></model>"
        let entities = "<model>" + (0..<5_000).map { "<entity name=\"E\($0)\"/>" }.joined() + "</model>"
        let composites =
            "<model><entity name=\"A\"><attribute name=\"b\" attributeType=\"Composite\" compositeName=\"C\"/></entity>"
            + "<composite name=\"C\"><attribute name=\"b\" attributeType=\"Composite\" compositeName=\"C\"/></composite></model>"
        for text in [deep, wide, line, entities, composites] {
            let contents = ModelContents(Array(text.utf8), file: "contents")
            #expect(contents.model == nil)
            #expect(!contents.issues.isEmpty)
        }
    }

    @Test func everyPrefixOfAModelIsReadOrRefused() {
        let bytes = Array(ModelXML(CoreDataOptionTests.everything).text.utf8)
        for count in stride(from: 0, to: bytes.count, by: 97) {
            let contents = ModelContents(Array(bytes.prefix(count)), file: "contents")
            #expect(contents.model == nil)
        }
    }
}
