/// The fixes of `lint` for the stages of a migration plan.
extension FollowedFix {
    static let ofPlans: [FollowedFix] =
        chains + order + unique + hooks + models + dropped + declared + backfilled + hierarchies

    private static let renamedTwice = app(
        user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
        user("@Attribute(originalName: \"b\") var c: Int?"))

    private static let chains = lint(
        "PF0217", "a property that is renamed twice", renamedTwice,
        .change(
            "Change one of the stages to a custom stage, even one with empty hooks", (lightweight(1, 2), custom(1, 2))),
        .change(
            "Change one of the stages to a custom stage, even one with empty hooks", (lightweight(2, 3), custom(2, 3))))

    // MARK: Lists of versions and stages

    private static func three(_ stages: String...) -> String {
        app(
            user("var a: Int?"), user("var a: Int?; var b: Int?"), user("var a: Int?; var c: Date?; var b: Int?"),
            stages: stages)
    }

    private static let order =
        lint(
            "PF0218", "a version without a stage", three(lightweight(1, 2)),
            .print(
                "Add a stage from ", upTo: " to the next version", "[\(lightweight(1, 2))]",
                as: "[\(lightweight(1, 2)), .lightweight(fromVersion: ….self, toVersion: AppV3.self)]"))
        + lint(
            "PF0218", "a stage that goes backward", three(lightweight(1, 2), lightweight(3, 2)),
            .change("Declare the stage from the older version to the newer one", (lightweight(3, 2), lightweight(2, 3)))
        )
        + lint(
            "PF0218", "a stage that goes backward after the one that it reverses",
            three(lightweight(1, 2), lightweight(2, 3), lightweight(3, 2)),
            .change("remove the stage if the plan already has that stage", (", \(lightweight(3, 2))", "")))
        + lint(
            "PF0218", "a stage that goes nowhere", three(lightweight(1, 2), lightweight(2, 2), lightweight(2, 3)),
            .change("Remove the stage", ("\(lightweight(2, 2)), ", "")))
        + lint(
            "PF0218", "stages in another order", three(lightweight(2, 3), lightweight(1, 2)),
            .change(
                "Declare the stages in the order of the versions",
                ("\(lightweight(2, 3)), \(lightweight(1, 2))", "\(lightweight(1, 2)), \(lightweight(2, 3))")))
        + lint(
            "PF0218", "a stage that is declared twice", three(lightweight(1, 2), lightweight(1, 2), lightweight(2, 3)),
            .change("Remove one of the two stages", ("[\(lightweight(1, 2)), ", "[")))
        + lint(
            "PF0218", "two stages from one version", three(lightweight(1, 2), lightweight(1, 3), lightweight(2, 3)),
            .change("Remove the stage from AppV1 to AppV3", ("\(lightweight(1, 3)), ", "")))
        + lint(
            "PF0218", "a stage that skips a version", three(lightweight(1, 3)),
            .change(
                "Declare a stage from each version to the next",
                (lightweight(1, 3), "\(lightweight(1, 2)), \(lightweight(2, 3))")))
        + lint(
            "PF0218", "a version that is listed twice",
            three(lightweight(1, 2), lightweight(2, 3)).replacing(
                "[AppV1.self, AppV2", with: "[AppV1.self, AppV1.self, AppV2"),
            .print("List ", upTo: " only once", "AppV1.self, AppV1.self", as: "….self"))
        + lint(
            "PF0218", "a stage from a version that isn't listed",
            three(lightweight(1, 2), lightweight(2, 3)).replacing("[AppV1.self, AppV2", with: "[AppV2"),
            .print("Add ", upTo: " to the schemas of AppPlan", "[AppV2.self", as: "[….self, AppV2.self"))
        + lint(
            "PF0218", "identifiers that fall",
            app(user("var a: Int?"), user("var a: Int?; var b: Int?"))
                .replacing("Version(1, 0, 0)", with: "Version(3, 0, 0)"),
            .change(
                "List the versions oldest first, with increasing identifiers", ("Version(3, 0, 0)", "Version(1, 0, 0)"))
        )

    // MARK: Uniqueness

    private static let unique =
        lint(
            "PF0219", "a constraint on old values", app(user("var a: Int?"), user("@Attribute(.unique) var a: Int?")),
            .change(
                "Remove duplicates in the willMigrate of a custom stage",
                (
                    lightweight(1, 2),
                    custom(1, 2, will: "try context.enumerate(FetchDescriptor<AppV1.User>()) { context.delete($0) }")
                )))
        + lint(
            "PF0219", "a new property with one default", app(user("var a: Int?"), user("var a: Int?; \(uniqueKey)")),
            .edit(
                "Set different values in a custom stage, and make the property unique in the next version",
                write(
                    app(
                        user("var a: Int?"), user("var a: Int?; \(key)"), user("var a: Int?; \(uniqueKey)"),
                        stages: [
                            custom(
                                1, 2, did: "try context.enumerate(FetchDescriptor<AppV2.User>()) { $0.key = UUID() }"),
                            custom(
                                2, 3,
                                will: "try context.enumerate(FetchDescriptor<AppV2.User>()) { context.delete($0) }"),
                        ]))))

