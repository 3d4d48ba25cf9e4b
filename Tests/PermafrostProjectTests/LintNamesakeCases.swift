import PermafrostModel

/// Classes that two versions share, and classes outside of versions with the name of a version's class.
enum LintNamesakeCases {
    static let all = [
        neighbor("a typealias", outside: "typealias Book = AppV2.Book\n\(shelf)"),
        neighbor("a class in an enum", outside: "typealias Book = AppV2.Book\nenum Models { \(shelf) }", of: "Models."),
        LintRuleTests.Case(
            code: "PF0229", about: "classes with equal hashes",
            triggers: app(outside: "typealias Book = AppV2.Book\n\(shelf)"),
            spares: app(outside: "typealias Book = AppV2.Book", old: shelf, new: shelf)),
        LintRuleTests.Case(
            code: "PF0229", about: "a plan without stages",
            triggers: app(outside: "typealias Book = AppV2.Book\n\(shelf)", stages: []),
            spares: app(outside: "typealias Book = AppV2.Book", old: shelf, new: shelf, stages: []), severity: .warning),
        LintRuleTests.Case(
            code: "PF0251", about: "a version lists another class with this name",
            triggers: LintSources.app(
                LintSources.user("var a: Int?"), besides: "@Model final class User { var a: Int? }"),
            spares: LintSources.app(LintSources.user("var a: Int?"), besides: "typealias User = AppV1.User"),
            severity: .warning),
    ]

    private static let shelf =
        "@Model final class Shelf { @Relationship(inverse: \\Book.shelf) var books: [Book] = []; init() {} }"

    /// Returns a plan whose versions each nest a class `Book`. They list `Shelf`, which is outside of them unless their
    /// own bodies declare it.
    private static func app(
        outside: String, of owner: String = "", old: String = "", new: String = "",
        stages: [LintSources.Stage]? = nil
    ) -> [String: String] {
        func body(_ members: String, _ own: String) -> String {
            "@Model final class Book { \(members); var shelf: \(owner)Shelf?; init() {} }\n"
                + (own.isEmpty ? "/// lists \(owner)Shelf\n" : own)
        }
        var files = LintSources.app(
            body("var title: String?", old), body("var title: String?; var pages: Int?", new), stages: stages,
            besides: outside)
        files["App.swift"] = files["App.swift"]?.replacing("Models.self", with: "Models.Shelf.self")
        return files
    }

    private static func neighbor(
        _ about: String, outside: String, of owner: String = ""
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0229", about: "a live neighbor: \(about)", triggers: app(outside: outside, of: owner),
            spares: app(outside: "typealias Book = AppV2.Book", old: shelf, new: shelf))
    }
}
