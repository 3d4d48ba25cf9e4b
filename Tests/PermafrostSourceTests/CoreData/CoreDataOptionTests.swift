import PermafrostModel
import Testing

@testable import PermafrostSource

/// Every option that a model file has.
@Suite struct CoreDataOptionTests {
    static let everything = SchemaModel(
        entities: [
            Entity(
                name: "Author", isAbstract: true,
                properties: [
                    .attribute(Attribute(name: "name", type: .string, defaultValue: .string("a \"b\" <c> & d"))),
                    .relationship(
                        Relationship(
                            name: "posts", destination: "Post", inverse: "author", isOptional: true, maximumCount: 0,
                            isOrdered: true, deleteRule: .cascade, renamingIdentifier: "articles",
                            versionHashModifier: "r", userInfo: ["side": "many"])),
                    .relationship(
                        Relationship(
                            name: "rivals", destination: "Author", inverse: "rivals", minimumCount: 1, maximumCount: 7,
                            deleteRule: .deny, isTransient: true)),
                ], userInfo: ["who": "is it"]),
            Entity(
                name: "Guest", superentity: "Author",
                properties: [.attribute(Attribute(name: "visits", type: .int64, defaultValue: .integer(-3)))],
                renamingIdentifier: "Visitor", versionHashModifier: "2", className: "Person"),
            Entity(
                name: "Post",
                properties: [
                    .attribute(Attribute(name: "a16", type: .int16, defaultValue: .integer(-32_768))),
                    .attribute(Attribute(name: "b32", type: .int32, isOptional: true)),
                    .attribute(Attribute(name: "decimal", type: .decimal, defaultValue: .decimal("12.50"))),
                    .attribute(Attribute(name: "double", type: .double, defaultValue: .double(0.5))),
                    .attribute(Attribute(name: "float", type: .float, defaultValue: .double(-2))),
                    .attribute(Attribute(name: "flag", type: .boolean, defaultValue: .boolean(true))),
                    .attribute(Attribute(name: "off", type: .boolean, defaultValue: .boolean(false))),
                    .attribute(Attribute(name: "date", type: .date, defaultValue: .date(-978_307_200.25))),
                    .attribute(
                        Attribute(
                            name: "photo", type: .binary, isOptional: true, isExternalStorage: true,
                            preservesValueOnDeletion: true, allowsCloudEncryption: true, versionHashModifier: "p")),
                    .attribute(
                        Attribute(
                            name: "title", type: .string, isSpotlightIndexed: true, renamingIdentifier: "caption",
                            userInfo: ["key": "value & more", "second": ""])),
                    .attribute(
                        Attribute(name: "link", type: .uri, defaultValue: .string("https://a.example/?a=1&b=2"))),
                    .attribute(
                        Attribute(
                            name: "id", type: .uuid, defaultValue: .uuid((0..<16).map { UInt8($0 * 16 + 1) }))),
                    .attribute(
                        Attribute(
                            name: "tags", type: .transformable, isOptional: true, valueClassName: "NSArray",
                            valueTransformerName: "NSSecureUnarchiveFromData")),
                    .attribute(Attribute(name: "cached", type: .undefined, isOptional: true, isTransient: true)),
                    .attribute(
                        Attribute(
                            name: "stamp", type: .date, isOptional: true,
                            derivation: Attribute.Derivation(expression: "now()"))),
                    .attribute(
                        Attribute(
                            name: "count", type: .int64, isOptional: true,
                            derivation: Attribute.Derivation(expression: "count:(comments)"))),
                    .attribute(
                        Attribute(
                            name: "authorName", type: .string, isOptional: true,
                            derivation: Attribute.Derivation(expression: "author.name"))),
                    .attribute(
                        Attribute(
                            name: "place", type: .composite, isOptional: true,
                            elements: [
                                Attribute(name: "latitude", type: .double), Attribute(name: "city", type: .string),
                                Attribute(
                                    name: "area", type: .composite,
                                    elements: [Attribute(name: "code", type: .int16, isOptional: true)]),
                            ])),
                    .relationship(
                        Relationship(
                            name: "author", destination: "Author", inverse: "posts", isOptional: true)),
                    .relationship(
                        Relationship(
                            name: "comments", destination: "Guest", isOptional: true, maximumCount: 0,
                            deleteRule: .noAction)),
                    .fetched(
                        FetchedProperty(
                            name: "similar", entity: "Post", predicate: "title == $FETCH_SOURCE.title",
                            userInfo: ["a": "b"])),
                ], uniquenessConstraints: [["id"], ["title", "date"]],
                indexes: [
                    FetchIndex(
                        name: "byTitle",
                        elements: [
                            FetchIndex.Element(property: "title"),
                            FetchIndex.Element(property: "date", isAscending: false),
                        ], partialPredicate: "flag == YES"),
                    FetchIndex(name: "byPlace", elements: [FetchIndex.Element(property: "double", kind: .rTree)]),
                ], className: "NSManagedObject"),
        ], configurations: ["Cloud": ["Author", "Guest"], "Local": ["Post"]], versionIdentifiers: ["2.0"])

