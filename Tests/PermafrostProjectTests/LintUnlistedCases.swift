import PermafrostModel

/// Model classes that nothing lists, and similar ones that something lists or may list.
enum LintUnlistedCases {
    static let all = [
        spared("a class that the version lists", draft, by: "/// lists Draft"),
        spared(
            "a relationship from a listed class", draft, by: "@Model final class Pet { var draft: Draft?; init() {} }"),
        spared(
            "a superclass of a listed class", "@Model class Draft { var text: String?; init() {} }",
            by: "@Model final class Letter: Draft { init() {} }"),
        spared("a container", draft, besides: "func open() throws { _ = try ModelContainer(for: Draft.self) }"),
        spared(
            "a preview", draft,
            besides:
                "struct Card: View { var body: some View { Text(\"\").modelContainer(for: Draft.self, inMemory: true) } }"
        ),
        spared("a helper that isn't followed", draft, besides: "let container = open([Draft.self])"),
        spared("another name", draft, besides: "typealias Entry = Draft"),
        spared("a condition", "#if DEBUG\n\(draft)\n#endif"),
        spared(
            "an attribute in a condition", "#if canImport(SwiftData)\n@Model\n#endif\nfinal class Draft { init() {} }"),
        spared("a class that other modules can list", "@Model public final class Draft { public init() {} }"),
        spared(
            "a container that isn't known", draft,
            besides: "func open(_ types: Schema) throws { _ = try ModelContainer(for: types) }"),
        LintRuleTests.Case(
            code: "PF0251", about: "a class of a version with this name, and a batch delete",
            triggers: app(
                "@Model final class Note { var a: Int?; init() {} }",
                besides: "@Model final class Note { var b: Int?; init() {} }\n"
                    + "func wipe(_ context: ModelContext) throws { try context.delete(model: Note.self) }"),
            spares: app(
                "@Model final class Note { var a: Int?; init() {} }",
                besides: "@Model final class Note { var b: Int?; init() {} }\nlet types: [Any.Type] = [Note.self]"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0251", about: "a project without a plan and without a container",
            triggers: app(LintSources.user("var a: Int?"), besides: draft),
            spares: [
                "App.swift": "import SwiftData\n"
                    + LintSources.version(1, LintSources.user("var a: Int?"), identifier: "1, 0, 0") + draft
            ], severity: .warning),
        LintRuleTests.Case(
            code: "PF0251", about: "a package of models, and a program",
            triggers: package(".executableTarget"), spares: package(".target"), severity: .warning),
    ]

    private static let draft = "@Model final class Draft { var text: String?; init() {} }"

    private static func app(_ body: String, besides: String) -> [String: String] {
        LintSources.app(body, besides: besides)
    }

    /// Returns a case that is spared because of code in the version or outside it, with the class at the top level.
    private static func spared(
        _ about: String, _ model: String, by member: String = "", besides: String = ""
    ) -> LintRuleTests.Case {
        let user = LintSources.user("var a: Int?")
        return LintRuleTests.Case(
            code: "PF0251", about: about, triggers: app(user, besides: draft),
            spares: app("\(user)\n\(member)", besides: "\(model)\n\(besides)"), severity: .warning)
    }

    /// Returns a package whose only target has a public class.
    private static func package(_ target: String) -> [String: String] {
        let code = app(
            LintSources.user("var a: Int?"), besides: "@Model public final class Draft { public init() {} }")
        return [
            "Package.swift":
                "import PackageDescription\nlet package = Package(name: \"App\", targets: [\(target)(name: \"App\", path: \".\", sources: [\"App.swift\"])])",
            "App.swift": code["App.swift"] ?? "",
        ]
    }
}
