import SwiftParser
import SwiftSyntax
import Testing

@testable import PermafrostSource

/// The expressions that a new version or stage is appended to.
@Suite struct ListResultTests {
    @Test(arguments: [
        ("[A.self]", ["[A.self]"]),
        ("if isOld { [A.self] } else { [B.self] }", ["[A.self]", "[B.self]"]),
        ("if isOld { [A.self] } else if isNew { [B.self] } else { [C.self] }", ["[A.self]", "[B.self]", "[C.self]"]),
        ("switch kind { case .old: [A.self]\n case .new: [B.self] }", ["[A.self]", "[B.self]"]),
        (
            "if isOld { return [A.self] } else if isNew { return [B.self] }\n return [C.self]",
            ["[A.self]", "[B.self]", "[C.self]"]
        ),
    ])
    func areOneForEachBranch(_ body: String, _ expected: [String]) throws {
        let file = Parser.parse(source: "static var models: [any PersistentModel.Type] { \(body) }")
        let property = try #require(file.statements.first?.item.as(VariableDeclSyntax.self))
        #expect(ListResults(of: property).expressions.map(\.trimmedDescription) == expected)
    }
}
