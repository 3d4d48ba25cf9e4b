import PermafrostSource
import Testing

/// A type that Apple's framework rejects is found at the member with that type.
@Suite struct UnstorableValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var about: String
        var member: String
        var outside: String
        var path: String
        var reason: UnstorableValue
        /// The line in the code outside the version, from 1; nil for the property's line.
        var line: Int?
        var testDescription: String { about }
    }

    private static let keys = "enum CodingKeys: CodingKey { case a }"

    private static func encoding(_ body: String) -> String {
        "func encode(to encoder: any Encoder) throws {\n\(body)\n}"
    }

    @Test(arguments: [
        Case(
            about: "a member of a struct", member: "var box: Box",
            outside: "struct Box: Codable {\nvar due: DateComponents\n}",
            path: "Item.box.due", reason: .unexpected("_CalendarProtocol"), line: 2),
        Case(
            about: "a struct that contains itself", member: "var box: Box?",
            outside: "final class Cache: Codable {}\nstruct Box: Codable {\nvar next: [Box]\nvar cache: Cache?\n}",
            path: "Item.box.cache", reason: .classInside("Cache"), line: 4),
        Case(
            about: "what a case holds", member: "var plan: Plan",
            outside: "enum Plan: Codable {\ncase daily\ncase weekly(Set<Int>)\n}",
            path: "Item.plan.weekly", reason: .unexpected("Builtin.BridgeObject"), line: 3),
        Case(
            about: "through a typealias", member: "var frame: Frame?", outside: "typealias Frame = CGRect",
            path: "Item.frame", reason: .unkeyed, line: nil),
        Case(
            about: "an identifier", member: "var owner: PersistentIdentifier?", outside: "", path: "Item.owner",
            reason: .classInside("NSManagedObjectID"), line: nil),
        Case(
            about: "a list, at the call", member: "var spot: Spot",
            outside: "struct Spot: Codable {\nvar x: Int\n\(encoding("var list = encoder.unkeyedContainer()"))\n}",
            path: "Item.spot", reason: .ownCode(.unkeyed), line: 4),
        Case(
            about: "a single value in an extension of an enum", member: "var mood: Mood?",
            outside: "enum Mood { case good, other(String) }\nextension Mood: Codable {\n"
                + "\(encoding("var value = encoder.singleValueContainer()"))\n}",
            path: "Item.mood", reason: .ownCode(.singleValue), line: 4),
        Case(
            about: "an array that encodes itself, in a struct", member: "var box: Box",
            outside: "struct Box: Codable {\nvar spot: Spot\n}\nstruct Spot: Codable {\nvar x: Int\n"
                + "\(encoding("try [x].encode(to: encoder)"))\n}",
            path: "Item.box.spot", reason: .ownCode(.unkeyed), line: 7),
        Case(
            about: "a member that encodes itself", member: "var spot: Spot",
            outside: "struct Spot: Codable {\nvar parts: [Int]\n\(encoding("try parts.encode(to: encoder)"))\n}",
            path: "Item.spot", reason: .ownCode(.unkeyed), line: 4),
        Case(
            about: "an encoder for a helper", member: "var spot: Spot",
            outside: "struct Spot: Codable {\nvar x: Int\n\(encoding("try write(x, encoder)"))\n}",
            path: "Item.spot", reason: .ownCode(.unknown), line: 4),
        Case(
            about: "two containers", member: "var spot: Spot",
            outside: "struct Spot: Codable {\nvar x: Int\n"
                + "\(encoding("if x > 0 { _ = encoder.container(keyedBy: K.self) } else { _ = encoder.unkeyedContainer() }"))\n}",
            path: "Item.spot", reason: .ownCode(.unknown), line: 4),
        Case(
            about: "a decoder of a list", member: "var spot: Spot",
            outside: "struct Spot: Codable {\nvar x: Int\ninit(from decoder: any Decoder) throws {\n"
                + "x = try decoder.unkeyedContainer().decode(Int.self)\n}\n}",
            path: "Item.spot", reason: .ownCode(.unkeyed), line: 4),
        Case(
            about: "a framework's class without a key", member: "var box: Box",
            outside: "struct Box: Codable {\nvar a: Int\nlet sent = PassthroughSubject<Int, Never>()\n\(keys)\n}",
            path: "Item.box.sent", reason: .classInside("PassthroughSubject"), line: 3),
        Case(
            about: "a generic class of the project", member: "var box: Box",
            outside: "final class Cell<T> { var value: T? }\nstruct Box: Codable {\nvar a: Int\nvar cell: Cell<Int>?\n"
                + "\(keys)\n}",
            path: "Item.box.cell", reason: .classInside("Cell"), line: 4),
        Case(
            about: "a list of a generic struct, at the call", member: "var spot: Spot<Int>",
            outside: "struct Spot<Unit: Codable>: Codable {\nvar x: Unit\n"
                + "\(encoding("var list = encoder.unkeyedContainer(); try list.encode(x)"))\n}",
            path: "Item.spot", reason: .ownCode(.unkeyed), line: 4),
        Case(
            about: "a single value under a condition of a generic struct", member: "var spot: Spot<Int>?",
            outside: "struct Spot<T> {\nvar x: T\n}\nextension Spot: Codable where T: Codable {\n"
                + "\(encoding("var value = encoder.singleValueContainer(); try value.encode(x)"))\n}",
            path: "Item.spot", reason: .ownCode(.singleValue), line: 6),
        Case(
            about: "a class in a generic struct", member: "var spot: Spot<Int>",
            outside: "final class Cache: Codable {}\nstruct Spot<T: Codable>: Codable {\nvar x: T\nvar cache: Cache\n}",
            path: "Item.spot.cache", reason: .classInside("Cache"), line: 4),
        Case(
            about: "a property wrapper that is a class", member: "var box: Box",
            outside: "@propertyWrapper final class Shared: Codable { var wrappedValue = 0 }\nstruct Box: Codable {\n"
                + "@Shared var a: Int\n}",
            path: "Item.box.a", reason: .classInside("Shared"), line: 3),
        Case(
            about: "a type of another module without a key", member: "var box: Box",
            outside: "struct Box: Codable {\nvar a: Int\nvar helper: Helper?\n\(keys)\n}",
            path: "Item.box.helper", reason: .maybeClass, line: 3),
        Case(
            about: "a type that can't be read, without a key", member: "var box: Box",
            outside: "struct Box: Codable {\nvar a: Int\nlet helper = makeHelper()\n\(keys)\n}",
            path: "Item.box.helper", reason: .unreadType, line: 3),
    ])
    func isFoundAtItsPlace(_ test: Case) throws {
        let schema = try version(
            "[Item.self]", "@Model final class Item {\n\(test.member)\n}", outside: test.outside)
        #expect(schema.model != nil)
        let issue = try #require(schema.issues.first, "nothing was found")
        #expect(schema.issues.count == 1 && issue.severity == .warning)
        guard case .unstorable("Item", _, test.path, _, test.reason) = issue.problem else {
            Issue.record("\(issue)")
            return
        }
        #expect(issue.location.line == test.line.map { $0 + 8 } ?? 6)
    }

    @Test(arguments: [
        (
            "in an array", "var boxes: [Box]",
            "struct Box: Codable { var x: Int; \(encoding("_ = encoder.unkeyedContainer()")) }"
        ),
        (
            "a keyed container", "var box: Box",
            "struct Box: Codable { var x: Int; \(encoding("_ = encoder.container(keyedBy: K.self)")) }"
        ),
        (
            "a raw value", "var mood: Mood",
            "enum Mood: String, Codable { case good; \(encoding("_ = encoder.singleValueContainer()")) }"
        ),
        (
            "a struct with a raw value", "var box: Box",
            "struct Box: RawRepresentable, Codable { var rawValue: Int; \(encoding("_ = encoder.singleValueContainer()")) }"
        ),
        (
            "a keyed container, or else a single value", "var box: Box",
            """
            struct Box: Codable {
                var x: Int
                init(from decoder: any Decoder) throws {
                    if let keyed = try? decoder.container(keyedBy: K.self) { x = try keyed.decode(Int.self, forKey: .x) }
                    else { x = try decoder.singleValueContainer().decode(Int.self) }
                }
            }
            """
        ),
        ("a number without a key", "var box: Box", "struct Box: Codable { var a: Int; var cached = 0; \(keys) }"),
        (
            "a point whose numbers are encoded", "var box: Box",
            "struct Box: Codable { var at: CGPoint; \(encoding("var c = encoder.container(keyedBy: K.self); try c.encode(at.x, forKey: .x)")) }"
        ),
        (
            "a generic parameter with the name of a class", "var box: Box<Int>",
            "struct Box<Unit: Codable>: Codable { var value: Unit; var other: Unit? }"
        ),
        (
            "a property wrapper that is a struct", "var box: Box",
            "@propertyWrapper struct Clamped: Codable { var wrappedValue = 0 }\nstruct Box: Codable { @Clamped var a: Int }"
        ),
        (
            "a class without a key, in an array", "var boxes: [Box]",
            "struct Box: Codable { var a: Int; let lock = NSLock(); \(keys) }"
        ),
    ])
    func similarCodeHasNoIssue(_ about: String, _ member: String, _ outside: String) throws {
        let schema = try version("[Item.self]", "@Model final class Item {\n\(member)\n}", outside: outside)
        #expect(schema.model != nil)
        #expect(schema.issues == [], "\(about)")
    }

    /// The model includes the member. It is assumed that Apple's framework includes it too.
    @Test func aMemberWithoutAKeyKeepsItsElement() throws {
        let schema = try version(
            "[Item.self]", "@Model final class Item {\nvar box: Box\n}",
            outside: "struct Box: Codable { var a: Int; let lock = makeLock(); var n = 0; \(Self.keys) }")
        guard case .attribute(let box)? = schema.model?.known?.entity(named: "Item")?.property(named: "box") else {
            Issue.record("\(schema.issues)")
            return
        }
        #expect(box.elements.map(\.name) == ["a", "lock", "n"])
        #expect(box.elements.map(\.type) == [.int64, .binary, .int64])
        #expect(!schema.assumptions.isEmpty)
    }

    /// The model includes the superclass although it isn't listed, as in this project's SwiftData.
    @Test func aParentThatIsNotListed() throws {
        let schema = try version(
            "[Dog.self]", "@Model class Animal {}\n@Model final class Dog: Animal {}")
        #expect(schema.model?.known?.entities.map(\.name) == ["Animal", "Dog"])
        #expect(schema.issues.map(\.problem) == [.unlistedParent(model: "Dog", parent: "V1.Animal")])
    }
}
