import PermafrostSource
import Testing

/// A type that Apple's framework rejects is found at the member with that type.
@Suite struct UnstorableValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var about: String
        var member: String
        var outside: String
        var path: String
        var reason: SourceIssue.UnstorableValue
        /// The line in the code outside the version, from 1; nil for the property's line.
        var line: Int?
        var testDescription: String { about }
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

    /// The parent is in the model anyway, as in this project's SwiftData.
    @Test func aParentThatIsNotListed() throws {
        let schema = try version(
            "[Dog.self]", "@Model class Animal {}\n@Model final class Dog: Animal {}")
        #expect(schema.model?.known?.entities.map(\.name) == ["Animal", "Dog"])
        #expect(schema.issues.map(\.problem) == [.unlistedParent(model: "Dog", parent: "V1.Animal")])
    }
}