    @Test func everyOptionRoundTrips() throws {
        let contents = ModelContents(Array(ModelXML(Self.everything).text.utf8), file: "contents")
        #expect(contents.issues.isEmpty, "\(contents.issues)")
        let model = try #require(contents.model)
        for (read, written) in zip(model.entities, Self.everything.entities) {
            for (own, other) in zip(read.properties, written.properties) { #expect(own == other) }
        }
        #expect(model == Self.everything)
        #expect(model.versionHashes == Self.everything.versionHashes)
        #expect(contents.versionIdentifier == "2.0")
        // The encoded model for the fixture and for `permafrost` also includes every option.
        #expect(try SchemaModel(CanonicalJSON(parsing: EncodedModel(model).text)) == model)
    }

    @Test func unprovenPartsAreAssumed() throws {
        let contents = ModelContents(Array(ModelXML(Self.everything).text.utf8), file: "contents")
        #expect(
            contents.assumptions == [
                Assumption(entity: "Post", property: "place", .modelComposite),
                Assumption(entity: "Author", property: "rivals", .inverseInHierarchy),
                Assumption(entity: "Post", .severalConstraints),
            ])
    }

    /// An attribute in the file, and the expected expression in the model.
    @Test(arguments: [
        ("derivationExpression=\"now:()\"", "now()"), ("derivationExpression=\"posts.@count\"", "count:(posts)"),
        ("derivationExpression=\"count:(posts)\"", "count:(posts)"), ("derivationExpression=\"a.b\"", "a.b"),
        ("derivationExpression=\"uppercase:(name)\"", "uppercase:(name)"),
    ])
    func derivationsAreInCoreDatasFormat(_ written: String, _ format: String) throws {
        let text =
            "<model><entity name=\"A\"><attribute name=\"b\" attributeType=\"String\" derived=\"YES\" \(written)/></entity></model>"
        let contents = ModelContents(Array(text.utf8), file: "contents")
        guard case .attribute(let attribute)? = contents.model?.entity(named: "A")?.property(named: "b") else {
            Issue.record("no attribute: \(contents.issues)")
            return
        }
        #expect(attribute.derivation?.expression == format)
        #expect(contents.assumptions.isEmpty == !format.contains("uppercase"))
    }

    @Test func aCompositeMayBeDeclaredNextToTheEntities() throws {
        let text = """
            <model>
                <entity name="Quake">
                    <attribute name="magnitude" attributeType="Composite" compositeName="Magnitude"/>
                </entity>
                <composite name="Magnitude">
                    <attribute name="richter" attributeType="Double"/>
                </composite>
            </model>
            """
        let contents = ModelContents(Array(text.utf8), file: "contents")
        guard case .attribute(let attribute)? = contents.model?.entity(named: "Quake")?.property(named: "magnitude")
        else {
            Issue.record("no attribute: \(contents.issues)")
            return
        }
        #expect(attribute.elements == [Attribute(name: "richter", type: .double)])
    }
}
