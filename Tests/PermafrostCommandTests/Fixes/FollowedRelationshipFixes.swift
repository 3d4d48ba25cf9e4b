/// The fixes of `lint` for relationships, their delete rules and batch deletes.
extension FollowedFix {
    static let ofRelationships: [FollowedFix] = restructured + inverses + deleteRules + batchDeletes

    /// Returns the models `User` and `Pet` with the given members.
    private static func owners(_ members: String, _ petMembers: String) -> String {
        "\(user(members))\n\(pet(petMembers))"
    }

    private static let choose = "try context.enumerate(FetchDescriptor<AppV2.User>()) { print($0) }"

    private static let restructured =
        lint(
            "PF0215", "a relationship that another one replaces",
            app(owners("var pet: Pet?", "var name: String?"), owners("var pets: [Pet] = []", "var name: String?")),
            .change(
                "Keep the old relationship next to the new one for one version, and copy the links in a custom stage",
                ("var pets: [Pet] = []", "var pet: Pet?; var pets: [Pet] = []"),
                (lightweight(1, 2), custom(1, 2, did: choose))))
        + lint(
            "PF0215", "a to-many without an inverse",
            app(owners("var pet: Pet?", "var name: String?"), owners("var pet: [Pet] = []", "var name: String?")),
            .edit(
                "Give the relationship a to-many inverse",
                write(
                    app(
                        owners("var pet: Pet?", "var name: String?"),
                        owners(
                            "@Relationship(inverse: \\Pet.owners) var pet: [Pet] = []",
                            "var name: String?; var owners: [User] = []")))))
        + lint(
            "PF0215", "a to-many that becomes a to-one",
            app(owners("var pet: [Pet] = []", "var name: String?"), owners("var pet: Pet?", "var name: String?")),
            .change(
                "Add a new relationship next to the old one, and choose the links in a custom stage",
                ("var pet: Pet?", "var pet: [Pet] = []; var favorite: Pet?"),
                (lightweight(1, 2), custom(1, 2, did: choose))))

    // MARK: Inverses

    private static let inverses =
        lint(
            "PF0228", "a required to-one", app(owners("var pets: [Pet] = []", "var owner: User")),
            .print(
                "add ", upTo: " to User.pets", "var pets: [Pet]", as: "… var pets: [Pet]"),
            .change("make Pet.owner optional", ("var owner: User", "var owner: User?")))
        + lint(
            "PF0228", "a macro without an inverse",
            app(owners("@Relationship(deleteRule: .cascade) var pets: [Pet] = []", "var owner: User?")),
            .print(
                "add ", upTo: " to the @Relationship of User.pets", "deleteRule: .cascade",
                as: "deleteRule: .cascade, …"))
        + lint(
            "PF0228", "a required to-one of a pair", app(owners("var pet: Pet?", "var owner: User")),
            .print("add ", upTo: " to User.pet", "var pet: Pet", as: "… var pet: Pet"),
            .change("make Pet.owner optional", ("var owner: User", "var owner: User?")))
        + lint(
            "PF0228", "a required to-one of a frozen version", app(owners("var pets: [Pet] = []", "var owner: User")),
            frozen: app(owners("var pets: [Pet] = []", "var owner: User")),
            .printed(after: "In a new version, ", upTo: " to User.pets") { text, folder in
                let macro = text[(text.range(of: "@Relationship")?.lowerBound ?? text.startIndex)...]
                try folder.write(
                    app(
                        owners("var pets: [Pet] = []", "var owner: User"),
                        owners("\(macro) var pets: [Pet] = []", "var owner: User")), to: file)
            })

    // MARK: Delete rules

    private static let deleteRules =
        lint(
            "PF0237", "a required to-one",
            app(owners("@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", "var owner: User")),
            .change("make Pet.owner optional", ("var owner: User", "var owner: User?")),
            .change("give User.pets the delete rule cascade", ("(inverse", "(deleteRule: .cascade, inverse")))
        + lint(
            "PF0237", "a to-many with a minimum",
            app(
                owners(
                    "@Relationship(minimumModelCount: 2, inverse: \\Pet.owners) var pets: [Pet]",
                    "var owners: [User] = []")),
            .change("lower the minimum of User.pets", ("minimumModelCount: 2, ", "")),
            .change(
                "give Pet.owners the delete rule cascade",
                ("var owners: [User]", "@Relationship(deleteRule: .cascade) var owners: [User]")))
        + lint(
            "PF0237", "a required to-one of a frozen version",
            app(owners(inverse(), "var owner: User")), frozen: app(owners(inverse(), "var owner: User")),
            .edit(
                "In a new version, make Pet.owner optional",
                write(app(owners(inverse(), "var owner: User"), owners(inverse(), "var owner: User?")))),
            .edit(
                "A delete rule isn't part of the version hash, so also make a change that affects the hash",
                write(
                    app(
                        owners(inverse(), "var owner: User"),
                        owners(inverse("deleteRule: .cascade, "), "var owner: User; var b: Int?")))))

    private static func inverse(_ arguments: String = "") -> String {
        "@Relationship(\(arguments)inverse: \\Pet.owner) var pets: [Pet] = []"
    }

    private static func empties(_ version: Int, _ model: String) -> String {
        "func empty(_ context: ModelContext) throws { try context.delete(model: AppV\(version).\(model).self) }"
    }

    private static func oneByOne(_ version: Int, _ model: String) -> String {
        "try context.enumerate(FetchDescriptor<AppV\(version).\(model)>()) { context.delete($0) }"
    }

    private static let batchDeletes =
        lint(
            "PF0238", "an array that isn't optional",
            app(owners(inverse(), "var owner: User?"), besides: empties(1, "Pet")),
            .change(
                "Fetch the rows and delete them one by one with delete(_:)",
                ("try context.delete(model: AppV1.Pet.self)", oneByOne(1, "Pet"))),
            .printed(after: "make User.pets optional (", upTo: ") in a new version") { type, folder in
                try folder.write(
                    app(
                        owners(inverse(), "var owner: User?"),
                        owners(inverse().replacing("[Pet] = []", with: type), "var owner: User?"),
                        besides: empties(2, "Pet")), to: file)
            })
        + lint(
            "PF0238", "a required to-one", app(owners(inverse(), "var owner: User"), besides: empties(1, "User")),
            .change(
                "Delete the rows of Pet first, and then the rows of User one by one with delete(_:)",
                (
                    "try context.delete(model: AppV1.User.self)",
                    "\(oneByOne(1, "Pet")); \(oneByOne(1, "User"))"
                )),
            .edit(
                "make Pet.owner optional in a new version",
                write(
                    app(
                        owners(inverse(), "var owner: User"), owners(inverse(), "var owner: User?"),
                        besides: empties(2, "User")))))
}
