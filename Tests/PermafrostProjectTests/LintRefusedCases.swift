import PermafrostModel

/// Declarations that crash an app, as reported by developers, and similar ones that don't.
enum LintRefusedCases {
    static let all = structs + values + parents + names

    private static let structs = [
        refused("a class", "var box: Box", "struct Box: Codable { var cache: Cache }\n" + cache),
        refused("a class, in an optional of an inner struct", "var box: Box?", inner + cache),
        refused("DateComponents in a struct", "var box: Box", "struct Box: Codable { var due: DateComponents? }"),
        refused("DateComponents as a property", "var due: Foundation.DateComponents?", ""),
        refused("a set in a struct", "var box: Box", "struct Box: Codable { var days: Set<Int> }"),
        refused(
            "a set that a case holds", "var plan: Plan", "enum Plan: Codable { case daily, weekly(days: Set<Int>) }",
            "var plan: Plan", "enum Plan: Codable { case daily, weekly(days: [Int]) }"),
        refused(
            "a framework's class without a key", "var box: Box",
            "struct Box: Codable { var a: Int; let lock = NSLock(); enum CodingKeys: CodingKey { case a } }"),
        refused("a measurement", "var height: Measurement<UnitLength>", "", "var height: Double", ""),
        refused(
            "kept as one value", "var box: Box", "struct Box: Codable { var days: Set<Int> }",
            "@Attribute(.codable) var box: Box", "struct Box: Codable { var days: Set<Int> }"),
        refused(
            "in an array, which is one value", "var box: Box", "struct Box: Codable { var days: Set<Int> }",
            "var boxes: [Box]", "struct Box: Codable { var days: Set<Int> }"),
        refused(
            "raw values are stored alone", "var mode: Mode", "enum Mode: Codable { case on(days: Set<Int>) }",
            "var mode: Mode", "enum Mode: String, Codable { case on }"),
        refused(
            "not stored at all", "var box: Box", "struct Box: Codable { var days: Set<Int> }",
            "@Transient var box: Box = Box(days: [])", "struct Box: Codable { var days: Set<Int> }"),
    ]

    private static let values =
        ["CGRect", "CGPoint?", "CoreGraphics.CGSize", "AttributedString"].map { type in
            LintRuleTests.Case(
                code: "PF0232", about: "\(type) as a property", triggers: app("var frame: \(type)", ""),
                spares: app("var frame: Frame", "struct Frame: Codable { var x: CGFloat; var y: CGFloat }"))
        } + [
            LintRuleTests.Case(
                code: "PF0232", about: "in a struct",
                triggers: app("var note: Note", "struct Note: Codable { var text: AttributedString }"),
                spares: app("var note: Note", "struct Note: Codable { static let empty: AttributedString = \"\" }")),
            coded("a list", "PF0232", "encoder.unkeyedContainer()", .error),
            coded("a single value", "PF0232", "encoder.singleValueContainer()", .warning),
            coded("code that isn't followed", "PF0236", "try write(self, encoder)", .warning),
            LintRuleTests.Case(
                code: "PF0236", about: "a member without a key",
                triggers: app(
                    "var box: Box",
                    "struct Box: Codable { var a: Int; let tool = makeTool(); enum CodingKeys: CodingKey { case a } }"),
                spares: app(
                    "var box: Box",
                    "struct Box: Codable { var a: Int; let tool = 1; enum CodingKeys: CodingKey { case a } }"),
                severity: .warning),
        ]

    /// Returns a struct whose `encode(to:)` has the given body, and the same struct with a keyed container.
    private static func coded(
        _ about: String, _ code: String, _ body: String, _ severity: Finding.Severity
    ) -> LintRuleTests.Case {
        func box(_ body: String) -> String {
            "struct Box: Codable { var a: Int; func encode(to encoder: any Encoder) throws { _ = \(body) } }"
        }
        return LintRuleTests.Case(
            code: code, about: about, triggers: app("var box: Box", box(body)),
            spares: app("var box: Box", box("encoder.container(keyedBy: Keys.self)")), severity: severity)
    }

    private static let parents = [
        LintRuleTests.Case(
            code: "PF0233", about: "a subclass without its parent", triggers: family("[Dog.self]"),
            spares: family("[Animal.self, Dog.self]"), severity: .warning)
    ]

    private static let names = [
        named("2.0.0", spared: "1.0.0"), named("1.1", spared: "1.0"), named("2.0.0-beta.1", spared: "1.0.0-beta.1"),
        named("2", spared: "2024-01-15"), named("0.9.0", spared: "first"),
    ]

    // MARK: Sources

    private static let cache = "final class Cache: Codable { var names: [String] = [] }\n"
    private static let inner =
        "struct Box: Codable { var inner: Inner? }\nstruct Inner: Codable { var cache: Cache?; var count: Int }\n"
    private static let plain = "struct Box: Codable { var days: [Int]; var due: Date? }\n"

    private static func app(_ member: String, _ besides: String) -> [String: String] {
        LintSources.app(LintSources.user(member), besides: "import Foundation\n" + besides)
    }

    private static func refused(
        _ about: String, _ member: String, _ besides: String, _ spared: String = "var box: Box",
        _ sparedBesides: String = plain
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0231", about: about, triggers: app(member, besides), spares: app(spared, sparedBesides))
    }

    private static func family(_ list: String) -> [String: String] {
        [
            "App.swift": """
            import SwiftData
            enum AppV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { \(list) }
                @Model class Animal { var name: String?; init() {} }
                @Model final class Dog: Animal { var tricks: Int?; override init() {} }
            }
            """
        ]
    }

    private static func named(_ name: String, spared: String) -> LintRuleTests.Case {
        func source(_ name: String) -> [String: String] {
            [
                "App.swift": """
                import Permafrost
                import SwiftData
                @FreezeSchema(version: "\(name)")
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [User.self] }
                    @Model final class User { var name: String?; init() {} }
                }
                """
            ]
        }
        return LintRuleTests.Case(
            code: "PF0234", about: "\(name) with the identifier 1.0.0", triggers: source(name), spares: source(spared),
            severity: .warning)
    }
}
