import PermafrostModel

/// Hooks that use the main actor's state, and similar ones that use other state.
enum LintMainActorCases {
    static let all = [
        hook(
            "a shared object", "Task { @MainActor in State.shared.isMigrating = true }",
            state("var isMigrating = false")),
        hook("a method", "MainActor.assumeIsolated { State.shared.show() }", state("func show() {}")),
        hook("a static variable", "State.count = 1", "@MainActor final class State { static var count = 0 }"),
        hook("a static function", "State.show()", "@MainActor class State { static func show() {} }"),
        hook("a function", "DispatchQueue.main.async { show() }", "@MainActor func show() {}"),
        hook("the application", "UIApplication.shared.isIdleTimerDisabled = true", ""),
        spared(
            "another class", "State.shared.isMigrating = true",
            "final class State { static let shared = State(); var isMigrating = false }"),
        spared("a member outside the actor", "State.shared.log()", state("nonisolated func log() {}")),
        spared(
            "a property outside the actor", "print(State.shared.name)", state("nonisolated var name: String { \"\" }")),
        spared("a constant", "print(State.limit)", "@MainActor final class State { static let limit = 5 }"),
        spared("a constant of the object", "print(State.shared.limit)", state("let limit = 5")),
        spared(
            "an object of another class", "State.log.write()", "@MainActor final class State { static let log = Log() }"
        ),
        spared(
            "a static member outside the actor", "State.count = 1",
            "@MainActor final class State { nonisolated(unsafe) static var count = 0 }"),
        spared("a member that isn't known", "State.shared.reload()", state("")),
        spared("a function of both kinds", "show(1)", "@MainActor func show() {}\nfunc show(_ count: Int) {}"),
        spared("a local function's name", "let show = { 1 }; print(show())", "@MainActor func show() {}"),
        spared(
            "a model", "Kind.shared.name = \"\"",
            "@MainActor @Model final class Kind { static let shared = Kind(); var name: String?; init() {} }"),
        spared(
            "a class in a condition", "State.count = 1",
            "#if os(macOS)\n@MainActor\n#endif\nfinal class State { static var count = 0 }"),
        spared("an enum", "print(State.idle)", "@MainActor enum State { case idle }"),
        spared(
            "a type of this name in another module", "print(UIApplication.shared)",
            "enum UIApplication { static let shared = 1 }"),
    ]

    private static let shown = state("var isMigrating = false")

    private static func state(_ member: String) -> String {
        "@MainActor final class State { static let shared = State(); \(member) }"
    }

    private static func hook(_ about: String, _ code: String, _ besides: String) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0252", about: about, triggers: app(code, besides), spares: app("try context.save()", besides),
            severity: .warning)
    }

    private static func spared(_ about: String, _ code: String, _ besides: String) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0252", about: about, triggers: app("State.shared.isMigrating = true", shown),
            spares: app(code, besides), severity: .warning)
    }

    /// Returns an app whose hooks run the given code. The other declarations are in a file of their own.
    private static func app(_ code: String, _ besides: String) -> [String: String] {
        let stage =
            "MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: nil, didMigrate: { context in\n"
            + "        \(code)\n    })"
        var files = LintSources.app(
            LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var b: Int?"), stages: [.text(stage)])
        files["State.swift"] = "import SwiftData\nimport SwiftUI\n\n\(besides)\n"
        return files
    }
}
