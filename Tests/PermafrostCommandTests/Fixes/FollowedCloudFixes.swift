import PermafrostTestSupport

/// The fixes of `lint` for stores that sync with CloudKit.
extension FollowedFix {
    static let ofCloud: [FollowedFix] = models + changes + cases + unknown

    /// Returns the code that makes the container of the newest version.
    private static func synced(_ version: Int, _ database: String = ".private(\"iCloud.a\")") -> String {
        """
        func open() throws -> ModelContainer {
            try ModelContainer(
                for: Schema(versionedSchema: AppV\(version).self), migrationPlan: AppPlan.self,
                configurations: ModelConfiguration(cloudKitDatabase: \(database)))
        }
        """
    }

    private static func one(_ body: String) -> String { app(body, besides: synced(1)) }

    private static func two(_ old: String, _ new: String) -> String { app(user(old), user(new), besides: synced(2)) }

    /// Returns a to-many relationship with the given delete rule.
    private static func ruled(_ rule: String) -> String {
        "@Relationship(deleteRule: .\(rule), inverse: \\Pet.owner) var pets: [Pet]?"
    }

    private static func owners(_ members: String, _ petMembers: String) -> String {
        one("\(user(members))\n\(pet(petMembers))")
    }

    // MARK: Models

    private static let models =
        lint(
            "PF0220", "a unique attribute", one(user("@Attribute(.unique) var a: Int?")),
            .change("Remove the constraint and keep values unique in the app's code", ("@Attribute(.unique) ", "")))
        + lint(
            "PF0220", "a required attribute", one(user("var a: Int")),
            .change("Make the attribute optional", ("var a: Int", "var a: Int?")),
            .change("give it a default", ("var a: Int", "var a: Int = 0")))
        + lint(
            "PF0220", "a required relationship",
            owners("@Relationship(inverse: \\Pet.owner) var pets: [Pet] = []", "var owner: User?"),
            .change("Make the relationship optional", ("[Pet] = []", "[Pet]?")))
        + lint(
            "PF0220", "a relationship without an inverse",
            owners("var pet: Pet?; var other: Pet?", "var name: String?"),
            .edit(
                "Add an inverse with @Relationship(inverse:)",
                write(
                    owners(
                        "@Relationship(inverse: \\Pet.owner) var pet: Pet?; @Relationship(inverse: \\Pet.sitter) var other: Pet?",
                        "var name: String?; var owner: User?; var sitter: User?"))))
        + lint(
            "PF0220", "the delete rule deny",
            owners(ruled("deny"), "var owner: User?"),
            .print("Use ", upTo: " or cascade", "deleteRule: .deny", as: "deleteRule: .…"),
            .print("Use nullify or ", "deleteRule: .deny", as: "deleteRule: .…"))
        + lint(
            "PF0220", "a required attribute of a frozen version", one(user("var a: Int")),
            frozen: one(user("var a: Int")),
            .edit(
                "In a new version: make the attribute optional, or give it a default",
                write(two("var a: Int", "var a: Int?"))))
        + lint(
            "PF0220", "the delete rule deny of a frozen version", owners(ruled("deny"), "var owner: User?"),
            frozen: owners(ruled("deny"), "var owner: User?"),
            .edit(
                "In a new version: use nullify or cascade. A delete rule isn't part of the version hash, so also make a change that affects the hash",
                write(
                    app(
                        "\(user(ruled("deny")))\n\(pet("var owner: User?"))",
                        "\(user(ruled("cascade")))\n\(pet("var owner: User?; var name: String?"))",
                        besides: synced(2)))))
        + signed("PF0220", entitlements, "a required attribute of a signed app")

