import PermafrostModel

/// Delete rules and batch deletes that the model doesn't allow, and similar ones that it does.
enum LintDeleteCases {
    static let all = rules + batches

    private static let rules = [
        nullified(
            "a required to-one", "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", "var owner: User",
            "@Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pets: [Pet] = []", "var owner: User"),
        nullified(
            "from the other side", "var pets: [Pet] = []", "@Relationship(inverse: \\User.pets) var owner: User",
            "var pets: [Pet] = []", "@Relationship(inverse: \\User.pets) var owner: User?"),
        nullified(
            "one to one", "@Relationship(inverse: \\Pet.owner) var pet: Pet?", "var owner: User",
            "@Relationship(deleteRule: .deny, inverse: \\Pet.owner) var pet: Pet?", "var owner: User"),
        nullified(
            "a minimum", "@Relationship(minimumModelCount: 2, inverse: \\Pet.owners) var pets: [Pet]",
            "var owners: [User] = []", "@Relationship(inverse: \\Pet.owners) var pets: [Pet]", "var owners: [User] = []"
        ),
        nullified(
            "a relationship without an inverse", "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []",
            "var owner: User", "var a: Int?", "var owner: User"),
    ]

    private static let batches = [
        deleted(
            "an array that isn't optional", "Pet", "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []",
            spared: "@Relationship(inverse: \\Pet.owner) var pets: [Pet]? = []"),
        deleted(
            "the other side", "Pet", "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", call: "User",
            spared: "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []"),
        deleted(
            "no inverse", "Pet", "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", spared: "var pets: Int?"),
    ]

    // MARK: Sources

    private static func owners(_ user: String, _ pet: String, _ code: String = "") -> [String: String] {
        LintSources.app(
            LintSources.user(user) + "\n@Model final class Pet { \(pet); init() {} }", besides: code)
    }

    private static func nullified(
        _ about: String, _ user: String, _ pet: String, _ sparedUser: String, _ sparedPet: String
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0237", about: about, triggers: owners(user, pet), spares: owners(sparedUser, sparedPet),
            severity: .warning)
    }

    /// - Parameter call: the model that the spared call deletes.
    private static func deleted(
        _ about: String, _ model: String, _ user: String, call: String = "Pet", spared: String
    ) -> LintRuleTests.Case {
        func code(_ model: String) -> String {
            "func empty(_ context: ModelContext) throws { try context.delete(model: AppV1.\(model).self) }"
        }
        return LintRuleTests.Case(
            code: "PF0238", about: about, triggers: owners(user, "var owner: User?", code(model)),
            spares: owners(spared, "var owner: User?", code(call)), severity: .warning)
    }
}
