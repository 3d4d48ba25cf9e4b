import Testing

@testable import PermafrostModel

@Suite struct ModelDocumentTests {
    /// A model with every shape that a document supports.
    static let everything = SchemaModel(
        entities: [
            Entity(
                name: "Post",
                properties: [
                    .attribute(Attribute(name: "title", type: .string, defaultValue: .string("a \"b\"\n\u{1}ü"))),
                    .attribute(
                        Attribute(name: "count", type: .int64, defaultValue: .integer(.min), shape: .scalar("UInt"))),
                    .attribute(Attribute(name: "ratio", type: .double, defaultValue: .double(1))),
                    .attribute(Attribute(name: "limit", type: .double, defaultValue: .double(.infinity))),
                    .attribute(Attribute(name: "flag", type: .boolean, defaultValue: .boolean(true))),
                    .attribute(Attribute(name: "price", type: .decimal, defaultValue: .decimal("1.50"))),
                    .attribute(Attribute(name: "at", type: .date, defaultValue: .date(-0.1))),
                    .attribute(
                        Attribute(name: "blob", type: .binary, isExternalStorage: true, defaultValue: .data([0, 255]))),
                    .attribute(Attribute(name: "id", type: .uuid, defaultValue: .expression("UUID()"))),
                    .attribute(Attribute(name: "fixed", type: .uuid, defaultValue: .uuid(Array(0..<16)))),
                    .attribute(
                        Attribute(
                            name: "tags", type: .transformable, isOptional: true, defaultValue: .array([.string("a")]),
                            valueClassName: "Array<Tag>", valueTransformerName: "NSSecureUnarchiveFromData",
                            shape: .array(
                                .structure([
                                    .init(name: "kids", shape: .optional(.array(.recursion(0)))),
                                    .init(
                                        name: "map",
                                        shape: .dictionary(key: .scalar("String"), value: .set(.scalar("Int")))),
                                ])))),
                    .attribute(
                        Attribute(
                            name: "mode", type: .composite, defaultValue: .dictionary(["mode": .string("grid")]),
                            elements: [Attribute(name: "mode", type: .string, isOptional: true)], isEnumeration: true,
                            shape: .enumeration([
                                .init(name: "grid", rawValue: "grid"),
                                .init(name: "other", associatedValues: [.init(name: "_0", shape: .scalar("Int"))]),
                            ]))),
                    .attribute(
                        Attribute(
                            name: "state", type: .composite,
                            elements: [
                                Attribute(name: "on", type: .string, isOptional: true),
                                Attribute(name: "off", type: .string, isOptional: true),
                            ], isEnumeration: true, enumerationCases: ["on", "off"])),
                    .attribute(
                        Attribute(
                            name: "pages", type: .int64,
                            derivation: .init(expression: "count:(pages)", filter: "x == 1"))),
                    .relationship(
                        Relationship(
                            name: "author", destination: "User", inverse: "posts", isOptional: true,
                            renamingIdentifier: "writer", versionHashModifier: "m", userInfo: ["k": "v"])),
                    .fetched(FetchedProperty(name: "recent", entity: "Post", predicate: "x > 1", userInfo: ["a": "b"])),
                ],
                uniquenessConstraints: [["id"], ["title", "at"]],
                indexes: [
                    FetchIndex(
                        name: "i",
                        elements: [.init(property: "at", isAscending: false), .init(property: "id", kind: .rTree)],
                        partialPredicate: "flag == 1")
                ], renamingIdentifier: "Article", versionHashModifier: "x", className: "PostObject",
                userInfo: ["u": "1"]),
            Entity(
                name: "User", isAbstract: true,
                properties: [
                    .relationship(
                        Relationship(
                            name: "posts", destination: "Post", inverse: "author", minimumCount: 1, maximumCount: 5,
                            isOrdered: true, deleteRule: .cascade, isTransient: true, preservesValueOnDeletion: true))
                ]),
            Entity(name: "Admin", superentity: "User"),
        ], configurations: ["local": ["Post"]], versionIdentifiers: ["1.0.0"])

