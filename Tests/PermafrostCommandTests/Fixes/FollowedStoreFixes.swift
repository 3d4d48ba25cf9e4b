import PermafrostTestSupport

/// The fixes of `lint` for stores that containers share, that code copies, or whose classes differ.
extension FollowedFix {
    static let ofSharedStores: [FollowedFix] = sharedStores + copies + classes

    private static func makesTwo(_ first: String, _ second: String) -> String {
        opening(
            """
            @Model final class Draft { var text: String?; init() {} }
            func first() throws -> ModelContainer { try ModelContainer(\(first)) }
            func second() throws -> ModelContainer { try ModelContainer(\(second)) }
            """)
    }

    private static let sharedStores =
        lint(
            "PF0223", "configurations without a name",
            makes(
                planned + ", configurations: ModelConfiguration(schema: Schema([AppV2.User.self])), "
                    + "ModelConfiguration(schema: Schema([AppV2.Pet.self]))"),
            .printed(after: "Name each configuration: ", upTo: ", schema: …)") { start, folder in
                for (name, model) in [("Trips", "User"), ("Pets", "Pet")] {
                    try folder.edit(
                        file, "ModelConfiguration(schema: Schema([AppV2.\(model).self]",
                        "\(start.replacing("Trips", with: name)), schema: Schema([AppV2.\(model).self]")
                }
            })
        + lint(
            "PF0223", "a container with fewer models of a version",
            makesTwo(planned, "for: AppV2.User.self, migrationPlan: AppPlan.self"),
            .print(
                "Open the store with the same models everywhere: ",
                "(for: AppV2.User.self, migrationPlan: AppPlan.self",
                as: "(for: …"))
        + lint(
            "PF0223", "a container with a version and another model",
            makesTwo("for: Schema(versionedSchema: Other.self)", "for: Draft.self")
                + "enum Other: VersionedSchema {\n    static let versionIdentifier = Schema.Version(1, 0, 0)\n"
                + "    static var models: [any PersistentModel.Type] { [Page.self] }\n"
                + "    @Model final class Page { var a: Int?; init() {} }\n}\n",
            .printed(after: "Open the store with the same models everywhere: ", upTo: nil) { list, folder in
                try folder.edit(file, "func first()", "\(list)\nfunc first()")
                try folder.edit(file, "(for: Schema(versionedSchema: Other.self))", "(for: Schema(models))")
                try folder.edit(file, "(for: Draft.self)", "(for: Schema(models))")
            })
        + lint(
            "PF0223", "containers with different classes of one name",
            makesTwo("for: Page.self", "for: Old.Page.self")
                + "@Model final class Page { var a: Int?; init() {} }\n"
                + "enum Old { @Model final class Page { var b: Int?; init() {} } }\n",
            .change("Use the same classes in both containers", ("for: Old.Page.self", "for: Page.self")),
            .change(
                "Or rename the classes of one container, and give its store its own name or URL",
                ("for: Old.Page.self", "for: Old.Sheet.self, configurations: ModelConfiguration(\"Old\")"),
                ("enum Old { @Model final class Page", "enum Old { @Model final class Sheet")))
        + lint(
            "PF0223", "a container with fewer models",
            makesTwo("for: Stray.self, Draft.self", "for: Draft.self"),
            .printed(after: "Open the store with the same models everywhere: ", upTo: nil) { list, folder in
                try folder.edit(file, "func first()", "\(list)\nfunc first()")
                try folder.edit(file, "(for: Stray.self, Draft.self)", "(for: Schema(models))")
                try folder.edit(file, "(for: Draft.self)", "(for: Schema(models))")
            })
        + lint(
            "PF0223", "a container with a model that the plan lacks",
            makesTwo(planned, "for: Stray.self"),
            .printed(after: "Open the store with the same models everywhere: ", upTo: nil) { arguments, folder in
                try listStray(folder)
                try folder.edit(file, "(for: Stray.self)", "(for: \(arguments))")
            })
        + lint(
            "PF0244", "a relationship between two stores",
            makes(
                """
                for: Owner.self, Dog.self, configurations: ModelConfiguration("Owners", schema: Schema([Owner.self])),
                ModelConfiguration("Dogs", schema: Schema([Dog.self]))
                """
            ) + "@Model final class Owner { var name: String?; init() {} }\n"
                + "@Model final class Dog { var owner: Owner?; init() {} }\n",
            .change(
                "List Dog and Owner in the same configuration",
                (
                    "ModelConfiguration(\"Owners\", schema: Schema([Owner.self])),\nModelConfiguration(\"Dogs\", schema: Schema([Dog.self]))",
                    "ModelConfiguration(\"Owners\", schema: Schema([Owner.self, Dog.self]))"
                )),
            .change("replace the relationship by an identifier", ("var owner: Owner?", "var ownerID: UUID?")))

    private static let copies = lint(
        "PF0224", "a copy without the log",
        opening(
            """
            func backUp(_ configuration: ModelConfiguration, _ target: URL) throws {
                try FileManager.default.copyItem(at: configuration.url, to: target)
            }
            """),
        .change(
            "Also copy the files whose names end in -wal and -shm",
            (
                "try FileManager.default.copyItem(at: configuration.url, to: target)",
                "for end in [\"\", \"-wal\", \"-shm\"] {\n"
                    + "try FileManager.default.copyItem(atPath: configuration.url.path + end, toPath: target.path + end)\n}"
            )))

    // MARK: Classes

    private static let classes =
        lint(
            "PF0243", "two classes of one name",
            makesTwo(
                "for: Old.Track.self, configurations: ModelConfiguration(\"Old\")",
                "for: New.Track.self, configurations: ModelConfiguration(\"New\")")
                + "enum Old { @Model final class Track { var a: Int?; init() {} } }\n"
                + "enum New { @Model final class Track { var b: Int?; init() {} } }\n",
            .change(
                "Give the classes different names",
                ("New.Track.self", "New.Song.self"),
                ("enum New { @Model final class Track", "enum New { @Model final class Song")))
        + lint(
            "PF0245", "a class that the plan lacks",
            makes("for: User.self") + user("var other: String?") + "\n",
            .edit(
                "Add a version with the container's User to AppPlan, and make the container with the plan",
                write(
                    app(
                        "\(user("var a: Int?"))\n\(pet())", "\(user("var a: Int?; var b: Int?"))\n\(pet())",
                        "\(user("var a: Int?; var b: Int?; var other: String?"))\n\(pet())",
                        stages: [custom(1, 2, will: "try context.save()"), lightweight(2, 3)],
                        besides: """
                            func open() throws -> ModelContainer {
                                try ModelContainer(for: Schema(versionedSchema: AppV3.self), migrationPlan: AppPlan.self)
                            }
                            """))))
}
