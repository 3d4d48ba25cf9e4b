import Testing

@testable import PermafrostSource

/// Property lists in both text formats, and texts that aren't property lists.
@Suite struct PropertyListTests {
    private static func parse(_ text: String) throws -> PropertyList {
        try parse(Array(text.utf8))
    }

    private static func parse(_ bytes: [UInt8]) throws -> PropertyList {
        try bytes.withUnsafeBufferPointer { try PropertyList(parsing: $0) }
    }

    private static func isRead(_ text: String) -> Bool { (try? parse(text)) != nil }

    private static let both: PropertyList = .dictionary([
        "name": .string("A & B"), "list": .array([.string("1"), .dictionary([:]), .array([])]), "empty": .string(""),
    ])

    @Test(arguments: [
        "{ name = \"A & B\"; list = (1, {}, ( ) ); empty = \"\"; }",
        "// !$*UTF8*$!\n{name='A & B';list=(1,{},(),);empty=\"\";}\n",
        "{ /* a */ name /* b */ = /* c */ \"A \\U0026 B\" // d\n; list = (\n1,\n{\n},\n(\n)\n); empty = <0f bd>; }",
        "\u{FEFF}{ name = \"A \\046 B\"; list = (1, {}, ()); empty = \"\"; }",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>name</key><string>A &amp; B</string>
        <!-- <dict> --><key>list</key><array><integer>1</integer><dict/><array></array></array>
        <key>empty</key><string/></dict></plist>
        """,
        "<plist><dict><key>name</key><string>A &#38; &#x42;</string><key>list</key><array><true/><dict></dict><array/></array>"
            + "<key>empty</key><data></data></dict></plist>",
    ])
    func isRead(_ text: String) throws {
        #expect(try Self.parse(text) == Self.both)
    }

    @Test(arguments: [
        ("\"a\\n\\t\\\"\\\\b\"", "a\n\t\"\\b"), ("App.swift", "App.swift"), ("\"<group>\"", "<group>"),
        ("../A-B_c+d/e.f", "../A-B_c+d/e.f"), ("\"Ünï\"", "Ünï"), ("Ünï", "Ünï"), ("\"\\UD800\"", "\u{FFFD}"),
        ("a//b", "a//b"), ("'it\"s'", "it\"s"),
    ])
    func textIsKept(_ written: String, _ expected: String) throws {
        #expect(try Self.parse("{ k = \(written); }") == .dictionary(["k": .string(expected)]))
    }

    @Test(arguments: [
        ("", "ends too early"), ("{", "ends too early"), ("{ a = 1 }", "semicolon in line 1"),
        ("{ a; }", "has no value"),
        ("{ a = ; }", "expected a value"), ("(1 2)", "a list doesn't end"), ("{} x", "there is content after"),
        ("{ a = \"b; }", "a string doesn't end"), ("{}/*", "a comment doesn't end"), ("<0g>", "hexadecimal"),
        ("{\n<<<<<<< HEAD\na = 1;\n}", "in line 2"), ("bplist00", "no project object"),
        ("<plist><dict>", "ends too early"), ("<plist><dict><string/></dict></plist>", "a key is missing"),
        ("<plist><table/></plist>", "unknown property list element"),
        ("<plist><string>&x;</string></plist>", "unknown entity"),
        ("<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><dict/></plist>", "contains declarations"),
        ("<plist><string><b/></string></plist>", "contains an element"), ("<plist/>", "no value"),
        ("<plist><dict/></plist>x", "there is content after"), ("{ objects = {}; }", "no project object"),
    ])
    func isRefused(_ text: String, _ reason: String) {
        let list = Array(text.utf8).withUnsafeBufferPointer {
            XcodeProject.targets(
                at: "A.xcodeproj/project.pbxproj", $0, files: FileIndex([]), packages: [])
        }
        #expect(list.failure?.contains(reason) == true, "\(list.failure ?? "read")")
    }

    @Test func nestingIsBounded() throws {
        for depth in [63, 64, 100_000] {
            for (open, close) in [("(", ")"), ("{ a = ", "; }")] {
                let text = String(repeating: open, count: depth) + "x" + String(repeating: close, count: depth)
                #expect(Self.isRead(text) == (depth < 64), "\(depth) of \(open)")
            }
            let text =
                "<plist>" + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
                + "</plist>"
            #expect(Self.isRead(text) == (depth <= 64), "\(depth)")
        }
    }

    /// A project file that is truncated or has a changed byte is rejected or read, and never traps.
    @Test func damageIsSurvived() throws {
        var file = ProjectFileText()
        file.file("F1", "A.swift")
        file.sharedFolder("S", path: "App", except: [("App", ["B.swift"])])
        file.target("App", sources: ["F1"], folders: ["S"])
        let xml = Self.xml(try Self.parse(file.text))
        for text in [file.text, "<?xml version=\"1.0\"?><plist>\(xml)</plist>"] {
            let bytes = Array(text.utf8)
            #expect(try Self.parse(bytes) == Self.parse(file.text))
            for end in bytes.indices {
                Self.look(Array(bytes[..<end]))
                var changed = bytes
                changed[end] = [0, 0xFF, UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "\"")][end % 5]
                Self.look(changed)
            }
        }
    }

    private static func look(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer {
            let index = FileIndex(["A.swift", "App/B.swift", "App/C.swift"])
            _ = XcodeProject.targets(at: "A.xcodeproj/project.pbxproj", $0, files: index, packages: [])
        }
    }

    static func xml(_ list: PropertyList) -> String {
        switch list {
        case .string(let text): "<string>\(text.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</string>"
        case .array(let elements): "<array>\(elements.map(xml).joined())</array>"
        case .dictionary(let members):
            "<dict>\(members.sorted { $0.key < $1.key }.map { "<key>\($0)</key>" + xml($1) }.joined())</dict>"
        }
    }
}
