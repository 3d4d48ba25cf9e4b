import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Each rule finds its problem, and doesn't report similar code.
@Suite struct LintRuleTests {
    /// A project with a finding of a rule, and a similar one without.
    struct Case: Sendable, CustomTestStringConvertible {
        var code: String
        var about: String
        var triggers: [String: String]
        var spares: [String: String]
        var severity = Finding.Severity.error
        var checksCloudKit = false

        var testDescription: String { "\(code): \(about)" }
    }

    private static func app(
        _ bodies: String..., stages: [LintSources.Stage]? = nil, besides: String = ""
    ) -> [String: String] {
        switch bodies.count {
        case 1: LintSources.app(bodies[0], stages: stages, besides: besides)
        case 2: LintSources.app(bodies[0], bodies[1], stages: stages, besides: besides)
        default: LintSources.app(bodies[0], bodies[1], bodies[2], stages: stages, besides: besides)
        }
    }

    private static func user(_ members: String) -> String { LintSources.user(members) }

    /// Returns the models `User` and `Pet` with the given members.
    private static func owners(_ user: String, _ pet: String) -> String {
        self.user(user) + "\n@Model final class Pet { \(pet); init() {} }"
    }

    private static let pet = "@Model final class Pet { var name: String?; init() {} }"

    /// Returns a custom stage whose `willMigrate` runs the given code, where DELETE deletes the rows of a class.
    private static func emptying(_ code: String, of type: String = "AppV1.User") -> LintSources.Stage {
        let hook = code.replacing("DELETE", with: "try $0.delete(model: \(type).self)")
        return .text(
            ".custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: { \(hook) }, didMigrate: nil)")
    }

    private static let cache =
        "final class Cache { static let shared = Cache(); var names: [Int] = [] }"

    private static func trailing(_ schema: String) -> String {
        "MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: nil) { "
            + "$0.insert(\(schema).User()) }"
    }

    private static func empty(did: String) -> String {
        "MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: nil, didMigrate: \(did))"
    }

    /// Returns a plan of two versions with the hooks' code.
    private static func hooks(will: String = "", did: String = "", besides: String = "") -> [String: String] {
        let stage = """
            MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: { context in
                \(will)
            }, didMigrate: { context in
                \(did)
            })
            """
        return app(user("var a: Int?"), user("var a: Int?; var b: Int?"), stages: [.text(stage)], besides: besides)
    }

    static let cases: [Case] =
        attributes + hierarchies + relationships + plans + shapes + cloud + LintContainerCases.all
        + LintReactionCases.all
        + LintRefusedCases.all + LintCloudKitCases.all + LintDeleteCases.all + LintUnlistedCases.all
        + LintMainActorCases.all + LintHookNameCases.all + LintValueCases.all + LintNamesakeCases.all

