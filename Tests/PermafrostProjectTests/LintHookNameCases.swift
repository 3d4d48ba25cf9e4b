import PermafrostModel

/// The names of classes in a stage's hooks. A name counts as the class that it refers to where it is written, not as
/// the version that its first letters look like.
enum LintHookNameCases {
    static let all = scopes + typealiases + positions + versions

    private static let scopes = [
        of(
            "a local type hides a typealias", triggers: hooks(did: "_ = User()", besides: oldAlias),
            spares: hooks(did: "struct User {}; _ = User()", besides: oldAlias)),
        of(
            "a local type in another block",
            triggers: hooks(did: "do { struct User {} }; _ = User()", besides: oldAlias),
            spares: hooks(did: "do { struct User {}; _ = User() }", besides: oldAlias)),
        of(
            "a generic parameter", triggers: hooks(did: "func make() { _ = User() }", besides: oldAlias),
            spares: hooks(did: "func make<User>(_ user: User) -> User { user }", besides: oldAlias)),
        of(
            "a local typealias", triggers: hooks(did: "typealias User = AppV1.User; _ = User()"),
            spares: hooks(did: "typealias User = AppV2.User; _ = User()", besides: oldAlias)),
        of(
            "a parameter of a closure", triggers: hooks(did: "_ = user()", besides: "typealias user = AppV1.User"),
            spares: hooks(did: "[1].forEach { user in print(user) }", besides: "typealias user = AppV1.User")),
        of(
            "a name of another module", triggers: hooks(did: "_ = AppV1.User()"),
            spares: hooks(did: "_ = Contacts.User(); _ = Permafrost.User()")),
        of(
            "a nested type with the name of a version", triggers: hooks(did: "_ = AppV1.User()"),
            spares: hooks(
                did: "_ = Legacy.AppV1.User()", besides: "enum Legacy { enum AppV1 { struct User {} } }")),
        of(
            "a module's name", triggers: inModule(hooks(did: "_ = App.AppV1.User()")),
            spares: inModule(hooks(did: "_ = App.AppV2.User()"))),
        of(
            "backticks", triggers: hooks(did: "_ = `AppV1`.`User`()"), spares: hooks(did: "_ = `AppV2`.`User`()")),
        of(
            "a class with a small letter", triggers: hooks(lowercase, did: "_ = AppV1.user()"),
            spares: hooks(lowercase, did: "_ = AppV2.user()")),
    ]

    private static let typealiases = [
        of(
            "a typealias in a version", triggers: hooks(did: "_ = User()", besides: "typealias User = AppV2.User"),
            spares: hooks(did: "_ = AppV2.Person()", besides: "extension AppV2 { typealias Person = User }"),
            severity: .warning),
        of(
            "a typealias for a version",
            triggers: hooks(did: "_ = Current.User()", besides: "typealias Current = AppV2"),
            spares: hooks(did: "_ = AppV2.User()", besides: "typealias Current = AppV2"), severity: .warning),
        of(
            "a typealias for an array", triggers: hooks(did: "_ = Users()", besides: "typealias Users = [AppV1.User]"),
            spares: hooks(will: "_ = Names()", besides: "typealias Names = [String]")),
        of(
            "a typealias for a descriptor",
            triggers: hooks(did: "_ = Fetch()", besides: "typealias Fetch = FetchDescriptor<AppV1.User>"),
            spares: hooks(did: "_ = Fetch()", besides: "typealias Fetch = FetchDescriptor<String>")),
        of(
            "an associated type",
            triggers: hooks(
                did: "_ = Box.Model()",
                besides: "protocol Holder { associatedtype Model }\nstruct Box: Holder { typealias Model = AppV1.User }"
            ),
            spares: hooks(
                did: "func make<Box: Holder>(_ box: Box) -> Box.Model? { nil }",
                besides: "protocol Holder { associatedtype Model }\nstruct Box: Holder { typealias Model = AppV1.User }"
            )),
        of(
            "typealiases that refer to each other", triggers: hooks(did: "_ = (A(), AppV1.User())", besides: circle),
            spares: hooks(did: "_ = A()", besides: circle)),
    ]

    private static let positions = [
        of(
            "a generic argument of a qualified type",
            triggers: hooks(did: "let all: SwiftData.FetchDescriptor<AppV1.User> = .init(); print(all)"),
            spares: hooks(did: "let all: SwiftData.FetchDescriptor<AppV2.User> = .init(); print(all)")),
        of(
            "a metatype", triggers: hooks(did: "let type: AppV1.User.Type? = nil; print(type as Any)"),
            spares: hooks(did: "let type: AppV2.User.Type = AppV2.User.self; print(type)")),
        of(
            "a key path", triggers: hooks(did: "_ = SortDescriptor(\\AppV1.User.a)"),
            spares: hooks(did: "_ = SortDescriptor(\\AppV2.User.a)")),
        of(
            "a macro's argument", triggers: hooks(did: "_ = #Predicate<AppV1.User> { $0.a == 1 }"),
            spares: hooks(did: "_ = #Predicate<AppV2.User> { $0.a == 1 }")),
        of(
            "text", triggers: hooks(did: "print(\"\\(AppV1.User.self)\")"),
            spares: hooks(did: "print(\"AppV1.User()\") // AppV1.User()")),
        of(
            "a condition", triggers: hooks(did: "\n#if os(iOS)\n_ = AppV1.User()\n#endif\n"),
            spares: hooks(did: "\n#if DEBUG\n_ = AppV1.User()\n#endif\n")),
    ]

