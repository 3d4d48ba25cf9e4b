import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost check` of a frozen version whose model is unchanged, while the code that stores its values changed.
@Suite struct FrozenCodeTests {
    private static let source = """
        import SwiftData
        import Foundation

        enum Mode: String, Codable { case a, b }
        enum Step: Codable { case walk(length: Int), rest }
        struct Place: Codable { var name: String; var height: Double? }
        struct Tag: Codable { var word: String }
        struct Rank: Codable { var number: Int }
        struct Spot: Codable { var left: Int; var top: Int }

        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Walk.self] }

            @Model final class Walk {
                var title: String = ""
                @Attribute(.externalStorage) var photo: Data?
                var places: [Place] = []
                var home: Place?
                var tags: [Tag] = []
                var labels: [String: Tag] = [:]
                var ranks: [Mode: Rank] = [:]
                var spot: Spot?
                var steps: [Step] = []
                var mode: Mode = Mode.a
                init() {}
            }
        }
        """

    /// The source with types and properties that use other code.
    private static let whole = source.replacing(
        "enum V1",
        with: """
            struct Kept<Value: Codable>: Codable { var value: Value }
            struct Pile: Codable { var top: Kept<Int>; var rest: [Kept<String>] }
            enum Choice<Value: Codable>: Codable { case one(Value), many([Value]) }
            typealias Number = Kept<Int>
            struct Word: Codable {
                var word: String
                enum CodingKeys: String, CodingKey { case word }
                init(from decoder: Decoder) throws {
                    word = Self.clean(try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .word))
                }
                static func clean(_ text: String) -> String { trimmed(text) }
            }
            func trimmed(_ text: String) -> String { text }

            enum V1
            """
    ).replacing(
        "init() {}",
        with: """
            var words: [Word] = []
            var kept: Kept<Rank>?
            var keptNumbers: [Kept<Int>] = []
            var named: Number?
            var nested: Kept<Kept<Double>>?
            var piles: [Pile] = []
            var pile: Pile?
            var choice: Choice<Date>?
            var inferred = Kept(value: 1)
            var start: Place = Place(name: "a", height: 1)
            @Attribute(.transformable(by: ColorTransformer.self)) var color: NSObject?
            init() {}
            """)

    /// An edit of the source, and what a check gives.
    struct Edit: Sendable, CustomTestStringConvertible {
        let name: String
        let old: String
        let new: String
        let status: Int32
        let words: [String]

        var testDescription: String { name }

        init(_ name: String, _ old: String, _ new: String, _ status: Int32, _ words: String...) {
            (self.name, self.old, self.new, self.status, self.words) = (name, old, new, status, words)
        }
    }

    private static let place = "var name: String; var height: Double?"
    private static let tag = "struct Tag: Codable { var word: String }"
    private static let required = """
        enum CodingKeys: String, CodingKey { case word }
            init(from decoder: Decoder) throws {
                word = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .word)
            }
        """

    /// The keys of another enum aren't read.
    private static let own = """
        enum Other: String, CodingKey { case word = "w" }
            init(from decoder: Decoder) throws {
                word = try decoder.container(keyedBy: Other.self).decode(String.self, forKey: .word)
            }
        """

    /// Returns fields with keys whose protocol has a property with a default.
    private static func keyed(_ property: String) -> String {
        """
        \(place); enum CodingKeys: String, CodingKey, Marked { case name, height } }
        protocol Marked: RawRepresentable where RawValue == String {}
        extension Marked { var \(property): String { "x" + rawValue } }
        struct Rest { var count: Int
        """
    }

    static let edits = [
        Edit("the same", "Mode.a\n", "Mode.a // the first\n", 0, "1 version unchanged"),
        Edit(
            "the key of a field", place, place + "; enum CodingKeys: String, CodingKey { case name = \"n\", height }",
            1,
            "the coding key of Place.name changed from \"name\" to \"n\"", "under the key \"name\"", "PF0102"),
        Edit(
            "the key of an optional field", place,
            place + "; enum CodingKeys: String, CodingKey { case name, height = \"h\" }", 1,
            "the coding key of Place.height changed"),
        Edit(
            "a field without a key", place, place + "; enum CodingKeys: CodingKey { case name }", 1,
            "Place.height no longer has a coding key"),
        Edit(
            "the same keys", place, place + "; enum CodingKeys: String, CodingKey { case height, name }", 0,
            "1 version unchanged"),
        Edit(
            "the key of a case", "rest }", "rest; enum CodingKeys: String, CodingKey { case walk = \"w\", rest } }", 1,
            "the coding key of Step.walk changed"),
        Edit(
            "the key of a field with a column", "var top: Int",
            "var top: Int; enum CodingKeys: String, CodingKey { case left, top = \"t\" }",
            0, "warning", "the coding key of Spot.top changed", "because the parts of Spot have columns of their own",
            "Revert Spot's keys"),
        Edit(
            "the key of an associated value", "rest }",
            "rest; enum WalkCodingKeys: String, CodingKey { case length = \"l\" } }", 1,
            "the coding key of Step.walk.length changed from \"length\" to \"l\"",
            "Existing rows have Step.walk.length under the key \"length\""),
        Edit(
            "the key of an associated value in an extension", "struct Rank",
            "extension Step { enum WalkCodingKeys: String, CodingKey { case length = \"l\" } }\nstruct Rank", 1,
            "the coding key of Step.walk.length changed"),
        Edit(
            "an associated value without a key", "walk(length: Int), rest }",
            "walk(length: Int = 1), rest; enum WalkCodingKeys: CodingKey {} }", 1,
            "Step.walk.length no longer has a coding key"),
        Edit(
            "the same keys of an associated value", "rest }",
            "rest; enum WalkCodingKeys: String, CodingKey { case length } }", 0, "1 version unchanged"),
        Edit(
            "the keys of no case", "rest }",
            "rest; enum RunCodingKeys: String, CodingKey { case length = \"l\" } }", 0, "1 version unchanged"),
        Edit(
            "an alias for the keys of an associated value", "rest }", "rest; typealias WalkCodingKeys = Lengths }", 0,
            "Step.CodingKeys changed", "It isn't known whether existing rows still decode"),
        Edit(
            "a new name for a case that keeps its raw value", "Codable { case a, b }",
            "Codable { case a; case c = \"b\" }", 0, "note", "Mode has renamed cases since",
            "Every row still decodes"),
        Edit(
            "two cases that swap their raw values", "Codable { case a, b }",
            "Codable { case a = \"b\"; case b = \"a\" }", 1, "Mode.a changed"),
        Edit(
            "a removed case whose raw value another case takes", "Codable { case a, b }",
            "Codable { case a = \"b\" }", 1, "no longer decodes"),
        Edit(
            "the key in a dictionary's value", "var number: Int",
            "var number: Int; enum CodingKeys: String, CodingKey { case number = \"n\" }",
            1, "the coding key of Rank.number changed", "Walk.kept and Walk.ranks store it"),
        Edit(
            "an alias for the keys", place, place + "; typealias CodingKeys = PlaceKeys", 0,
            "Place.CodingKeys changed", "It isn't known whether existing rows still decode"),
        Edit(
            "an own decoder that reads the same keys", tag,
            "struct Tag: Codable { var word: String\n\(required) }", 0, "note", "Tag.init(from:) was added",
            "Every row still decodes"),
        Edit(
            "an own decoder", tag, "struct Tag: Codable { var word: String\n\(own) }", 0, "warning",
            "Tag.init(from:) was added", "It isn't known whether existing rows still decode",
            "record it: permafrost freeze 1.0.0 --force"),
        Edit(
            "an own decoder in an extension", tag, "\(tag)\nextension Tag { \(own) }", 0, "warning",
            "Tag.init(from:) was added"),
        Edit(
            "an own encoder", tag,
            """
            struct Tag: Codable { var word: String
                func encode(to encoder: Encoder) throws { try encoder.encode(word) }
            }
            """, 0, "warning", "Tag.encode(to:) was added", "It isn't known whether existing rows still decode"),
        Edit(
            "a decoder that reads another type", tag,
            "struct Tag: Codable { var word: String\n\(required.replacing("String.self", with: "Name.self")) }", 0,
            "warning", "Tag.init(from:) was added", "It isn't known whether existing rows still decode"),
        Edit(
            "a decoder that throws", tag,
            "struct Tag: Codable { var word: String\n\(required.replacing("word = try", with: "if word.isEmpty { throw Bad() }; word = try")) }",
            0, "warning", "Tag.init(from:) was added", "It isn't known whether existing rows still decode"),
        Edit(
            "the keys of another type", tag,
            "struct Tag: Codable { var word: String\n\(required.replacing("keyedBy: CodingKeys", with: "keyedBy: Old.CodingKeys")) }",
            0, "warning", "Tag.init(from:) was added", "It isn't known whether existing rows still decode"),
        Edit(
            "a decoder that drops a field", "struct Spot: Codable { var left: Int; var top: Int }",
            """
            struct Spot: Codable { var left: Int = 0; var top: Int = 0
                enum CodingKeys: String, CodingKey { case left, top }
                init(from decoder: Decoder) throws {
                    left = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .left)
                }
            }
            """, 0, "warning", "Spot.init(from:) was added", "It isn't known whether existing rows still decode"),
        Edit(
            "keys with strings from code", place,
            place + "; enum CodingKeys: String, CodingKey { case name, height; var stringValue: String { \"x\" } }", 0,
            "warning", "the stored form", "It isn't known whether existing rows still decode"),
        Edit(
            "keys with strings from a protocol's extension", place, keyed("stringValue"), 0, "warning",
            "the stored form", "It isn't known whether existing rows still decode"),
        Edit("keys with titles from a protocol's extension", place, keyed("title"), 0, "1 version unchanged"),
        Edit(
            "a field that is never decoded", "var number: Int", "let number: Int = 1", 0, "warning",
            "the stored form", "It isn't known whether existing rows still decode"),
        Edit("an attribute of a field", place, "@available(*, deprecated) " + place, 0, "1 version unchanged"),
        Edit(
            "an attribute of another module", "var title", "@Marks.Transient var title", 2,
            "@Marks.Transient title instead of none"),
        Edit(
            "a decoder of an enum", "enum Mode: String, Codable { case a, b }",
            "enum Mode: String, Codable { case a, b\n init(from decoder: Decoder) throws { self = .a } }", 0, "warning",
            "Mode.init(from:) was added"),
        Edit(
            "a macro of the class", "@Model final", "@Audited @Model final", 2,
            "Walk has other macros than when the version was frozen (@Audited instead of none)"),
        Edit("a macro of a property", "var title", "@Tracked var title", 2, "@Tracked title instead of none"),
        Edit(
            "a macro of a struct", "struct Place", "@Keyed struct Place", 2,
            "Walk.home has other macros than when the version was frozen (@Keyed instead of none)"),
        Edit("a macro that adds members", "var title", "#stored(\"more\")\nvar title", 2, "#stored instead of none"),
        Edit(
            "a macro of the version", "enum V1", "@Audited enum V1", 2, "V1 has other macros",
            "@Audited instead of none"),
        Edit(
            "a macro of the list", "static var models", "@Listed static var models", 2, "@Listed models instead of none"
        ),
        Edit(
            "a macro in the version", "enum V1: VersionedSchema {", "enum V1: VersionedSchema { #listed", 2, "#listed"),
        Edit(
            "a generic type's argument", "kept: Kept<Rank>?", "kept: Kept<Place>?", 1, "Walk.kept stores it",
            "from struct { value: struct { number: Int } } to struct { value: struct { height: Double?, name: String } }"
        ),
        Edit(
            "a generic type's argument in an array", "[Kept<Int>] =", "[Kept<String>] =", 1,
            "Existing rows store Kept.value as Int, but the app reads the value as String"),
        Edit("a generic type's argument in an alias", "Number = Kept<Int>", "Number = Kept<String>", 1, "Walk.named"),
        Edit("a nested argument", "Kept<Kept<Double>>", "Kept<Kept<String>>", 1, "Walk.nested"),
        Edit("an argument in a struct", "top: Kept<Int>", "top: Kept<Date>", 1, "Walk.piles"),
        Edit("an argument of an enum", "Choice<Date>?", "Choice<Int>?", 1, "Walk.choice"),
        Edit("an argument that is inferred", "Kept(value: 1)", "Kept(value: \"1\")", 1, "Walk.inferred"),
        Edit(
            "a field of an argument", "struct Rank: Codable { var number: Int",
            "struct Rank: Codable { var number: String", 1, "Walk.kept"),
        Edit("a field of a generic type", "var value: Value }", "var value: Value; var count: Int }", 1, "Kept.count"),
        Edit(
            "the keys of a generic type", "var value: Value }",
            "var value: Value; enum CodingKeys: String, CodingKey { case value = \"v\" } }", 1,
            "the coding key of Kept.value changed"),
        Edit(
            "the decoder of a generic type", "var value: Value }",
            "var value: Value; init(from decoder: Decoder) throws { value = try make(decoder) } }", 0,
            "warning", "Kept.init(from:) was added"),
        Edit("the same argument by another name", "kept: Kept<Rank>?", "kept: Optional<Kept<Rank>>", 0, "unchanged"),
        Edit("a comment in a function", "-> String { text }", "-> String { /* all */ text }", 0, "1 version unchanged"),
        Edit(
            "a method of a generic struct", "var value: Value", "var value: Value; func get() -> Value { value }", 0,
            "1 version unchanged"),
        Edit(
            "another function of all decoders", "// containers",
            """
            extension KeyedDecodingContainer { func lossy(_ key: Key) -> String? { nil } }
            """, 0, "1 version unchanged"),
        Edit(
            "the memberwise initializer", place,
            place
                + "; init(name: String, height: Double?) { self.name = name; self.height = height }", 0,
            "1 version unchanged"),
        Edit(
            "an initializer with other values", place,
            place
                + "; init(name: String, height: Double?) { self.name = name + name; self.height = height }", 1,
            "the default of Walk.start changed"),
        Edit("an attribute of the compiler", "@Model final", "@available(iOS 17, *) @Model final", 0, "unchanged"),
        Edit(
            "a constant with the same option", "@Attribute(.externalStorage)", "@Attribute(.large)", 0, "unchanged"),
        Edit(
            "an unknown option", "@Attribute(.externalStorage)", "@Attribute(.huge)", 2,
            "The option .huge can't be read"),
        Edit(
            "a variable with an option", "@Attribute(.externalStorage)", "@Attribute(.varying)", 2,
            "The option .varying can't be read"),
        Edit(
            "an option that hides SwiftData's", "static var large: Self",
            "static var externalStorage: Self { .spotlight }\n static var large: Self",
            1, "Walk.photo is no longer stored externally"),
    ]

    private static let options = """
        import SwiftData

        extension Schema.Attribute.Option {
            static var large: Self { .externalStorage }
            nonisolated(unsafe) static var varying: Schema.Attribute.Option = .externalStorage
        }
        // containers

        final class ColorTransformer: ValueTransformer {
            override func transformedValue(_ value: Any?) -> Any? { shown(value) }
            private func shown(_ value: Any?) -> Any? { value }
        }
        """

    /// The second check reads the declarations and the fixture from the cache.
    @Test(arguments: edits) func anEdit(_ edit: Edit) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.whole, to: "Sources/App/Models.swift")
        try folder.write(Self.options, to: "Sources/App/Options.swift")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(try Tool.run("check", in: folder).status == 0)
        let file = Self.whole.contains(edit.old) ? "Models" : "Options"
        try folder.edit("Sources/App/\(file).swift", edit.old, edit.new)
        for _ in 0..<2 {
            let check = try Tool.run("check", in: folder)
            #expect(check.status == edit.status, "\(check)")
            for words in edit.words {
                #expect((check.output + check.errors).contains(words), "\(words) in \(check)")
            }
        }
    }

    /// Own code that was accepted isn't reported again until it changes.
    @Test func aNewDigestIsReportedOnce() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source, to: "Sources/App/Models.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit(
            "Sources/App/Models.swift", Self.tag, "struct Tag: Codable { var word: String\n\(Self.own) }")
        #expect(try Tool.run("check", in: folder).output.contains("Tag.init(from:) was added"))
        #expect(try Tool.run("freeze", "1.0.0", "--force", in: folder).status == 0)
        #expect(try Tool.run("check", in: folder).output.contains("1 version unchanged"))
        try folder.edit("Sources/App/Models.swift", "forKey: .word)\n", "forKey: Other.word)\n")
        #expect(try Tool.run("check", in: folder).output.contains("Tag.init(from:) changed"))
    }

    /// A fixture that doesn't record the code isn't compared.
    @Test func aFixtureWithoutARecord() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source, to: "Sources/App/Models.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let model = "Fixtures/1.0.0/schema-1_0_0.json"
        let old = Digest.hex(Digest.sha256(try FileAccess.read(folder.path(model))))
        try folder.edit(model, "  \"code\": {},\n", "")
        let new = Digest.hex(Digest.sha256(try FileAccess.read(folder.path(model))))
        try folder.edit("Fixtures/1.0.0/schema-1_0_0.sha256", old, new)
        try folder.edit(
            "Sources/App/Models.swift", Self.tag, "struct Tag: Codable { var word: String\n\(Self.own) }")
        let check = try Tool.run("check", in: folder)
        #expect(check.output.contains("1 version unchanged"), "\(check)")
    }

    /// The record comes with a checkout.
    @Test(arguments: ["", ".", "Walk.[1]", "Walk.places[0]", "Walk.places[-5]", "Walk.places[99]"])
    func aHostilePathIsIgnored(_ path: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source, to: "Sources/App/Models.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let model = "Fixtures/1.0.0/schema-1_0_0.json"
        let old = Digest.hex(Digest.sha256(try FileAccess.read(folder.path(model))))
        try folder.edit(model, "\"code\": {}", "\"code\": {\"\(path)\": {\"decoder\": \"ab\"}}")
        let new = Digest.hex(Digest.sha256(try FileAccess.read(folder.path(model))))
        try folder.edit("Fixtures/1.0.0/schema-1_0_0.sha256", old, new)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }
}