    static let attributes = [
        Case(
            code: "PF0208", about: "a default in init is none",
            triggers: app(user("var a: Int?"), user("var a: Int?; var b: String")),
            spares: app(user("var a: Int?"), user("var a: Int?; var b: String = \"\""))),
        Case(
            code: "PF0208", about: "a custom stage comes too late for an added attribute",
            triggers: app(user("var a: Int?"), user("var a: Int?; var b: String"), stages: [.custom]),
            spares: app(user("var a: Int?"), user("var a: Int?; var b: String?"), stages: [.custom])),
        Case(
            code: "PF0208", about: "a hook deletes the rows first, but not always",
            triggers: app(
                user("var a: Int?"), user("var a: Int?; var b: String"),
                stages: [emptying("if try $0.fetchCount(FetchDescriptor<AppV1.User>()) > 9 { DELETE }")]),
            spares: app(
                user("var a: Int?"), user("var a: Int?; var b: String"), stages: [emptying("DELETE; try $0.save()")])),
        Case(
            code: "PF0208", about: "a hook deletes the rows of another model",
            triggers: app(
                user("var a: Int?") + "\n" + pet, user("var a: Int?; var b: String") + "\n" + pet,
                stages: [emptying("DELETE", of: "AppV1.Pet")]),
            spares: app(
                user("var a: Int?") + "\n" + pet, user("var a: Int?; var b: String") + "\n" + pet,
                stages: [emptying("DELETE", of: "AppV1.User")])),
        Case(
            code: "PF0208", about: "an optional attribute is required, and a custom stage may fill it",
            triggers: app(user("var a: Int?"), user("var a: Int"), stages: [.custom]),
            spares: app(user("var a: Int?"), user("var a: Int = 0"), stages: [.custom]), severity: .warning),
        Case(
            code: "PF0213", about: "what is new is of another type",
            triggers: app(user("var a: Int?; var c: Date?"), user("var ab: Int?; var c: Date?")),
            spares: app(user("var a: Int?; var c: Date?"), user("var ab: String?; var c: Date?")), severity: .warning),
        Case(
            code: "PF0213", about: "a renamed model",
            triggers: app(
                user("var a: Int?; var b: Int?") + "\n" + pet,
                pet + "\n@Model final class Person { var a: Int?; var b: Int?; init() {} }"),
            spares: app(
                user("var a: Int?") + "\n" + pet, pet + "\n@Model final class Person { var b: Date?; init() {} }"),
            severity: .warning),
        Case(
            code: "PF0214", about: "a type changed in place, in a custom stage too",
            triggers: app(user("var a: Int?"), user("var a: String?"), stages: [.custom]),
            spares: app(user("var a: Int?"), user("var a: Int?; var text: String?"))),
        Case(
            code: "PF0214", about: "a wider integer is not promised",
            triggers: app(user("var a: Int16?"), user("var a: Int64?")),
            spares: app(user("var a: Int?"), user("var a: Int64?")), severity: .warning),
        Case(
            code: "PF0219", about: "unique, and the stage has no code before the change",
            triggers: app(
                user("var a: Int?"), user("@Attribute(.unique) var a: Int?"),
                stages: [.text(empty(did: "{ try $0.save() }"))]),
            spares: app(user("var a: Int?"), user("@Attribute(.unique) var a: Int?"), stages: [.custom])),
        Case(
            code: "PF0219", about: "a new parent's property",
            triggers: app(
                "@Model class Pet { var a: Int?; init() {} } // lists Pet",
                """
                @Model class Animal { @Attribute(.unique) var a: Int?; init() {} } // lists Animal
                @Model final class Pet: Animal { override init() { super.init() } }
                """),
            spares: app(
                "@Model class Pet { @Attribute(.unique) var a: Int?; init() {} } // lists Pet",
                """
                @Model class Animal { @Attribute(.unique) var a: Int?; init() {} } // lists Animal
                @Model final class Pet: Animal { override init() { super.init() } }
                """)),
        Case(
            code: "PF0219", about: "a unique property becomes required",
            triggers: app(user("@Attribute(.unique) var a: Int?"), user("@Attribute(.unique) var a: Int = 0")),
            spares: app(
                user("@Attribute(.unique) var a: Int?"), user("@Attribute(.unique) var a: Int = 0"), stages: [.custom]),
            severity: .warning),
        Case(
            code: "PF0219", about: "a constraint with fewer properties",
            triggers: app(
                user("#Unique<User>([\\.a, \\.b]); var a: Int?; var b: Int?"),
                user("#Unique<User>([\\.a]); var a: Int?; var b: Int?")),
            spares: app(
                user("#Unique<User>([\\.a]); var a: Int?; var b: Int?"),
                user("#Unique<User>([\\.a, \\.b]); var a: Int?; var b: Int?"))),
        Case(
            code: "PF0227", about: "a property that goes in a stage without code",
            triggers: app(user("var a: Int?; var b: String?"), user("var a: Int?"), stages: [.text(empty(did: "nil"))]),
            spares: app(user("var a: Int?; var b: String?"), user("var a: Int?"), stages: [.custom]),
            severity: .warning),
        Case(
            code: "PF0227", about: "a model that goes in a stage whose code runs only after the migration",
            triggers: app(
                user("var a: Int?") + "\n@Model final class Pet { var name: String?; init() {} }", user("var a: Int?"),
                stages: [.text(empty(did: "{ try $0.save() }"))]),
            spares: app(
                user("var a: Int?") + "\n@Model final class Pet { var name: String?; init() {} }", user("var a: Int?"),
                stages: [.custom]), severity: .warning),
        Case(
            code: "PF0219", about: "every row gets one default, in a custom stage too",
            triggers: app(
                user("var a: Int?"), user("var a: Int?; @Attribute(.unique) var key: UUID = UUID()"), stages: [.custom]),
            spares: app(
                user("var a: Int?"),
                user("var a: Int?") + "\n@Model final class Key { @Attribute(.unique) var a: Int?; init() {} }"
            )),
    ]