    /// Returns rows for an app whose entitlements decide whether its store syncs.
    private static func signed(_ code: String, _ entitlements: String, _ about: String) -> [FollowedFix] {
        [
            FollowedFix(
                code, about, by: ["lint"],
                [
                    .printed(after: "pass ", upTo: " to the ModelConfiguration") { argument, folder in
                        try folder.edit(file, "ModelConfiguration()", "ModelConfiguration(\(argument))")
                    }
                ]
            ) {
                try $0.write(entitlements, to: "App.entitlements")
                let code = synced(1).replacing("cloudKitDatabase: .private(\"iCloud.a\")", with: "")
                try $0.write(app(user("var a: Int"), besides: code), to: file)
            },
            FollowedFix(
                code, about + " without a configuration", by: ["lint"],
                [
                    .printed(
                        after: "make the container with a ModelConfiguration that has ", upTo: "cloudKitDatabase: .none"
                    ) { _, folder in
                        try folder.edit(
                            file, "migrationPlan: AppPlan.self)",
                            "migrationPlan: AppPlan.self, configurations: ModelConfiguration(cloudKitDatabase: .none))")
                    }
                ]
            ) {
                try $0.write(entitlements, to: "App.entitlements")
                let code = """
                    func open() throws -> ModelContainer {
                        try ModelContainer(for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self)
                    }
                    """
                try $0.write(app(user("var a: Int"), besides: code), to: file)
            },
        ]
    }

    private static let entitlements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
        <key>com.apple.developer.icloud-container-identifiers</key><array><string>iCloud.a</string></array>
        <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
        </dict></plist>
        """

    // MARK: Changes

    private static let changes =
        lint(
            "PF0221", "a renamed field", two("var a: Int?", "@Attribute(originalName: \"a\") var b: Int?"),
            .change(
                "Keep the property unchanged, and add a new property",
                ("@Attribute(originalName: \"a\") var b: Int?", "var a: Int?; var b: Int?")))
        + lint(
            "PF0221", "a removed field", two("var a: Int?; var b: Date?", "var b: Date?; var c: String?"),
            .change(
                "Keep the declaration unchanged, and don't use it",
                ("var b: Date?; var c: String?", "var a: Int?; var b: Date?; var c: String?")))
        + lint(
            "PF0221", "a removed model",
            app("\(user("var a: Int?"))\n\(pet())", user("var a: Int?; var b: Int?"), besides: synced(2)),
            .edit(
                "Keep the declaration unchanged, and don't use it",
                write(
                    app(
                        "\(user("var a: Int?"))\n\(pet())", "\(user("var a: Int?; var b: Int?"))\n\(pet())",
                        besides: synced(2)))))

    private static func kind(_ cases: String, _ members: String = "") -> String {
        "enum Kind: String, Codable { case \(cases) }; var kind: Kind = Kind.memo\(members)"
    }

    private static let cases = lint(
        "PF0246", "a new case", two(kind("memo"), kind("memo, list", "; var b: Int?")),
        .edit(
            "First ship a version that stores the raw value and maps an unknown raw value to a default",
            write(
                two(
                    kind("memo"),
                    kind(
                        "memo",
                        "; var kindValue: String = \"memo\"; var newKind: Kind { Kind(rawValue: kindValue) ?? .memo }"))
            )))

    // MARK: Unknown

    private static let unknown =
        lint(
            "PF0240", "a database that isn't a constant",
            app(user("var a: Int"), besides: synced(1, "settings.database()")),
            .print("pass cloudKitDatabase: ", upTo: " to the ModelConfiguration", "settings.database()")
        ).map {
            $0.with(entitlements, at: "App.entitlements")
        }
        + lint(
            "PF0240", "entitlements that can't be read", app(user("var a: Int"), besides: synced(1, ".automatic")),
            .print("pass cloudKitDatabase: ", upTo: " to the ModelConfiguration", ".automatic")
        ).map {
            $0.with("<plist><dict><key>", at: "App.entitlements")
        }
        + lint(
            "PF0240", "models that can't be read",
            """
            import SwiftData
            enum NotesV1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Note.self] }
                @Model final class Note { @Attribute(.unique) var title: String?; init() {} }
            }
            @Model final class Page { var title: String?; init() {} }
            func open(_ schema: Schema) throws -> ModelContainer {
                try ModelContainer(for: schema, configurations: ModelConfiguration(cloudKitDatabase: .private("iCloud.a")))
            }

            """,
            .change("List the container's models with a literal", ("for: schema", "for: Page.self")))
}
