import PermafrostModel

/// Delete rules and batch deletes that the model doesn't allow, and similar ones that it does.
enum LintDeleteCases {
    static let all = rules + batches + calls

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

    private static let calls = [
        called(
            "a context that the file declares",
            "func wipe(_ context: ModelContext?) { try? context?.delete(model: AppV1.Pet.self) }",
            spared: "struct Pets { func delete(model: Any.Type) {} }\n"
                + "func wipe(_ pets: Pets) { pets.delete(model: AppV1.Pet.self) }"),
        called(
            "a context in a property",
            "struct Pets { let context: ModelContext; func wipe() throws { try context.delete(model: AppV1.Pet.self) } }",
            spared: "final class Pets { func delete(model: Any.Type) {}\n"
                + "func wipe() { delete(model: AppV1.Pet.self) } }"),
        called(
            "an extension of ModelContext",
            "extension ModelContext { func wipe() throws { try delete(model: AppV1.Pet.self) } }",
            spared: "let pets = Pets()\nstruct Pets { func delete(model: String) {} }\n"
                + "func wipe() { pets.delete(model: \"Pet\") }"),
        called(
            "a model", "func wipe(_ context: ModelContext) throws { try context.delete(model: AppV1.Pet.self) }",
            spared: "enum Server { final class Pet {} }\n"
                + "func wipe(_ client: Client) throws { try client.delete(model: Server.Pet.self) }"),
        called(
            "any model",
            "extension PersistentModel {\n"
                + "static func wipe(_ context: ModelContext) throws { try context.delete(model: Self.self) } }",
            spared: "extension PersistentModel { static var name: String { \"\\(Self.self)\" } }", severity: .note),
        called(
            "a branch of every build",
            "#if !DEBUG\nfunc wipe(_ context: ModelContext) throws { try context.delete(model: AppV1.Pet.self) }\n#endif",
            spared: "#if DEBUG\n"
                + "func wipe(_ context: ModelContext) throws { try context.delete(model: AppV1.Pet.self) }\n#endif"),
        LintRuleTests.Case(
            code: "PF0238", about: "the version of the class", triggers: versions(deleting: "AppV1"),
            spares: versions(deleting: "AppV2"), severity: .warning),
    ]

    // MARK: Sources

    /// Returns two versions, whose code deletes the class of one of them. Only the first one prevents it.
    private static func versions(deleting version: String) -> [String: String] {
        func models(_ type: String) -> String {
            LintSources.user("@Relationship(inverse: \\Pet.owners) var pets: \(type)")
                + "\n@Model final class Pet { var owners: [User]?; init() {} }"
        }
        return LintSources.app(
            models("[Pet] = []"), models("[Pet]?"),
            besides: "func empty(_ context: ModelContext) throws { try context.delete(model: \(version).Pet.self) }")
    }

    /// Returns a call that deletes pets, and a similar one that isn't a batch delete.
    private static func called(
        _ about: String, _ code: String, spared: String, severity: Finding.Severity = .warning
    ) -> LintRuleTests.Case {
        let user = "@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []"
        return LintRuleTests.Case(
            code: "PF0238", about: about, triggers: owners(user, "var owner: User?", code),
            spares: owners(user, "var owner: User?", spared), severity: severity)
    }

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