    static let hierarchies = [
        Case(
            code: "PF0235", about: "two models get a common parent",
            triggers: app(
                "@Model final class User { var a: Int?; init() {} }\n@Model final class Pet { var a: Int?; init() {} }",
                "// lists Being\n@Model class Being { var a: Int?; init() {} }\n@Model final class User: Being {}\n@Model final class Pet: Being {}",
                stages: [.custom]),
            spares: app(
                "@Model final class User { var a: Int?; init() {} }\n@Model final class Pet { var a: Int?; init() {} }",
                "// lists Being\n@Model class Being { var a: Int?; init() {} }\n@Model final class User: Being {}\n@Model final class Pet { var a: Int?; init() {} }"
            ))
    ]

    static let relationships = [
        Case(
            code: "PF0209", about: "a to-one that becomes required",
            triggers: app(user("var pet: Pet?") + "\n" + pet, user("var pet: Pet") + "\n" + pet),
            spares: app(user("var pet: Pet?") + "\n" + pet, user("var pet: Pet?; var a: Int?") + "\n" + pet)),
        Case(
            code: "PF0209", about: "a to-one that becomes required, and a custom stage may link it",
            triggers: app(user("var pet: Pet?") + "\n" + pet, user("var pet: Pet") + "\n" + pet, stages: [.custom]),
            spares: app(user("var pet: Pet?") + "\n" + pet, user("var pet: Pet?") + "\n" + pet, stages: [.custom]),
            severity: .warning),
        Case(
            code: "PF0227", about: "a model that goes, and one that may have been renamed",
            triggers: app(user("var a: Int?") + "\n" + pet, user("var a: Int?")),
            spares: app(user("var a: Int?"), user("var ab: Int?")), severity: .warning),
        Case(
            code: "PF0227", about: "a property that is kept in memory alone",
            triggers: app(user("var a: Int?; var b: String?"), user("var a: Int?; @Transient var b: String?")),
            spares: app(user("@Transient var b: String?; var a: Int?"), user("var a: Int?")), severity: .warning),
        Case(
            code: "PF0215", about: "a to-one that makes room for a to-many",
            triggers: app(user("var pet: Pet?") + "\n" + pet, user("var pets: [Pet] = []") + "\n" + pet),
            spares: app(
                owners("@Relationship(inverse: \\Pet.owners) var pet: Pet?", "var owners: [User] = []"),
                owners(
                    "@Relationship(originalName: \"pet\", inverse: \\Pet.owners) var pets: [Pet] = []",
                    "var owners: [User] = []")), severity: .warning),
        Case(
            code: "PF0215", about: "a to-one that becomes a to-many without an inverse",
            triggers: app(user("var pet: Pet?") + "\n" + pet, user("var pet: [Pet] = []") + "\n" + pet),
            spares: app(
                owners("@Relationship(inverse: \\Pet.owners) var pet: Pet?", "var owners: [User] = []"),
                owners("@Relationship(inverse: \\Pet.owners) var pet: [Pet] = []", "var owners: [User] = []")),
            severity: .warning),
        Case(
            code: "PF0215", about: "a to-many that keeps one",
            triggers: app(user("var pet: [Pet] = []") + "\n" + pet, user("var pet: Pet?") + "\n" + pet),
            spares: app(
                user("var pet: [Pet] = []") + "\n" + pet, user("var pet: Pet?") + "\n" + pet, stages: [.custom]),
            severity: .warning),
        Case(
            code: "PF0228", about: "a to-one that is not optional, whose inverse is named",
            triggers: app(owners("var pet: Pet?", "var owner: User")),
            spares: app(owners("@Relationship(inverse: \\Pet.owner) var pet: Pet?", "var owner: User")),
            severity: .warning),
        Case(
            code: "PF0228", about: "several candidates, and none",
            triggers: app(owners("var pet: Pet?; var a: Int?", "var owner: User")),
            spares: app(owners("var a: Int?", "var owner: User; var sitter: User?")), severity: .warning),
        Case(
            code: "PF0228", about: "a @Relationship that names no inverse",
            triggers: app(owners("@Relationship(deleteRule: .cascade) var pets: [Pet] = []", "var owner: User?")),
            spares: app(
                owners(
                    "@Relationship(deleteRule: .cascade) var pets: [Pet] = []", "var owner: User?; var sitter: User?")),
            severity: .warning),
        Case(
            code: "PF0228", about: "a @Relationship on both sides",
            triggers: app(owners("@Relationship var pets: [Pet]?", "@Relationship var owner: User?")),
            spares: app(
                owners("@Relationship var pets: [Pet]?", "@Relationship(inverse: \\User.pets) var owner: User?")),
            severity: .warning),
        Case(
            code: "PF0228", about: "an older version, which stays as it is",
            triggers: app(
                owners("var pets: [Pet] = []", "var owner: User?"), owners("var pets: [Pet] = []", "var owner: User")),
            spares: app(
                owners("var pets: [Pet] = []", "var owner: User"),
                owners("@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", "var owner: User")),
            severity: .warning),
    ]

