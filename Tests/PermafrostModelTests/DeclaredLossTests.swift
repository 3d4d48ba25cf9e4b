import Testing

@testable import PermafrostModel

/// The parts whose loss a declaration accepts, and the declarations that aren't true.
@Suite struct DeclaredLossTests {
    private static func attribute(_ name: String, _ change: (inout Attribute) -> Void = { _ in }) -> Property {
        var attribute = Attribute(name: name, type: .string)
        change(&attribute)
        return .attribute(attribute)
    }

    private static func link(_ name: String, _ destination: String, _ inverse: String?) -> Property {
        .relationship(Relationship(name: name, destination: destination, inverse: inverse, isOptional: true))
    }

    /// Posts with an author and a tag. A note is a post, and a draft is a note.
    private static let old = SchemaModel(entities: [
        Entity(
            name: "Post",
            properties: [
                attribute("title"), attribute("subtitle"), attribute("cache") { $0.isTransient = true },
                link("author", "Author", "posts"), link("tag", "Tag", nil),
            ]),
        Entity(name: "Note", superentity: "Post", properties: [attribute("text")]),
        Entity(name: "Draft", superentity: "Note"),
        Entity(name: "Author", properties: [attribute("name"), link("posts", "Post", "author")]),
        Entity(name: "Tag", properties: [attribute("name")]),
    ])

    /// Returns the older model after a change.
    private static func model(
        without removed: String..., renamed: (String, String)? = nil, transient: String? = nil
    ) -> SchemaModel {
        SchemaModel(
            entities: old.entities.filter { !removed.contains($0.name) }.map { entity in
                var changed = Entity(
                    name: entity.name, superentity: entity.superentity.flatMap { removed.contains($0) ? nil : $0 })
                changed.setProperties(
                    entity.properties.compactMap { property in
                        let path = "\(entity.name).\(property.name)"
                        if case .relationship(let link) = property, removed.contains(link.destination) { return nil }
                        if path == renamed?.0, let name = renamed?.1 {
                            return attribute(name) { $0.renamingIdentifier = property.name }
                        }
                        if path == transient { return attribute(property.name) { $0.isTransient = true } }
                        return removed.contains(path) ? nil : property
                    })
                return changed
            })
    }

    private static func loss(_ path: String, because reason: String = "unused") -> DeclaredLoss {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        return DeclaredLoss(.init(entity: parts[0], property: parts.count > 1 ? parts[1] : nil), because: reason)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        let new: SchemaModel
        var parts: [String] = []
        var mistake: DeclaredLoss.Mistake?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "a property of a class and its subclasses", path: "Post.subtitle",
            new: model(without: "Post.subtitle"), parts: ["Draft.subtitle", "Note.subtitle", "Post.subtitle"]),
        Case(
            testDescription: "a relationship and its inverse", path: "Post.author",
            new: model(without: "Post.author", "Author.posts"),
            parts: ["Author.posts", "Draft.author", "Note.author", "Post.author"]),
        Case(
            testDescription: "a model and the links to it", path: "Author", new: model(without: "Author"),
            parts: ["Author", "Draft.author", "Note.author", "Post.author"]),
        Case(
            testDescription: "a model and its subclasses", path: "Note", new: model(without: "Note", "Draft"),
            parts: ["Draft", "Note"]),
        Case(
            testDescription: "a model without its remaining subclass", path: "Note", new: model(without: "Note"),
            parts: ["Note"]),
        Case(
            testDescription: "a property that becomes transient", path: "Tag.name", new: model(transient: "Tag.name"),
            parts: ["Tag.name"]),
        Case(
            testDescription: "a property that is still there", path: "Post.subtitle", new: old, mistake: .kept),
        Case(
            testDescription: "a model that is still there", path: "Tag", new: model(without: "Author"), mistake: .kept),
        Case(
            testDescription: "a renamed property", path: "Post.subtitle",
            new: model(renamed: ("Post.subtitle", "tagline")), mistake: .renamed(to: "Post.tagline")),
        Case(
            testDescription: "an inherited property", path: "Note.subtitle", new: model(without: "Post.subtitle"),
            mistake: .inherited(from: "Post")),
        Case(
            testDescription: "a property of a removed model", path: "Tag.name", new: model(without: "Tag"),
            mistake: .removedWithEntity),
        Case(testDescription: "a property that isn't there", path: "Post.none", new: old, mistake: .unknown),
        Case(testDescription: "a part of a value", path: "Post.title.first", new: old, mistake: .unknown),
        Case(testDescription: "a transient property", path: "Post.cache", new: old, mistake: .unknown),
        Case(testDescription: "a model that isn't there", path: "Nobody", new: old, mistake: .unknown),
    ]

    @Test(arguments: cases) func onlyTheDeclaredLossIsAccepted(_ tested: Case) {
        let continuity = ModelContinuity(path: [Self.old, tested.new])
        let loss = Self.loss(tested.path)
        #expect(loss.parts(in: continuity).map(\.path).sorted() == tested.parts)
        #expect(loss.mistake(in: continuity) == tested.mistake)
    }

    @Test func aReasonIsNeeded() {
        let continuity = ModelContinuity(path: [Self.old, Self.model(without: "Post.subtitle")])
        #expect(Self.loss("Post.subtitle", because: " ").mistake(in: continuity) == .noReason)
        #expect(Self.loss("Post.subtitle").mistake(in: continuity) { $0.path == "Post.subtitle" } == .carried)
    }

    /// The store has the oldest model, and each loss is declared with the names of its own stage.
    @Test func lossesAreFollowedBackToTheStore() {
        let renamed = Self.model(renamed: ("Post.subtitle", "tagline"))
        let removed = SchemaModel(
            entities: renamed.entities.map { entity in
                var changed = Entity(name: entity.name, superentity: entity.superentity)
                changed.setProperties(entity.properties.filter { $0.name != "tagline" })
                return changed
            })
        let path = [Self.old, renamed, removed]
        let losses = AcceptedLosses(path: path, losses: [[], [Self.loss("Post.tagline", because: "never shown")]])
        #expect(losses.reason(forLossOf: .init(entity: "Post", property: "subtitle")) == "never shown")
        #expect(losses.reason(forLossOf: .init(entity: "Post", property: "title")) == nil)
        #expect(losses.mistakes.isEmpty)
        let wrong = AcceptedLosses(path: path, losses: [[Self.loss("Post.subtitle")], []])
        #expect(wrong.reasons.isEmpty)
        #expect(wrong.mistakes.map(\.text) == ["declared as dropped, but it keeps its values as Post.tagline"])
    }
}
