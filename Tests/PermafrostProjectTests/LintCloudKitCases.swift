@testable import PermafrostProject

/// Cases for the rules about stores that sync with CloudKit: the configurations and the entitlements decide.
enum LintCloudKitCases {
    static let all = configurations + branches + entitlementFiles + unknown + changes

    /// An entitlements file with the CloudKit service and the given containers.
    static func entitlements(_ containers: String = "<string>iCloud.invalid.example</string>") -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>com.apple.developer.icloud-container-identifiers</key><array>\(containers)</array>
        <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
        </dict></plist>
        """
    }

    /// Returns a required model and the code that creates a container with the given configurations.
    static func app(_ configurations: String, besides: String = "", files: [String: String] = [:]) -> [String: String] {
        files.merging(
            [
                "App.swift": """
                import SwiftData
                @Model final class Note { var text: String; init() {} }
                @Model final class Draft { var text: String; init() {} }
                \(besides)
                func open() throws -> ModelContainer {
                    try ModelContainer(for: Note.self, Draft.self\(configurations))
                }
                """
            ]
        ) { first, _ in first }
    }

    private static func configuration(_ arguments: String) -> String {
        ", configurations: ModelConfiguration(\(arguments))"
    }

    private static let signed = ["App.entitlements": entitlements()]

    private static func violation(
        _ about: String, _ triggers: [String: String], _ spares: [String: String], isAssumed: Bool = false
    ) -> LintRuleTests.Case {
        LintRuleTests.Case(
            code: "PF0220", about: about, triggers: triggers, spares: spares, checksCloudKit: isAssumed)
    }

    /// Returns a function that declares a configuration with the given statements, and creates a container with it.
    private static func declared(_ statements: String) -> [String: String] {
        [
            "App.swift": """
            import SwiftData
            @Model final class Note { var text: String; init() {} }
            enum Mode { case local, synced }
            func open(isPremium: Bool, mode: Mode) throws -> ModelContainer {
            \(statements)
                return try ModelContainer(for: Note.self, configurations: configuration)
            }
            """
        ]
    }

    private static let synced = "ModelConfiguration(cloudKitDatabase: .private(\"iCloud.a\"))"
    private static let local = "ModelConfiguration(cloudKitDatabase: .none)"

    private static let branches = [
        violation(
            "a constant that an if assigns",
            declared(
                "let configuration: ModelConfiguration\nif isPremium { configuration = \(synced) } "
                    + "else { configuration = \(local) }"),
            declared(
                "let configuration: ModelConfiguration\nif isPremium { configuration = \(local) } "
                    + "else { configuration = ModelConfiguration(isStoredInMemoryOnly: true) }")),
        violation(
            "a constant that a switch assigns",
            declared(
                "let configuration: ModelConfiguration\nswitch mode {\ncase .local: configuration = \(local)\n"
                    + "case .synced: configuration = \(synced)\n}"),
            declared(
                "let configuration: ModelConfiguration\nswitch mode {\ncase .local: configuration = \(local)\n"
                    + "case .synced: throw CancellationError()\n}")),
        violation(
            "a constant with an if expression",
            declared("let configuration = if isPremium { \(synced) } else { \(local) }"),
            declared("let configuration = if isPremium { \(local) } else { \(local) }")),
        violation(
            "a constant in the branches of an #if, of which users run one",
            declared(
                "#if DEBUG\nlet configuration = \(local)\n#else\nlet configuration = \(synced)\n#endif"),
            declared(
                "#if DEBUG\nlet configuration = \(synced)\n#else\nlet configuration = \(local)\n#endif")),
    ]

    private static let configurations = [
        violation(
            "a private database, and none", app(configuration("cloudKitDatabase: .private(\"iCloud.a\")")),
            app(configuration("cloudKitDatabase: .none"))),
        violation(
            "the longer spelling",
            app(configuration("cloudKitDatabase: ModelConfiguration.CloudKitDatabase.private(id)")),
            app(configuration("cloudKitDatabase: ModelConfiguration.CloudKitDatabase.none"))),
        violation(
            "none overrides the option", app(""), app(configuration("cloudKitDatabase: .none")), isAssumed: true),
        violation(
            "none overrides the entitlements", app("", files: signed),
            app(configuration("cloudKitDatabase: .none"), files: signed)),
        violation(
            "a condition at run time",
            app(configuration("cloudKitDatabase: isPremium ? .private(\"iCloud.a\") : .none")),
            app(configuration("cloudKitDatabase: isPremium ? (.none) : .none"))),
        violation(
            "a constant of a type",
            app(
                configuration("cloudKitDatabase: Sync.database"),
                besides:
                    "enum Sync { static let database: ModelConfiguration.CloudKitDatabase = .private(\"iCloud.a\") }"),
            app(
                configuration("cloudKitDatabase: Sync.database"),
                besides: "enum Sync { static let database: ModelConfiguration.CloudKitDatabase = .none }", files: signed
            )),
        violation(
            "a configuration in a local constant and a list",
            app(
                ", configurations: [ModelConfiguration(\"Notes\", schema: Schema([Note.self]), cloudKitDatabase: .automatic), "
                    + "ModelConfiguration(\"Drafts\", schema: Schema([Draft.self]), cloudKitDatabase: .none)]",
                files: signed),
            app(
                ", configurations: [ModelConfiguration(\"Notes\", schema: Schema([Note.self]), cloudKitDatabase: .none), "
                    + "ModelConfiguration(\"Drafts\", schema: Schema([Draft.self]), cloudKitDatabase: .none)]",
                files: signed)),
        violation(
            "in memory", app("", files: signed), app(configuration("isStoredInMemoryOnly: true"), files: signed)),
    ]

    private static let entitlementFiles = [
        violation("no configuration", app("", files: signed), app("")),
        violation(
            "a configuration without a database", app(configuration("\"Notes\""), files: signed),
            app(configuration("\"Notes\""), files: ["App.entitlements": entitlements("")])),
        violation(
            "in a subfolder",
            app("", files: ["App/Support/App.entitlements": entitlements()]),
            app(
                "",
                files: [
                    "App/Support/App.entitlements": entitlements().replacing(
                        "<string>CloudKit", with: "<string>CloudDocuments")
                ])),
        violation(
            "OpenStep's format",
            app(
                "",
                files: [
                    "App.entitlements":
                        "{ \"com.apple.developer.icloud-services\" = (CloudKit); "
                        + "\"com.apple.developer.icloud-container-identifiers\" = (\"iCloud.a\"); }"
                ]), app("", files: ["App.entitlements": "{}"])),
    ]

    private static let unknown = [
        LintRuleTests.Case(
            code: "PF0240", about: "entitlements that aren't a property list",
            triggers: app("", files: ["App.entitlements": "<plist><dict><key>"]),
            spares: app(configuration("cloudKitDatabase: .none"), files: ["App.entitlements": "<plist><dict><key>"]),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0240", about: "a database that isn't a constant",
            triggers: app(configuration("cloudKitDatabase: settings.database()"), files: signed),
            spares: app(configuration("cloudKitDatabase: settings.database()")), severity: .warning),
        LintRuleTests.Case(
            code: "PF0240", about: "constants that refer to each other",
            triggers: app(
                configuration("cloudKitDatabase: Sync.first"),
                besides: "enum Sync { static let first = Sync.second; static let second = Sync.first }", files: signed),
            spares: app(configuration("cloudKitDatabase: .none"), files: signed), severity: .warning),
    ]

    /// Returns an attribute whose type is an enum with the given cases.
    private static func kind(_ cases: String) -> String {
        "enum Kind: String, Codable { \(cases) }; var kind: Kind = Kind.memo"
    }

    /// Returns a change of a frozen version in an app whose store has a CloudKit database.
    private static func changed(
        _ members: String, from old: String = "var a: Int?", database: String = ".private(\"iCloud.a\")"
    ) -> [String: String] {
        LintSources.app(
            LintSources.user(old), LintSources.user(members),
            besides: """
                func open() throws -> ModelContainer {
                    try ModelContainer(
                        for: Schema(versionedSchema: AppV2.self), migrationPlan: AppPlan.self,
                        configurations: ModelConfiguration(cloudKitDatabase: \(database)))
                }
                """)
    }

    private static let changes = [
        LintRuleTests.Case(
            code: "PF0221", about: "a field of a store with a database",
            triggers: changed("@Attribute(originalName: \"a\") var b: Int?"),
            spares: changed("var a: Int?; var b: Int?")),
        LintRuleTests.Case(
            code: "PF0221", about: "a removed field", triggers: changed("var b: Int?"),
            spares: changed("var a: Int?; var b: Int?"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0246", about: "a case of a store with a database",
            triggers: changed(kind("case memo, list") + "; var b: Int?", from: kind("case memo")),
            spares: changed(kind("case memo") + "; var b: Int?", from: kind("case memo, list")), severity: .warning),
        LintRuleTests.Case(
            code: "PF0246", about: "a case of a store without a database",
            triggers: changed(
                kind("case memo, list") + "; var b: Int?", from: kind("case memo"), database: ".automatic"
            )
            .merging(signed) { first, _ in first },
            spares: changed(kind("case memo, list") + "; var b: Int?", from: kind("case memo"), database: ".none")
                .merging(signed) { first, _ in first }, severity: .warning),
    ]
}