    static let plans = [
        Case(
            code: "PF0202", about: "equal hashes in a plan without stages",
            triggers: app(user("var a: Int = 1"), user("var a: Int = 2"), stages: []),
            spares: app(user("var a: Int = 1"), user("var a: Int? = 1"), stages: []), severity: .warning),
        Case(
            code: "PF0203", about: "equal on one platform",
            triggers: app(
                user("var a: Int?"),
                "@Model final class User {\nvar a: Int?\n#if !os(watchOS)\nvar b: Int?\n#endif\ninit() {} }"),
            spares: app(
                user("var a: Int?"),
                "@Model final class User {\nvar a: Int?\n#if !os(watchOS)\nvar b: Int?\n#else\nvar c: Int?\n#endif\ninit() {} }"
            )),
        Case(
            code: "PF0216", about: "didMigrate with the old version's class",
            triggers: hooks(did: "for user in try context.fetch(FetchDescriptor<AppV1.User>()) { user.a = 1 }"),
            spares: hooks(did: "for user in try context.fetch(FetchDescriptor<AppV2.User>()) { user.a = 1 }")),
        Case(
            code: "PF0216", about: "willMigrate that makes an object of the new version",
            triggers: hooks(will: "context.insert(AppV2.User())"), spares: hooks(will: "context.insert(AppV1.User())")),
        Case(
            code: "PF0216", about: "a hook behind the call",
            triggers: app(user("var a: Int?"), user("var b: Date?"), stages: [.text(trailing("AppV1"))]),
            spares: app(user("var a: Int?"), user("var b: Date?"), stages: [.text(trailing("AppV2"))])),
        Case(
            code: "PF0216", about: "a typealias that will move",
            triggers: hooks(did: "context.insert(User())", besides: "typealias User = AppV2.User"),
            spares: hooks(did: "context.insert(AppV2.User())", besides: "typealias User = AppV2.User"),
            severity: .warning),
        Case(
            code: "PF0216", about: "a typealias that has moved",
            triggers: hooks(will: "context.insert(User())", besides: "typealias User = AppV2.User"),
            spares: hooks(will: "context.insert(AppV1.User())", besides: "typealias User = AppV2.User")),
        Case(
            code: "PF0226", about: "a global variable",
            triggers: hooks(
                will: "names[1] = 2", did: "print(names.count)",
                besides: "nonisolated(unsafe) var names: [Int: Int] = [:]"),
            spares: hooks(
                will: "var names: [Int: Int] = [:]; names[1] = 2", did: "let names = [1]; print(names.count)"),
            severity: .warning),
        Case(
            code: "PF0226", about: "a shared object",
            triggers: hooks(will: "Cache.shared.names.append(1)", did: "print(Cache.shared.names)", besides: cache),
            spares: hooks(will: "print(Cache.shared.names)", did: "print(Cache.shared.names)", besides: cache),
            severity: .warning),
        Case(
            code: "PF0217", about: "a type changed by way of a removal",
            triggers: app(user("var a: Int?; var x: Int?"), user("var a: Int?"), user("var a: Int?; var x: String?")),
            spares: app(
                user("var a: Int?; var x: Int?"), user("var a: Int?"), user("var a: Int?; var x: String?"),
                stages: [.custom, .lightweight])),
        Case(
            code: "PF0217", about: "a wider integer by way of a removal",
            triggers: app(user("var a: Int?; var x: Int16?"), user("var a: Int?"), user("var a: Int?; var x: Int64?")),
            spares: app(user("var a: Int?; var x: Int?"), user("var a: Int?"), user("var a: Int?; var x: Int64?")),
            severity: .warning),
        Case(
            code: "PF0217", about: "renamed twice",
            triggers: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
                user("@Attribute(originalName: \"b\") var c: Int?")),
            spares: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
                user("@Attribute(originalName: \"a\") var b: Int?; var c: Date?"))),
        Case(
            code: "PF0213", about: "renamed twice, with the first name",
            triggers: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"), user("var bc: Int?")),
            spares: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
                user("@Attribute(originalName: \"a\") var bc: Int?")), severity: .warning),
        Case(
            code: "PF0217", about: "renamed twice, with the first name",
            triggers: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
                user("@Attribute(originalName: \"b\") var c: Int?")),
            spares: app(
                user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?"),
                user("@Attribute(originalName: \"a\") var c: Int?"))),
        Case(
            code: "PF0218", about: "a gap",
            triggers: app(user("var a: Int?"), user("var b: Date?"), user("var c: String?"), stages: [.lightweight]),
            spares: app(user("var a: Int?"), user("var b: Date?"), user("var c: String?"))),
        Case(
            code: "PF0218", about: "a gap, but not a plan without stages",
            triggers: app(user("var a: Int?"), user("var b: Date?"), user("var c: String?"), stages: [.lightweight]),
            spares: app(user("var a: Int?"), user("var b: Date?"), user("var c: String?"), stages: [])),
        Case(
            code: "PF0218", about: "backward",
            triggers: app(
                user("var a: Int?"), user("var b: Date?"),
                stages: [.lightweight, .text(".lightweight(fromVersion: AppV2.self, toVersion: AppV1.self)")]),
            spares: app(user("var a: Int?"), user("var b: Date?"))),
        Case(
            code: "PF0218", about: "twice",
            triggers: app(
                user("var a: Int?"), user("var b: Date?"),
                stages: [.lightweight, .text(".lightweight(fromVersion: AppV1.self, toVersion: AppV2.self)")]),
            spares: app(user("var a: Int?"))),
        Case(
            code: "PF0218", about: "identifiers that fall",
            triggers: LintSources.app(user("var a: Int?"), user("var b: Date?"), identifiers: ["2, 0, 0", "1, 9, 0"]),
            spares: LintSources.app(user("var a: Int?"), user("var b: Date?"), identifiers: ["1, 9, 0", "1, 10, 0"]),
            severity: .warning),
    ]

    static let shapes = [
        encoded("a required field", "var b = 0", "var b: Int?"),
        encoded("an own decoder that requires the field", decoder("decode"), decoder("decodeIfPresent")),
        encoded(
            "an own decoder that isn't followed",
            "var b: Int; init(from decoder: any Decoder) throws { (a, b) = try read(decoder) }", "let b = 0",
            severity: .warning),
        Case(
            code: "PF0212", about: "another value transformer",
            triggers: app(user(transformed("NSSecureUnarchiveFromData")), user(transformed("Tags", modifier: "2"))),
            spares: app(user(transformed("Tags")), user(transformed("Tags", modifier: "2"))), severity: .warning),
    ]

    private static func transformed(_ name: String, modifier: String? = nil) -> String {
        let modifier = modifier.map { ", hashModifier: \"\($0)\"" } ?? ""
        return "@Attribute(.transformable(by: \"\(name)\")\(modifier)) var tags: NSArray?"
    }

    /// Returns two versions with an array of structs. The second version's struct has another field.
    private static func encoded(
        _ about: String, _ field: String, _ spared: String, severity: Finding.Severity = .error
    ) -> Case {
        func versions(_ field: String) -> [String: String] {
            app(
                user("struct Step: Codable { var a: Int; var lost: Int }; var steps: [Step] = []"),
                user("struct Step: Codable { var a: Int; \(field) }; var steps: [Step] = []; var c: Int?"))
        }
        return Case(
            code: "PF0212", about: about, triggers: versions(field), spares: versions(spared), severity: severity)
    }

    private static func decoder(_ call: String) -> String {
        """
        var b: Int?
        enum CodingKeys: CodingKey { case a, b }
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            a = try values.decode(Int.self, forKey: .a)
            b = try values.\(call)(Int.self, forKey: .b)
        }
        """
    }

    static let cloud = [
        Case(
            code: "PF0220", about: "a unique attribute", triggers: app(user("@Attribute(.unique) var a: Int?")),
            spares: app(user("var a: Int?")), checksCloudKit: true),
        Case(
            code: "PF0220", about: "an attribute without a default", triggers: app(user("var a: Int")),
            spares: app(user("var a: Int = 0")), checksCloudKit: true),
        Case(
            code: "PF0220", about: "a to-many that is not optional",
            triggers: app(
                user("@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []")
                    + "\n@Model final class Pet { var owner: User?; init() {} }"),
            spares: app(
                user("@Relationship(inverse: \\Pet.owner) var pets: [Pet]?")
                    + "\n@Model final class Pet { var owner: User?; init() {} }"), checksCloudKit: true),
        Case(
            code: "PF0220", about: "no inverse, and the deny rule",
            triggers: app(
                user("@Relationship(deleteRule: .deny) var pets: [Pet]?") + "\n" + pet),
            spares: app(
                user("@Relationship(deleteRule: .cascade, inverse: \\Pet.owner) var pets: [Pet]?")
                    + "\n@Model final class Pet { var owner: User?; init() {} }"), checksCloudKit: true),
        Case(
            code: "PF0221", about: "a synced field that is renamed",
            triggers: app(user("var a: Int?"), user("@Attribute(originalName: \"a\") var b: Int?")),
            spares: app(user("var a: Int?"), user("var a: Int?; var b: Int?")), checksCloudKit: true),
        Case(
            code: "PF0246", about: "a synced enum that gains a case",
            triggers: app(user(kind("case memo")), user(kind("case memo, list") + "; var b: Int?")),
            spares: app(user(kind("case memo, list")), user(kind("case memo") + "; var b: Int?")), severity: .warning,
            checksCloudKit: true),
        Case(
            code: "PF0250", about: "a backfill of a property that both versions have",
            triggers: LintOperationTests.app(
                user("var a: Int?"), user("var a: Int?; var b: Int?"), "Backfill(\\AppV2.User.a) { _ in 1 }"),
            spares: LintOperationTests.app(
                user("var a: Int?"), user("var a: Int?; var b: Int?"), "Backfill(\\AppV2.User.b) { _ in 1 }"),
            severity: .warning),
    ]

    /// Returns an attribute whose type is an enum with the given cases.
    private static func kind(_ cases: String) -> String {
        "enum Kind: String, Codable { \(cases) }; var kind: Kind = Kind.memo"
    }

    static func lint(_ sources: [String: String], checksCloudKit: Bool = false) throws -> ProjectLint {
        let project = try TestProject(sources)
        // The comments are read from the project's files, so the project must stay alive.
        return try withExtendedLifetime(project) {
            try ProjectLint.run(project.project { $0.readsCode = true }, checksCloudKit: checksCloudKit)
        }
    }

    @Test(arguments: cases) func isFound(_ one: Case) throws {
        let lint = try Self.lint(one.triggers, checksCloudKit: one.checksCloudKit)
        let found = lint.findings.filter { $0.code == one.code }
        #expect(!found.isEmpty, "\(lint.findings.map(\.what))")
        #expect(found.map(\.severity).max() == one.severity)
        #expect(found.allSatisfy { one.triggers.keys.contains($0.location?.file ?? "") })
        #expect(!lint.isIncomplete)
    }

    @Test(arguments: cases) func similarCodeHasNoFinding(_ one: Case) throws {
        let lint = try Self.lint(one.spares, checksCloudKit: one.checksCloudKit)
        #expect(!lint.isIncomplete, "\(lint.findings.map(\.what))")
        #expect(lint.findings.filter { $0.code == one.code }.map(\.what) == [])
    }

    @Test func everyRuleHasACase() {
        // The findings of these rules aren't about declarations, and have tests of their own.
        let others = [
            SuppressionWithoutReason.page.code, RefusedBaselineEntry.page.code, RetirementMismatch.page.code,
            SourceNotRead.page.code,
        ]
        let tested = Set(Self.cases.map(\.code)).union(RuleEvidenceTests.exemplified.map(\.page.code)).union(others)
        #expect(tested == Set(ProjectLint.pages.map(\.code)))
    }

    @Test(arguments: ["PF0220", "PF0221", "PF0246"]) func aStoreWithoutCloudKitHasNoFindings(_ code: String) throws {
        for one in Self.cloud where one.code == code {
            #expect(try Self.lint(one.triggers).findings.allSatisfy { $0.code != code })
        }
    }

    /// A container's finding is at the call, not at the start of the expression around it.
    @Test func aFindingIsAtTheModifier() throws {
        let lint = try Self.lint(
            Self.app(
                Self.user("var a: Int?"),
                besides: """
                    struct App {
                        var body: some Scene {
                            Window {
                                Text("")
                            }
                            .defaultSize(width: 1, height: 1)
                            .modelContainer(for: AppV1.User.self)
                        }
                    }
                    """))
        let finding = try #require(lint.findings.first { $0.code == "PF0207" })
        let text = try #require(
            Self.app(Self.user("var a: Int?"))["App.swift"]?.split(separator: "\n", omittingEmptySubsequences: false))
        #expect(finding.location?.line == text.count + 6)
    }

    /// A finding about a store that syncs names the configuration and the files that decide.
    @Test(arguments: [
        (
            ["App.entitlements": true, "Debug.entitlements": false],
            "App.entitlements has CloudKit, but Debug.entitlements doesn't"
        ),
        (["A.entitlements": true, "B.entitlements": true], "A.entitlements and B.entitlements have CloudKit,"),
        (
            ["A.entitlements": true],
            ".modelContainer at App.swift:2:47 leaves the CloudKit database to the entitlements"
        ),
    ])
    func aSyncedStoreIsNamed(_ files: [String: Bool], _ text: String) throws {
        var sources = files.mapValues { LintCloudKitCases.entitlements($0 ? "<string>a</string>" : "") }
        sources["App.swift"] = """
            @Model final class Note { var text: String; init() {} }
            struct App { var body: some Scene { Window {}.modelContainer(for: Note.self) } }
            """
        let finding = try #require(Self.lint(sources).findings.first { $0.code == "PF0220" })
        #expect(finding.affected?.contains(text) == true, "\(finding)")
        #expect(finding.fix?.contains("cloudKitDatabase: .none") == true, "\(finding)")
    }

    @Test func aFindingIsAtItsProperty() throws {
        let lint = try Self.lint(Self.app(Self.user("var a: Int?"), Self.user("var a: Int?; var name: String")))
        let finding = try #require(lint.findings.first { $0.code == "PF0208" })
        #expect(finding.location?.line == 10)
        #expect(finding.location?.column == 48)
        #expect(finding.what.hasPrefix("User.name is new and required in AppV2 2.0.0"))
    }

    @Test(arguments: [false, true]) func aFindingForAnUnnamedInverseDependsOnWhetherTheVersionIsFrozen(_ isFrozen: Bool)
        throws
    {
        let project = try TestProject(Self.app(Self.owners("var a: Int?; var pets: [Pet] = []", "var owner: User")))
        if isFrozen { try project.freeze() }
        let finding = try #require(ProjectLint.run(project.project()).findings.first { $0.code == "PF0228" })
        #expect(finding.location?.line == 5)
        #expect(finding.what.contains("User.pets and Pet.owner"))
        #expect(finding.what.contains("Pet.owner is a required to-one"))
        #expect(finding.fix?.hasPrefix(isFrozen ? "Leave 1.0.0 unchanged" : "Before 1.0.0 ships") == true)
        #expect(finding.fix?.contains(#"inverse: \Pet.owner) to User.pets"#) == true)
    }

    @Test func anInverseThatFrameworksInferDifferentlyIsReportedWithBothOutcomes() throws {
        let lint = try Self.lint(
            Self.app(Self.owners("@Relationship var pet: Pet?", "@Relationship var owner: User?")))
        let words = lint.findings.filter { $0.code == "PF0228" }
        #expect(words.count == 1)
        #expect(words.first?.what.contains("treat them as inverses, and later systems don't") == true)
        #expect(words.first?.affected?.contains("The version has different hashes on the newer system") == true)
    }

    // MARK: Since the freeze

    @Test(arguments: [
        ("PF0210", "struct Value: Codable { var x: Int }", "struct Value: Codable { var x: Int; var y: Int? }"),
        ("PF0211", "enum Value: Codable { case a }", "enum Value: Codable { case a, b }"),
        ("PF0211", "enum Value: Int, Codable { case a = 1, b = 2 }", "enum Value: Int, Codable { case a = 1 }"),
    ])
    func anEditSinceTheFreezeIsFound(_ code: String, _ before: String, _ after: String) throws {
        let project = try TestProject(
            LintSources.app(LintSources.user("var value: Value"), besides: before))
        try project.freeze()
        let unedited = try VersionMatcher(project.project())
        #expect(try ProjectLint.run(project.project(), unedited).findings.isEmpty)
        try project.edit("App.swift", before, after)
        // A fixture whose bytes are known from the previous lint is also compared.
        for known in [KnownFixtures(), unedited.known] {
            let edited = try project.project()
            let lint = try ProjectLint.run(edited, VersionMatcher(edited, known: known))
            #expect(lint.findings.map(\.code) == [code], "\(lint.findings.map(\.what))")
        }
    }

    /// An enum or struct that several properties and versions share. Each edit of it is one finding, at its own line.
    @Test(arguments: [
        (
            "PF0210", "struct Value: Codable { var x: Int }", "struct Value: Codable { var x: Int; var y: Int? }",
            "Value.y"
        ),
        ("PF0211", "enum Value: Codable { case a }", "enum Value: Codable { case a, b }", "Value.b"),
        (
            "PF0211", "enum Value: Int, Codable { case a = 1, b = 2 }", "enum Value: Int, Codable { case a = 1 }",
            "Value.b (case b = 2)"
        ),
    ])
    func anEditOfASharedTypeIsOneFinding(_ code: String, _ before: String, _ after: String, _ part: String) throws {
        let project = try TestProject(
            LintSources.app(
                LintSources.user("var value: Value; var other: Value"),
                LintSources.user("var value: Value; var other: Value; var c: Int?"), besides: before))
        try project.freeze()
        try project.edit("App.swift", before, after)
        let lint = try ProjectLint.run(project.project())
        let found = lint.findings.filter { $0.code == code }
        #expect(found.count == 1, "\(lint.findings.map(\.what))")
        #expect(found.first?.what.hasPrefix(part) == true)
        #expect(found.first?.what.contains("AppV1 1.0.0 and AppV2 2.0.0") == true)
        #expect(found.first?.what.contains("after the versions were frozen") == true)
        #expect(found.first?.what.contains("User.other and User.value store it") == true)
        let text = try String(contentsOf: project.folder.url.appending(path: "App.swift"), encoding: .utf8)
        let line = try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains(after) })
        #expect(found.first?.location?.line == line + 1)
    }

    @Test func anEncodedShapeEditedSinceTheFreezeIsFound() throws {
        let project = try TestProject(LintSources.app(LintSources.user("var values: [Int] = []")))
        try project.freeze()
        try project.edit("App.swift", "[Int]", "[String]")
        #expect(try ProjectLint.run(project.project()).findings.map(\.code) == ["PF0212"])
    }

    @Test func modelsWithoutAVersionedSchemaAreComparedWithTheirFixture() throws {
        let project = try TestProject([
            "App.swift": "import SwiftData\n@Model final class User { var a: Int?; init() {} }\n"
        ])
        func models(_ options: inout ProjectOptions) { options.models = ["User"] }
        try project.freeze(.version("1.0.0"), models)
        try project.edit("App.swift", "var a: Int?", "var a: Int?; var b: String")
        #expect(try ProjectLint.run(project.project(models)).findings.map(\.code) == ["PF0208"])
    }
}
