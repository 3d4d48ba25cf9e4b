import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The rules know the effects of a declared plan's operations.
@Suite struct LintOperationTests {
    /// A step from one body to the next, operations that leave a finding, and operations that don't.
    struct Case: Sendable, CustomTestStringConvertible {
        var code: String
        var about: String
        var old: String
        var new: String
        var triggers: [String]
        var spares: [String]
        /// The expected severity; nil if the case doesn't check it.
        var severity: Finding.Severity?

        var testDescription: String { "\(code): \(about)" }
    }

    static func app(_ old: String, _ new: String, _ operations: String) -> [String: String] {
        let plan = """
            enum AppPlan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppV1.self, AppV2.self]) {
                    Stage(from: AppV1.self, to: AppV2.self)\(operations.isEmpty ? "" : " { \(operations) }")
                }
            }
            """
        return [
            "App.swift": "import SwiftData\n" + LintSources.version(1, old, identifier: "1, 0, 0")
                + LintSources.version(2, new, identifier: "2, 0, 0") + plan
        ]
    }

    private static func user(_ members: String) -> String { LintSources.user(members) }
    private static let pet = "\n@Model final class Pet { var name: String?; init() {} }"

    private static let pets = pet.replacing("init", with: "var age: Int?; init")

    static let cases = [
        Case(
            code: "PF0213", about: "a rename",
            old: user("var a: Int?"), new: user("var ab: Int?"),
            triggers: [
                "", "Rename(\\AppV1.User.c, to: \\AppV2.User.ab)", "Backfill(\\AppV2.User.ab) { _ in 1 }",
                "Rename(\\AppV2.User.a, to: \\AppV2.User.ab)", "Rename(\\AppV1.Pet.a, to: \\AppV2.User.ab)",
            ],
            spares: [
                "Rename(\\AppV1.User.a, to: \\AppV2.User.ab)",
                "Transform(from: \\AppV1.User.a, to: \\AppV2.User.ab) { $0 }",
                "Merge(\\AppV1.User.a, \\AppV1.User.c, to: \\AppV2.User.ab) { $0 + $1 }",
                "Drop(\\AppV1.User.a, because: \"unused\")",
            ]),
        Case(
            code: "PF0213", about: "a model that is gone",
            old: user("var a: Int?") + pets, new: user("var a: Int?") + pets.replacing("Pet", with: "Animal"),
            triggers: ["", "DeleteAll(AppV1.User.self)"],
            spares: ["DeleteAll(AppV1.Pet.self)", "Drop(AppV1.Pet.self, because: \"unused\")"]),
        Case(
            code: "PF0219", about: "unique from now on",
            old: user("var a: Int?; var b: Int?"), new: user("@Attribute(.unique) var a: Int?; var b: Int?"),
            triggers: [
                "", "Rename(\\AppV1.User.b, to: \\AppV2.User.b)", "Deduplicate(\\AppV1.User.b, keep: .first)",
                "Assert.unique(\\AppV2.User.a)", "CustomOperation(\"tidy\") { _ in }",
                "CustomOperation(\"tidy\", didMigrate: tidy)",
                "Transform(from: AppV1.User.self, to: AppV2.User.self, capture: { $0.a }, build: { _, _ in })",
            ],
            spares: [
                "Deduplicate(\\AppV1.User.a, keep: .first)", "CustomOperation(\"tidy\", willMigrate: { _ in })",
                "CustomOperation(\"tidy\") { _ in } didMigrate: { _ in }",
                "CustomOperation(\"tidy\", willMigrate: tidy)",
                "tidy()",
                "DeleteWhere(#Predicate<AppV1.User> { $0.b == 1 })",
            ]),
        Case(
            code: "PF0219", about: "two properties unique together: any one of them will do",
            old: user("var a: Int?; var b: Int?; var c: Int?"),
            new: user("#Unique<User>([\\.a, \\.b])\nvar a: Int?; var b: Int?; var c: Int?"),
            triggers: ["", "Deduplicate(\\AppV1.User.c, keep: .first)"],
            spares: [
                "Deduplicate(\\AppV1.User.a, keep: .first)", "Deduplicate(\\AppV1.User.b, keep: .last)",
                "DeleteAll(AppV1.User.self)",
            ]),
        Case(
            code: "PF0219", about: "a renamed property that is unique from now on",
            old: user("var a: Int?; var b: Int?"),
            new: user("@Attribute(.unique, originalName: \"a\") var c: Int?; var b: Int?"),
            triggers: ["", "Deduplicate(\\AppV1.User.b, keep: .first)"],
            spares: ["Deduplicate(\\AppV1.User.a, keep: .first)"]),
        Case(
            code: "PF0227", about: "a property that goes",
            old: user("var a: Int?; var b: String?"), new: user("var a: Int?"),
            triggers: [
                "", "Backfill(\\AppV2.User.a) { _ in 1 }", "Rename(\\AppV1.User.a, to: \\AppV2.User.a)",
                "DeleteWhere(#Predicate<AppV1.User> { $0.b == nil })",
                "Drop(\\AppV1.User.a, because: \"unused\")", "Drop(AppV1.User.self, because: \"unused\")",
                "Assert.noNulls(\\AppV2.User.a)", "Drop(\\AppV1.User.b.count, because: \"unused\")",
            ],
            spares: [
                "Drop(\\AppV1.User.b, because: \"unused\")", "Permafrost.Drop(\\AppV1.User.b, because: reason)",
                "Backfill(\\AppV2.User.a) { _ in 1 }; Drop(\\AppV1.User.b, because: \"unused\")",
                "if isNew { Drop(\\AppV1.User.b, because: \"unused\") }",
                "Transform(from: \\AppV1.User.b, to: \\AppV2.User.a) { $0?.count }", "DeleteAll(AppV1.User.self)",
                "DeleteAll(AppV2.User.self)", "CustomOperation(\"keep\") { _ in }", "keep()",
            ]),
        Case(
            code: "PF0227", about: "a model that goes",
            old: user("var a: Int?") + pet, new: user("var a: Int?"),
            triggers: ["", "DeleteAll(AppV1.User.self)", "Drop(\\AppV1.Pet.name, because: \"unused\")"],
            spares: [
                "Drop(AppV1.Pet.self, because: \"unused\")", "DeleteAll(AppV1.Pet.self)",
                "Merge(\\AppV1.Pet.name, \\AppV1.User.a, to: \\AppV2.User.a) { $1 }",
            ]),
        Case(
            code: "PF0265", about: "a loss that doesn't happen",
            old: user("var a: Int?; var b: String?; var c: Int?") + pet,
            new: user("var a: Int?; @Attribute(originalName: \"c\") var d: Int?"),
            triggers: [
                "Drop(\\AppV1.User.a, because: \"unused\")", "Drop(\\AppV1.User.c, because: \"unused\")",
                "Drop(AppV1.User.self, because: \"unused\")", "Drop(\\AppV1.User.b, because: \"\")",
                "Drop(\\AppV1.User.z, because: \"unused\")", "Drop(\\AppV1.Pet.name, because: \"unused\")",
                "Transform(from: \\AppV1.User.b, to: \\AppV2.User.a) { $0?.count }; Drop(\\AppV1.User.b, because: \"x\")",
                "CustomOperation(\"keep\") { _ in }; Drop(\\AppV1.User.a, because: \"unused\")",
                "Drop(\\AppV1.User.b, because: \"unused\"); Drop(\\AppV1.User.b, because: \"moved\")",
                "Drop(AppV1.Pet.self, because: \"unused\"); Drop(AppV1.Pet.self, because: \"moved\")",
            ],
            spares: [
                "", "Drop(\\AppV1.User.b, because: \"unused\"); Drop(AppV1.Pet.self, because: \"unused\")",
                "Drop(\\AppV1.User.b, because: reason)", "CustomOperation(\"x\") { _ in }",
                "Drop(\\AppV1.User.b, because: \"unused\"); Drop(\\AppV1.User.b, because: \"unused\")",
                "Drop(\\AppV1.User.b, because: reason); Drop(\\AppV1.User.b, because: \"unused\")",
                "DeleteAll(AppV1.User.self); Drop(\\AppV1.User.b, because: \"unused\")",
            ], severity: .error),
        Case(
            code: "PF0215", about: "a to-one that makes room for a to-many",
            old: user("var pet: Pet?") + pet, new: user("var pets: [Pet] = []") + pet,
            triggers: ["", "Backfill(\\AppV2.User.pets) { _ in [] }"],
            spares: [
                "Reconnect(\\AppV1.User.pet, to: \\AppV2.User.pets)", "CustomOperation(\"link\") { _ in }",
                "Drop(\\AppV1.User.pet, because: \"chosen again\")",
            ]),
        Case(
            code: "PF0215", about: "a to-many that keeps one",
            old: user("var pet: [Pet] = []") + pet, new: user("var pet: Pet?") + pet,
            triggers: ["", "Rename(\\AppV1.Pet.name, to: \\AppV2.Pet.name)"],
            spares: ["Reconnect(\\AppV1.User.pet, to: \\AppV2.User.pet) { $0.first }"]),
        Case(
            code: "PF0208", about: "an optional attribute is required, and Backfill comes too late",
            old: user("var a: Int?"), new: user("var a: Int"),
            triggers: ["", "Backfill(\\AppV2.User.a) { _ in 1 }"], spares: ["DeleteAll(AppV1.User.self)"]),
        Case(
            code: "PF0208", about: "an attribute is new and required",
            old: user("var a: Int?"), new: user("var a: Int?; var b: Int"),
            triggers: ["", "CustomOperation(\"fill\", willMigrate: { _ in })"], spares: ["DeleteAll(AppV1.User.self)"]),
        Case(
            code: "PF0208", about: "an optional attribute is required, and it is not proved that no row is without",
            old: user("var a: Int?"), new: user("var a: Int"),
            triggers: [
                "CustomOperation(\"fill\", willMigrate: { _ in })",
                "DeleteWhere(#Predicate<AppV1.User> { $0.a == nil })",
            ], spares: ["DeleteAll(AppV1.User.self)"], severity: .warning),
        Case(
            code: "PF0209", about: "a to-one that becomes required",
            old: user("var pet: Pet?") + pet, new: user("var pet: Pet") + pet,
            triggers: ["", "Backfill(\\AppV2.User.pet) { _ in AppV2.Pet() }"], spares: ["DeleteAll(AppV1.User.self)"]),
        Case(
            code: "PF0209", about: "a to-one that becomes required, and it is not proved that each row leads somewhere",
            old: user("var pet: Pet?") + pet, new: user("var pet: Pet") + pet,
            triggers: ["CustomOperation(\"fill\", willMigrate: { _ in })"], spares: ["DeleteAll(AppV1.User.self)"],
            severity: .warning),
        Case(
            code: "PF0216", about: "an operation on the other version's class",
            old: user("var a: Int?"), new: user("var a: Int?; var b: Int?"),
            triggers: [
                "Backfill(\\AppV2.User.b) { _ in AppV1.User().a }", "Deduplicate(\\AppV2.User.a, keep: .first)",
                "Drop(\\AppV2.User.a, because: \"unused\")", "Drop(AppV2.User.self, because: \"unused\")",
                "Assert.noNulls(\\AppV1.User.a)", "CustomOperation(\"x\", didMigrate: { $0.insert(AppV1.User()) })",
            ],
            spares: [
                "Rename(\\AppV1.User.a, to: \\AppV2.User.b)", "Reconnect(\\AppV1.User.a, to: \\AppV2.User.b)",
                "Transform(from: \\AppV1.User.a, to: \\AppV2.User.b) { value in AppV1.User.name(value) }",
                "Assert.preserved(\\AppV1.User.a, as: \\AppV2.User.a)",
                "Backfill(\\AppV2.User.b) { _ in AppV2.User().a }",
            ]),
        Case(
            code: "PF0250", about: "a backfill of a property that both versions have",
            old: user("var a: Int?"), new: user("var a: Int?; var b: Int?"),
            triggers: [
                "Backfill(\\AppV2.User.a) { _ in 1 }", "Permafrost.Backfill(\\AppV2.User.a, { _ in 1 })",
                "Backfill(\\AppV2.User.b) { _ in 1 }; Backfill(\\AppV2.User.a, one)",
            ],
            spares: [
                "", "Backfill(\\AppV2.User.b) { _ in 1 }", "Backfill(\\AppV2.User.a, overwrite: true) { _ in 1 }",
                "Backfill(\\AppV2.User.a, overwrite: false) { _ in 1 }", "Backfill(\\AppV2.Pet.a) { _ in 1 }",
            ]),
        Case(
            code: "PF0250", about: "a backfill of a renamed property",
            old: user("var a: Int?"), new: user("@Attribute(originalName: \"a\") var b: Int?"),
            triggers: ["Backfill(\\AppV2.User.b) { _ in 1 }"],
            spares: ["Backfill(\\AppV2.User.b, overwrite: true) { _ in 1 }"]),
        Case(
            code: "PF0226", about: "values from one closure to another",
            old: user("var a: Int?"), new: user("var a: Int?; var b: Int?"),
            triggers: [
                "CustomOperation(\"x\", willMigrate: { _ in Cache.names = [] }); CustomOperation(\"y\", didMigrate: { _ in print(Cache.names) })"
            ],
            spares: ["CustomOperation(\"x\") { _ in print(Cache.names) } didMigrate: { _ in print(Cache.names) }"]),
    ]