    static let document = ModelDocument(
        group: "Blog", version: "1.0.0", schema: "BlogSchemaV1", model: everything,
        variants: ["os(iOS)": SchemaModel(versionIdentifiers: ["1.0.0"])],
        assumptions: ["Post.z: URL", "Post.a: UInt"], code: code, ddlChecksum: "abc")

    private static var code: StoredCode {
        var code = StoredCode()
        code.add(CodePart(macros: ["Tracked title", "Audited"]), at: ["Post"])
        code.add(CodePart(keys: ["a": "b", "c": nil], encoder: "01", decoder: "02"), at: ["Post", "places", "area"])
        code.add(CodePart(hasUnreadKeys: true), at: ["Post", "places", "area"], number: 2)
        return code
    }

    @Test func roundTripIsExact() throws {
        let bytes = Self.document.bytes
        let back = try ModelDocument(parsing: bytes)
        #expect(back == Self.document)
        #expect(back.bytes == bytes)
        #expect(back.model.versionHashes == Self.everything.versionHashes)
    }

    @Test func keysAreSortedEverywhere() throws {
        func check(_ json: CanonicalJSON) {
            switch json {
            case .object(let members):
                let keys = members.map(\.key)
                #expect(keys == keys.sortedByCodeUnit())
                for member in members { check(member.value) }
            case .array(let elements): for element in elements { check(element) }
            default: break
            }
        }
        let text = String(decoding: Self.document.bytes, as: UTF8.self)
        let topLevel = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }.map { $0.prefix { $0 != ":" } }
        #expect(topLevel.count == 14)
        #expect(topLevel == topLevel.sorted())
        check(try CanonicalJSON(parsing: Self.document.bytes))
    }

    @Test(arguments: [
        ("\"formatVersion\": 1", "\"formatVersion\": 2", ModelDocumentError.newerFormat(found: 2, newest: 1)),
        (
            "\"type\": \"uuid\"", "\"type\": \"uuuid\"",
            .malformed(path: "models[1].properties[4].type", expected: "a property type")
        ),
        ("\"group\": \"Blog\"", "\"grup\": \"Blog\"", .missing("group")),
    ])
    func damageIsReportedWithItsPlace(_ from: String, _ to: String, _ error: ModelDocumentError) throws {
        let text = String(decoding: Self.document.bytes, as: UTF8.self)
        #expect(text.contains(from))
        #expect(throws: error) { try ModelDocument(parsing: text.replacing(from, with: to, maxReplacements: 1).utf8) }
    }

    /// A declaration that two generations of Apple's framework interpret differently.
    static let varied: ModelDocument = {
        let models = SchemaModel(
            entities: [
                Entity(
                    name: "Rubric",
                    properties: [
                        .relationship(Relationship(name: "categories", destination: "Category", maximumCount: 0))
                    ]),
                Entity(
                    name: "Category",
                    properties: [
                        .attribute(Attribute(name: "name", type: .string)),
                        .relationship(Relationship(name: "rubric", destination: "Rubric", isOptional: true)),
                    ]),
                Entity(name: "Other"),
            ], versionIdentifiers: ["1.0.0"],
            frameworkVariants: [
                FrameworkVariant(
                    framework: .upTo1419,
                    inverses: ["Rubric": ["categories": "rubric"], "Category": ["rubric": "categories"]])
            ])
        return ModelDocument(group: "G", version: "1.0.0", schema: "V1", model: models, ddlChecksum: "abc")
    }()

    @Test func frameworkVariantsAreKept() throws {
        let document = Self.varied
        let variant = try #require(document.model.frameworkVariants.first)
        let older = document.model.model(of: variant)
        #expect(older.entity(named: "Category")?.relationships.first?.inverse == "categories")
        #expect(older.versionHashes["Other"] == document.model.versionHashes["Other"])
        #expect(older.versionHashes["Category"] != document.model.versionHashes["Category"])
        #expect(document.model.variant(matching: older.versionHashes) == variant)
        #expect(document.model.variant(matching: document.model.versionHashes) == nil)
        let back = try ModelDocument(parsing: document.bytes)
        #expect(back == document)
        #expect(back.bytes == document.bytes)
        let json = try #require(try CanonicalJSON(parsing: document.bytes)["modelFrameworkVariants"]?["1419"])
        #expect(json["versionChecksum"] == .string(older.versionChecksum))
        guard case .object(let hashes)? = json["versionHashes"] else { throw ModelDocumentError.missing("hashes") }
        #expect(hashes.map(\.key) == ["Category", "Rubric"])
    }

    @Test(arguments: [
        ("\"1419\"", "\"1300\"", "modelFrameworkVariants.1300", "a framework that is known (\"1419\")"),
        (
            "\"Category.rubric\":", "\"Category.heading\":", "modelFrameworkVariants.1419.inverses.Category.heading",
            "a relationship of the models"
        ),
        (
            "\"Category.rubric\":", "\"Category.name\":", "modelFrameworkVariants.1419.inverses.Category.name",
            "a relationship of the models"
        ),
        (
            "\"Category.rubric\":", "\"Kategory.rubric\":", "modelFrameworkVariants.1419.inverses.Kategory.rubric",
            "a relationship of the models"
        ),
        (
            "\"Category.rubric\": \"categories\"", "\"Category.rubric\": \"items\"",
            "modelFrameworkVariants.1419.inverses.Category.rubric", "a relationship from Rubric to Category"
        ),
        (
            "\"versionHashes\": {\"Category\": \"", "\"versionHashes\": {\"Category\": \"00",
            "modelFrameworkVariants.1419.versionHashes", "the hashes that follow from the inverses"
        ),
    ])
    func invalidFrameworkVariantsAreReported(
        _ from: String, _ to: String, _ path: String, _ expected: String
    ) throws {
        let text = String(decoding: Self.varied.bytes, as: UTF8.self)
        #expect(text.contains(from), "\(text)")
        #expect(throws: ModelDocumentError.malformed(path: path, expected: expected)) {
            try ModelDocument(parsing: text.replacing(from, with: to, maxReplacements: 1).utf8)
        }
    }

    @Test func anEditedModelIsFound() throws {
        let text = String(decoding: Self.document.bytes, as: UTF8.self).replacing("\"title\"", with: "\"titel\"")
        #expect(throws: ModelDocumentError.self) { try ModelDocument(parsing: text.utf8) }
        #expect(throws: ModelDocumentError.self) { try ModelDocument(parsing: "{ nothing".utf8) }
    }

    /// A long chain or cycle of superclasses is rejected, because reading it would take quadratic time. No app has one.
    @Test(arguments: [
        (33, false, nil), (32, true, nil),
        (34, false, ModelDocumentError.malformed(path: "models", expected: "models with at most 32 superclasses")),
        (20_000, true, .malformed(path: "models", expected: "models with at most 32 superclasses")),
    ])
    func inheritanceHasALimit(_ count: Int, isCircle: Bool, _ error: ModelDocumentError?) throws {
        let models = (0..<count).map { number in
            let superentity = number + 1 < count ? "E\(number + 1)" : isCircle ? "E0" : nil
            return "{\"name\": \"E\(number)\"" + (superentity.map { ", \"superentity\": \"\($0)\"" } ?? "") + "}"
        }
        let text = "{\"models\": [\(models.joined(separator: ","))]}"
        func read() throws -> Int { try SchemaModel(CanonicalJSON(parsing: text.utf8)).entities.count }
        if let error { #expect(throws: error) { try read() } } else { #expect(try read() == count) }
    }
}