    private static let key = "var key: UUID = UUID()"
    private static let uniqueKey = "@Attribute(.unique) var key: UUID = UUID()"

    // MARK: Operations

    private static let backfill =
        app(user("var a: Int?"), user("var a: Int?; var b: Int?")).components(separatedBy: "enum AppPlan")[0] + """
            enum AppPlan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppV1.self, AppV2.self]) {
                    Stage(from: AppV1.self, to: AppV2.self) { Backfill(\\AppV2.User.a) { _ in 1 } }
                }
            }
            """

    private static let backfilled = lint(
        "PF0250", "a backfill of values that rows already have", backfill,
        .change("To keep the values, write overwrite: false", ("User.a) {", "User.a, overwrite: false) {")),
        .change("To replace them, write overwrite: true", ("User.a) {", "User.a, overwrite: true) {")))

    // MARK: Declared losses

    private static func plan(_ old: String, _ new: String, _ operations: String) -> String {
        app(old, new).components(separatedBy: "enum AppPlan")[0] + """
            enum AppPlan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppV1.self, AppV2.self]) {
                    Stage(from: AppV1.self, to: AppV2.self) { \(operations) }
                }
            }
            """
    }

    private static let declared =
        lint(
            "PF0227", "a removed property in a plan of operations",
            plan(user("var a: Int?; var b: String?"), user("var a: Int?"), ""),
            .print(
                "If the values can be deleted, add ", upTo: " to the stage", "AppV2.self) {  }", as: "AppV2.self) { … }"
            ),
            .change(
                "add an operation to the stage, such as Rename or Transform",
                (
                    "AppV2.self) {  }",
                    "AppV2.self) { Transform(from: \\AppV1.User.b, to: \\AppV2.User.a) { $0?.count } }"
                )))
        + lint(
            "PF0265", "a declared loss of a renamed property",
            plan(user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"), drop("a")),
            .change("Remove the Drop from the stage", (drop("a"), "")))
        + lint(
            "PF0265", "a declared loss of a property of a removed model",
            plan(
                user("var a: Int?") + "\n" + pet(), user("var a: Int?"),
                "Drop(\\AppV1.Pet.name, because: \"unused\")"),
            .print("Write ", upTo: " to drop the model", "Drop(\\AppV1.Pet.name, because: \"unused\")"))
        + lint(
            "PF0265", "a declared loss of nothing",
            plan(user("var a: Int?"), user("var a: Int?; var b: Int?"), drop("c")),
            .change("remove the Drop from the stage", (drop("c"), "")))
        + lint(
            "PF0265", "a declared loss without a reason",
            plan(user("var a: Int?; var b: String?"), user("var a: Int?"), "Drop(\\AppV1.User.b, because: \"\")"),
            .change("State the reason in the because: argument of the Drop", ("because: \"\"", "because: \"unused\"")))
        + lint(
            "PF0265", "a loss declared twice with different reasons",
            plan(
                user("var a: Int?; var b: String?"), user("var a: Int?"),
                drop("b") + "; Drop(\\AppV1.User.b, because: \"moved\")"),
            .change("Remove one of the Drops", ("; Drop(\\AppV1.User.b, because: \"moved\")", "")))

    private static func drop(_ property: String) -> String { "Drop(\\AppV1.User.\(property), because: \"unused\")" }

    // MARK: Hooks

    private static func hooked(_ will: String?, _ did: String?, besides: String = "") -> String {
        app(
            user("var a: Int?"), user("var a: Int?; var b: Int?"), stages: [custom(1, 2, will: will, did: did)],
            besides: besides)
    }

    private static let hooks =
        lint(
            "PF0216", "the old class after the change", hooked(nil, "context.insert(AppV1.User())"),
            .print("Use the class from ", "insert(AppV1.User", as: "insert(….User"))
        + lint(
            "PF0216", "the new class before the change", hooked("context.insert(AppV2.User())", nil),
            .print("Use the class from ", "insert(AppV2.User", as: "insert(….User"))
        + lint(
            "PF0216", "a typealias that will refer to another version",
            hooked(nil, "context.insert(User())", besides: "typealias User = AppV2.User"),
            .print("Use ", upTo: " directly", "insert(User", as: "insert(…"))
        + lint(
            "PF0225", "every row at once",
            hooked(nil, "for user in try context.fetch(FetchDescriptor<AppV2.User>()) { user.b = 1 }"),
            .change(
                "context.enumerate(…, batchSize: 500)",
                (
                    "for user in try context.fetch(FetchDescriptor<AppV2.User>()) { user.b = 1 }",
                    "try context.enumerate(FetchDescriptor<AppV2.User>(), batchSize: 500) { $0.b = 1 }"
                )),
            .change(
                "or with a fetchLimit",
                (
                    "for user in try context.fetch(FetchDescriptor<AppV2.User>()) { user.b = 1 }",
                    "var some = FetchDescriptor<AppV2.User>(predicate: #Predicate { $0.b == nil }); some.fetchLimit = 500\n"
                        + "while true { let users = try context.fetch(some); if users.isEmpty { break }\n"
                        + "for user in users { user.b = 1 }; try context.save() }"
                )))
        + lint(
            "PF0226", "values in a variable",
            hooked(
                "kept[1] = 2", "print(kept.count)", besides: "nonisolated(unsafe) var kept: [Int: Int] = [:]"),
            .change(
                "Keep the values in a property that the next version removes",
                ("kept[1] = 2", "try context.enumerate(FetchDescriptor<AppV1.User>()) { $0.a = 2 }"),
                ("print(kept.count)", "try context.enumerate(FetchDescriptor<AppV2.User>()) { $0.b = $0.old }"),
                ("var a: Int?; var b: Int?", "@Attribute(originalName: \"a\") var old: Int?; var a: Int?; var b: Int?")),
            .change(
                "or in a file",
                ("kept[1] = 2", "try JSONEncoder().encode([1: 2]).write(to: keptFile)"),
                (
                    "print(kept.count)",
                    "print(try JSONDecoder().decode([Int: Int].self, from: Data(contentsOf: keptFile)))"
                ),
                (
                    "nonisolated(unsafe) var kept: [Int: Int] = [:]",
                    "let keptFile = URL.temporaryDirectory.appending(path: \"kept.json\")"
                )))

    private static let models =
        lint(
            "PF0251", "a class that nothing lists",
            app(user("var a: Int?"), besides: "@Model final class Draft { init() {} }\n"),
            .change(
                "List Draft in AppV1, or in a new version if 1.0.0 has shipped",
                ("[User.self]", "[User.self, Draft.self]")),
            .change("or delete the class if nothing uses it", ("@Model final class Draft { init() {} }", "")))
        + lint(
            "PF0252", "the state of the interface",
            hooked(
                nil, "Task { @MainActor in Progress.shared.isDone = true }",
                besides: "@MainActor final class Progress { static let shared = Progress(); var isDone = false }\n"),
            .change(
                "Remove this code from the hook, and change the state where the container is created",
                ("Task { @MainActor in Progress.shared.isDone = true }", "try context.save()")))

    // MARK: Removed values

    private static let dropped =
        lint(
            "PF0227", "a removed property", app(user("var a: Int?; var b: String?"), user("var a: Int?")),
            .change(
                "copy them in the hooks of a custom stage, or with an operation of a MigrationPlan",
                (
                    lightweight(1, 2),
                    custom(1, 2, will: "try context.enumerate(FetchDescriptor<AppV1.User>()) { $0.a = $0.b?.count }")
                )),
            .printed(after: "If the values can be deleted, explain why on the line before: ", upTo: nil) {
                comment, folder in
                try folder.edit(
                    file, "@Model final class User { var a: Int?; var b",
                    "@Model final class User { var a: Int?\n\(comment.replacing("…", with: "nobody used it"))\nvar b")
            })

    private static let hierarchies = lint(
        "PF0235", "two models with a new common parent",
        app(
            "\(user("var a: Int?"))\n\(pet("var a: Int?"))",
            "\(being)\n@Model final class User: Being {}\n@Model final class Pet: Being {}"),
        .change(
            "Add new models below the parent, copy the rows in a custom stage",
            (
                "@Model final class User: Being {}\n    @Model final class Pet: Being {}",
                "@Model final class Human: Being {}\n@Model final class Animal: Being {}\n"
                    + "\(user("var a: Int?"))\n\(pet("var a: Int?"))"
            ),
            ("[Being.self, User.self, Pet.self]", "[Being.self, Human.self, Animal.self, User.self, Pet.self]"),
            (
                lightweight(1, 2),
                custom(
                    1, 2,
                    did:
                        "try context.enumerate(FetchDescriptor<AppV2.User>()) { context.insert(AppV2.Human(from: $0)) }"
                )
            )))

    private static let being = "@Model class Being { var a: Int?; init() {} }"
}