    private static let versions = [
        of(
            "a value type in a version", triggers: hooks(did: "_ = AppV1.User()"),
            spares: hooks(did: "_ = AppV1.Kind.a", besides: "extension AppV1 { enum Kind { case a } }")),
        of(
            "a value type in a class", triggers: hooks(did: "_ = AppV1.User()"),
            spares: hooks(did: "_ = AppV1.User.Kind.a", besides: "extension AppV1.User { enum Kind { case a } }")),
        of("a class outside any version", triggers: outside(will: "_ = User()"), spares: outside(did: "_ = User()")),
        of(
            "a class of both versions", triggers: shared(did: "_ = AppV1.Note()"),
            spares: shared(will: "_ = AppV1.User()", did: "_ = AppV1.User()")),
        of(
            "a class of both versions, by the newer one", triggers: shared(did: "_ = AppV1.Note()"),
            spares: shared(did: "_ = AppV2.User()", besides: "extension AppV2 { typealias User = AppV1.User }")),
        of("a version in another version", triggers: nested(will: "Next.User"), spares: nested(did: "Next.User")),
        of("a version whose name continues another's", triggers: longer(did: "AppV1"), spares: longer(did: "AppV10")),
    ]

    // MARK: Projects

    private static let oldAlias = "typealias User = AppV1.User"
    private static let circle = "typealias A = B\ntypealias B = C\ntypealias C = A"
    private static let lowercase = "user"

    private static func of(
        _ about: String, triggers: [String: String], spares: [String: String], severity: Finding.Severity = .error
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0216", about: about, triggers: triggers, spares: spares, severity: severity)
    }

    private static func version(_ name: String, _ number: Int, _ models: String, _ body: String) -> String {
        """
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [\(models)] }
            \(body)
        }
        """
    }

    private static func model(_ name: String, _ members: String) -> String {
        "@Model final class \(name) { \(members); init() {} }"
    }

    private static func project(_ versions: [String], _ types: [String], will: String, did: String) -> [String: String]
    {
        let plan = """
            enum AppPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(types.map { $0 + ".self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] {
                    [MigrationStage.custom(fromVersion: \(types[0]).self, toVersion: \(types[1]).self, willMigrate: { context in
                        \(will)
                    }, didMigrate: { context in
                        \(did)
                    })]
                }
            }
            """
        return ["App.swift": (["import SwiftData"] + versions + [plan]).joined(separator: "\n")]
    }

    /// Returns a project with a class in each version.
    private static func hooks(
        _ name: String = "User", will: String = "", did: String = "", besides: String = ""
    ) -> [String: String] {
        project(
            [
                version("AppV1", 1, "\(name).self", model(name, "var a: Int?")),
                version("AppV2", 2, "\(name).self", model(name, "var a: Int?; var b: Int?")), besides,
            ], ["AppV1", "AppV2"], will: will, did: did)
    }

    private static func inModule(_ sources: [String: String]) -> [String: String] {
        ["Sources/App/App.swift": sources["App.swift"] ?? ""]
    }

    /// Returns a project whose newest version lists a class outside any type.
    private static func outside(will: String = "", did: String = "") -> [String: String] {
        project(
            [
                version("AppV1", 1, "User.self", model("User", "var a: Int?")), version("AppV2", 2, "User.self", ""),
                model("User", "var a: Int?; var b: Int?"),
            ], ["AppV1", "AppV2"], will: will, did: did)
    }

    /// Returns a project whose versions list the same class. Only the older version lists `Note`.
    private static func shared(will: String = "", did: String = "", besides: String = "") -> [String: String] {
        project(
            [
                version(
                    "AppV1", 1, "User.self, Note.self",
                    model("User", "var a: Int?") + "\n" + model("Note", "var a: Int?")),
                version("AppV2", 2, "AppV1.User.self, Pet.self", model("Pet", "var a: Int?")), besides,
            ], ["AppV1", "AppV2"], will: will, did: did)
    }

    /// Returns a project whose newer version is declared in the older one.
    private static func nested(will: String = "String", did: String = "String") -> [String: String] {
        func name(_ type: String) -> String { type == "String" ? type : "AppV1." + type }
        return project(
            [
                version("AppV1", 1, "User.self", model("User", "var a: Int?")),
                "extension AppV1 {\n"
                    + version("Next", 2, "Next.User.self", model("User", "var a: Int?; var b: Int?")) + "\n}",
            ], ["AppV1", "AppV1.Next"], will: "_ = \(name(will))()", did: "_ = \(name(did))()")
    }

    private static func longer(did: String) -> [String: String] {
        project(
            [
                version("AppV1", 1, "User.self", model("User", "var a: Int?")),
                version("AppV10", 2, "User.self", model("User", "var a: Int?; var b: Int?")),
            ], ["AppV1", "AppV10"], will: "", did: "_ = \(did).User()")
    }
}
