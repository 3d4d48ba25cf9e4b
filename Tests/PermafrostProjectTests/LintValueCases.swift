import PermafrostModel

/// Values that existing rows share, and properties that are renamed twice.
enum LintValueCases {
    static let all = defaults + renames + names + rawValues

    private static let defaults = [
        shared("an inferred type", "var id = UUID()"), shared("an implicit initializer", "var id: UUID = .init()"),
        shared("a string of one", "var key: String = UUID().uuidString"),
        shared("an interpolation", #"var key: String = "k-\(UUID())""#),
        shared("a random number", "var seed: Int = .random(in: 0...9)"),
        shared("an array of one", "var ids: [UUID] = [UUID()]"),
        shared(
            "a function", "var token: String = makeToken()", besides: "func makeToken() -> String { UUID().uuidString }"
        ),
        shared(
            "a computed constant", "var id: UUID = AppV2.fresh",
            besides: "extension AppV2 { static var fresh: UUID { UUID() } }"),
        shared("the current time", "var at: Date = Date.now", severity: .note),
        shared("seconds since 1970", "var at: Double = Date().timeIntervalSince1970", severity: .note),
        LintRuleTests.Case(
            code: "PF0208", about: "a hook that runs only before the migration",
            triggers: app("var id: UUID = UUID()", hooks: "willMigrate: { _ in }, didMigrate: nil"),
            spares: app("var id: UUID = UUID()", hooks: "willMigrate: nil, didMigrate: { try $0.save() }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0208", about: "an optional property becomes required",
            triggers: LintSources.app(
                LintSources.user("var a: String?"), LintSources.user("var a: String = UUID().uuidString")),
            spares: LintSources.app(LintSources.user("var a: String?"), LintSources.user("var a: String = \"none\"")),
            severity: .warning),
        spared("an optional property", "var id: UUID? = UUID()"),
        spared("a transient property", "@Transient var id: UUID = UUID()"),
        spared("a unique property, which another rule reports", "@Attribute(.unique) var id: UUID = UUID()"),
        spared(
            "a constant", "var id: UUID = AppV2.zero",
            besides:
                "extension AppV2 { static let zero = UUID(uuidString: \"00000000-0000-0000-0000-000000000000\")! }"),
        spared(
            "a case with the name of the time", "var mode: Mode = Mode.now",
            besides: "enum Mode: String, Codable { case now }"),
        spared(
            "a function with a similar name", "var name: String = zeroUUID()",
            besides: "func zeroUUID() -> String { \"0\" }"),
    ]

    private static let renames = [
        renamed("a custom stage before it", first: "color", second: "paint", third: "color"),
        renamed("the second name is the third one's original name", first: "hue", second: "paint", third: "hue"),
    ]

    private static let names = [
        LintRuleTests.Case(
            code: "PF0213", about: "names without anything in common",
            triggers: step("var title: String?; var size: Int?", "var headTitle: String?; var weight: Int?"),
            spares: step("var title: String?; var size: Int?", "var place: String?; var weight: Int?"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0213", about: "a different spelling",
            triggers: step("var colour: Int?; var left: String?", "var color: Int?; var top: String?"),
            spares: step("var colour: Int?; var left: String?", "var cost: Int?; var top: String?"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0112", about: "one number for two versions",
            triggers: LintSources.app(
                LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var b: Int?"),
                identifiers: ["1, 0, 0", "1, 0, 0"]),
            spares: LintSources.app(
                LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var b: Int?"),
                identifiers: ["1, 0, 0", "1, 0, 1"]), severity: .warning),
    ]

    private static let rawValues = [
        raw(
            "its own code returns other values", "enum Mode: String, Codable { case a, b }",
            own("a: \"x\"", "b: \"y\""), spared: own("a: \"a\"", "b: return \"b\""), severity: .warning),
        raw(
            "its own code loses a value", own("a: \"x\"", "b: \"y\""), own("a: \"x\""),
            spared: own("a: \"x\"", "c: \"y\""), severity: .warning),
        raw(
            "its own code isn't a switch", own("a: \"x\"", "b: \"y\""), own("a: \"x\""),
            spared: own("a, b: compute()"), severity: .warning),
        raw(
            "a renamed case", "enum Mode: String, Codable { case a, b = \"y\" }",
            "enum Mode: String, Codable { case a }",
            spared: "enum Mode: String, Codable { case a, c = \"y\" }"),
        raw(
            "its own code becomes a raw type", own("a: \"x\"", "b: \"y\""),
            "enum Mode: String, Codable { case a = \"x\" }",
            spared: "enum Mode: String, Codable { case a = \"x\", b = \"y\" }"),
    ]

    /// Returns an enum that implements `RawRepresentable`, with the given branches of `rawValue`.
    private static func own(_ branches: String...) -> String {
        let names = branches.flatMap { $0.prefix { $0 != ":" }.split(separator: ", ") }
        return """
            enum Mode: RawRepresentable, Codable {
                case \(names.joined(separator: ", "))
                init?(rawValue: String) { return nil }
                var rawValue: String { switch self { \(branches.map { "case .\($0.replacing(", b", with: ", .b"))" }.joined(separator: "; ")) } }
                func compute() -> String { "" }
            }
            """
    }

    private static func raw(
        _ about: String, _ old: String, _ new: String, spared: String, severity: Finding.Severity = .error
    ) -> LintRuleTests.Case {
        func app(_ new: String) -> [String: String] {
            LintSources.app(
                LintSources.user("var mode: Mode?") + "\n" + old,
                LintSources.user("var mode: Mode?; var b: Int?") + "\n" + new)
        }
        return LintRuleTests.Case(
            code: "PF0211", about: about, triggers: app(new), spares: app(spared), severity: severity)
    }

    private static func step(_ old: String, _ new: String) -> [String: String] {
        LintSources.app(LintSources.user(old), LintSources.user(new))
    }

    /// Returns a plan that adds the given property.
    private static func app(_ property: String, hooks: String? = nil, besides: String = "") -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?"), LintSources.user("var a: Int?; \(property)"),
            stages: hooks.map {
                [.text("MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, \($0))")]
            }, besides: besides)
    }

    /// Returns a case with a property that the older version already has as its control.
    private static func shared(
        _ about: String, _ property: String, besides: String = "", severity: Finding.Severity = .warning
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0208", about: "a shared default: \(about)", triggers: app(property, besides: besides),
            spares: LintSources.app(
                LintSources.user(property), LintSources.user("\(property); var b: Int?"), besides: besides),
            severity: severity)
    }

    private static func spared(_ about: String, _ property: String, besides: String = "") -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0208", about: "not shared: \(about)", triggers: app("var id: UUID = UUID()"),
            spares: app(property, besides: besides), severity: .warning)
    }

    /// Returns a plan that renames a property twice. The last original name of the control is the first name.
    private static func renamed(
        _ about: String, first: String, second: String, third: String
    ) -> LintRuleTests.Case {
        func app(_ original: String) -> [String: String] {
            LintSources.app(
                LintSources.user("var \(first): String = \"\""),
                LintSources.user("@Attribute(originalName: \"\(first)\") var \(second): String = \"\""),
                LintSources.user("@Attribute(originalName: \"\(original)\") var finish: String = \"\""),
                stages: [.custom, .lightweight])
        }
        return LintRuleTests.Case(
            code: "PF0213", about: about, triggers: app(second), spares: app(third), severity: .warning)
    }
}