    private func findings(_ operations: String, _ one: Case) throws -> [String] {
        let lint = try LintRuleTests.lint(Self.app(one.old, one.new, operations))
        #expect(!lint.isIncomplete, "\(lint.findings.map(\.what))")
        let found = lint.findings.filter { $0.code == one.code }
        if let severity = one.severity { #expect(found.allSatisfy { $0.severity == severity }, "\(operations)") }
        return found.map(\.what)
    }

    @Test(arguments: cases) func isFound(_ one: Case) throws {
        for operations in one.triggers { #expect(try !findings(operations, one).isEmpty, "\(operations)") }
    }

    @Test(arguments: cases) func theOperationsAvoidTheFinding(_ one: Case) throws {
        for operations in one.spares { #expect(try findings(operations, one) == [], "\(operations)") }
    }

    /// The first declaration counts, whatever the order of the reasons.
    @Test(arguments: [("unused", "moved"), ("moved", "unused")])
    func theSecondOfTwoLossesIsReported(_ first: String, _ second: String) throws {
        let lint = try LintRuleTests.lint(
            Self.app(
                Self.user("var a: Int?; var b: String?"), Self.user("var a: Int?"),
                "Drop(\\AppV1.User.b, because: \"\(first)\")\nDrop(\\AppV1.User.b, because: \"\(second)\")"))
        let one = try LintRuleTests.lint(
            Self.app(
                Self.user("var a: Int?; var b: String?"), Self.user("var a: Int?"),
                "Drop(\\AppV1.User.b, because: \"\")"))
        let found = lint.findings.filter { $0.code == "PF0265" }
        #expect(
            found.map(\.what) == [
                "User.b is declared as dropped in AppV2 2.0.0, but it is declared twice, with different reasons"
            ])
        let line = try #require(one.findings.first { $0.code == "PF0265" }?.location?.line)
        #expect(found.map(\.location?.line) == [line + 1])
    }

    @Test func aVariableThatBothHooksSetIsUsed() throws {
        let state = try #require(Self.cases.first { $0.code == "PF0226" })
        let found = try findings(
            "CustomOperation(\"x\", willMigrate: { _ in Cache.names = [] }); CustomOperation(\"y\", didMigrate: { _ in Cache.names = [] })",
            state)
        #expect(
            found == ["willMigrate in the stage from AppV1 to AppV2 sets Cache.names, which didMigrate also uses"])
    }

    /// A stage that only declares losses is lightweight, unless the project's own operation is called `Drop`.
    @Test func aDeclaredLossNeedsNoCustomStage() throws {
        func stage(_ operations: String, besides: String = "") throws -> DeclaredStage? {
            var sources = Self.app(Self.user("var a: Int?; var b: String?"), Self.user("var a: Int?"), operations)
            sources["App.swift"]? += "\n" + besides
            return try TestProject(sources).project().groups.first?.plan?.stages.first
        }
        let drop = "Drop(\\AppV1.User.b, because: \"unused\")"
        #expect(try stage(drop)?.kind == .lightweight)
        #expect(try stage(drop)?.operations.map(\.reason) == ["unused"])
        #expect(try stage(drop + "; Backfill(\\AppV2.User.a) { _ in 1 }")?.kind == .custom)
        #expect(try stage(drop, besides: "struct Drop: MigrationOperation {}")?.kind == .custom)
    }

    @Test func theFindingReportsThatTheOperationsAreNotEnough() throws {
        let unique = try #require(Self.cases.first { $0.code == "PF0219" })
        let found = try findings("Assert.unique(\\AppV2.User.a)", unique)
        #expect(
            found
                == [
                    "User gains the uniqueness constraint (a) in AppV2 2.0.0, but no operation of the stage removes duplicates"
                ])
    }
}
