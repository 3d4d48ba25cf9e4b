import PermafrostTestSupport

/// The fixes of `lint` for the code that makes containers and handles their failures.
extension FollowedFix {
    static let ofContainers: [FollowedFix] = plans + handlers + retries

    /// Returns two versions, a plan with a custom stage, and the code.
    static func opening(_ code: String) -> String {
        app(
            "\(user("var a: Int?"))\n\(pet())", "\(user("var a: Int?; var b: Int?"))\n\(pet())",
            stages: [custom(1, 2, will: "try context.save()")],
            besides: "\(code)\n@Model final class Stray { var a: Int?; init() {} }")
    }

    /// Returns a function that makes a container with the given arguments.
    static func makes(_ arguments: String) -> String {
        opening("func open() throws -> ModelContainer {\n    try ModelContainer(\(arguments))\n}")
    }

    /// The arguments of a container with the last version and the plan.
    static let planned = "for: Schema(versionedSchema: AppV2.self), migrationPlan: AppPlan.self"

    // MARK: Plans

    private static let plans =
        lint(
            "PF0205", "a model that the plan lacks",
            makes("for: AppV2.User.self, AppV2.Pet.self, Stray.self, migrationPlan: AppPlan.self"),
            .edit("List Stray in AppV2", listStray),
            .edit("or in a new version if 2.0.0 has shipped", write(shippedStray)))
        + lint(
            "PF0206", "an older version",
            makes("for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self"),
            .print("Make the container with ", "Schema(versionedSchema: AppV1.self)"))
        + lint(
            "PF0206", "a part of the last version", makes("for: AppV2.User.self, migrationPlan: AppPlan.self"),
            .print("Make the container with ", "AppV2.User.self"))
        + lint(
            "PF0207", "all models of the last version", makes("for: AppV2.User.self, AppV2.Pet.self"),
            .print("Add ", "AppV2.Pet.self", as: "AppV2.Pet.self, …"))
        + lint(
            "PF0207", "a part of the last version", makes("for: AppV2.User.self"),
            .print("Make the container with ", "for: AppV2.User.self", as: "for: …"))
        + lint(
            "PF0207", "a modifier",
            opening("struct App { var body: some Scene { Window {}.modelContainer(for: AppV2.User.self) } }"),
            .printed(after: "Make the container with ", upTo: ", and pass it to ") { call, folder in
                try folder.edit(
                    file, "{ Window {}.modelContainer(for: AppV2.User.self) }",
                    "{ Window {}.modelContainer(container) }\nlet container: ModelContainer")
                try folder.edit(
                    file, "struct App",
                    "func open() throws -> ModelContainer { try \(call) }\nstruct App")
            })
        + lint(
            "PF0207", "an older version", makes("for: Schema(versionedSchema: AppV1.self)"),
            .print("Make the container with ", "for: Schema(versionedSchema: AppV1.self)", as: "for: …"))
        + lint(
            "PF0207", "a model that the plan lacks", makes("for: AppV2.User.self, AppV2.Pet.self, Stray.self"),
            .printed(after: "Make the container with ", upTo: nil) { arguments, folder in
                try folder.edit(file, "for: AppV2.User.self, AppV2.Pet.self, Stray.self", "for: \(arguments)")
                try listStray(folder)
            })

    /// Adds the model `Stray` to the last version.
    @Sendable static func listStray(_ folder: ScratchFolder) throws {
        let newest = "[User.self, Pet.self] }\n    \(user("var a: Int?; var b: Int?"))"
        try folder.edit(file, newest, newest.replacing("Pet.self]", with: "Pet.self, Stray.self]"))
    }

    /// A third version with the model `Stray`, and a container of it.
    private static let shippedStray = app(
        "\(user("var a: Int?"))\n\(pet())", "\(user("var a: Int?; var b: Int?"))\n\(pet())",
        "\(user("var a: Int?; var b: Int?"))\n\(pet())\n// lists Stray",
        stages: [custom(1, 2, will: "try context.save()"), lightweight(2, 3)],
        besides: """
            @Model final class Stray { var a: Int?; init() {} }
            func open() throws -> ModelContainer {
                try ModelContainer(for: AppV3.User.self, AppV3.Pet.self, Stray.self, migrationPlan: AppPlan.self)
            }
            """)

    // MARK: Failures

    /// Returns a container whose failure the code handles.
    private static func handler(_ code: String) -> String {
        opening(
            """
            let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
            let aside = URL.applicationSupportDirectory.appending(path: "aside.store")
            func open() -> ModelContainer? {
                do {
                    return try ModelContainer(\(planned))
                } catch {
                    \(code)
                    return nil
                }
            }
            """)
    }

    private static let moveAside = """
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.moveItem(atPath: storeURL.path + end, toPath: aside.path + end)
        }
        """

    private static let handlers =
        lint(
            "PF0222", "a handler that deletes the store",
            handler("try? FileManager.default.removeItem(at: storeURL)"),
            .change("Keep the store", ("try? FileManager.default.removeItem(at: storeURL)", "print(error)")),
            .change(
                "move the store aside with its -wal and -shm",
                ("try? FileManager.default.removeItem(at: storeURL)", moveAside)
            ))
        + lint(
            "PF0222", "a handler that ends the app", handler("fatalError(\"\\(error)\")"),
            .change(
                "Explain what happened, and continue without the store", ("fatalError(\"\\(error)\")", "print(error)")))
        + lint(
            "PF0241", "a handler that moves another file",
            otherFile(
                "try? FileManager.default.moveItem(at: .documentsDirectory.appending(path: \"Trips.sqlite\"), to: aside)"
            ),
            .printed(after: "Move ", upTo: " aside with its -wal and -shm") { url, folder in
                try folder.edit(
                    file,
                    "try? FileManager.default.moveItem(at: .documentsDirectory.appending(path: \"Trips.sqlite\"), to: aside)",
                    moveAside.replacing("storeURL", with: url))
            })
        + lint(
            "PF0241", "a handler that deletes another file",
            otherFile("try? FileManager.default.removeItem(at: .documentsDirectory.appending(path: \"Trips.sqlite\"))"),
            .printed(after: "Move ", upTo: " aside with its -wal and -shm") { url, folder in
                try folder.edit(
                    file,
                    "try? FileManager.default.removeItem(at: .documentsDirectory.appending(path: \"Trips.sqlite\"))",
                    moveAside.replacing("storeURL", with: url))
            })

    private static func otherFile(_ code: String) -> String {
        opening(
            """
            let aside = URL.applicationSupportDirectory.appending(path: "aside.store")
            func open() throws -> ModelContainer {
                let configuration = ModelConfiguration("Trips")
                do {
                    return try ModelContainer(for: Schema([Stray.self]), configurations: configuration)
                } catch {
                    \(code)
                    throw error
                }
            }
            """)
    }

    private static let retries = lint(
        "PF0242", "a second attempt without the plan",
        opening(
            """
            func open() throws -> ModelContainer {
                do {
                    return try ModelContainer(\(planned))
                } catch {
                    return try ModelContainer(for: Schema(versionedSchema: AppV2.self))
                }
            }
            """),
        .change(
            "Leave the store unchanged and report the error",
            ("return try ModelContainer(for: Schema(versionedSchema: AppV2.self))", "throw error")),
        .change(
            "continue with a container in memory",
            (
                "return try ModelContainer(for: Schema(versionedSchema: AppV2.self))",
                "Failures.last = error\n"
                    + "            return try ModelContainer(for: Schema(versionedSchema: AppV2.self), "
                    + "configurations: ModelConfiguration(isStoredInMemoryOnly: true))"
            )))
}
