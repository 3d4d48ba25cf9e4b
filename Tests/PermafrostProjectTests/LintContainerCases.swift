@testable import PermafrostProject

/// Cases for the rules about code: the creation of containers, the handling of their failures, copies of stores, and
/// fetches in stages.
enum LintContainerCases {
    static let all = plans + handlers + memory + files + retries + places + copies + fetches + stores

    private static let stage =
        "MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: nil, "

    /// Returns two versions, a plan with a custom stage, and the code.
    private static func app(_ code: String, stages: [LintSources.Stage] = [.custom]) -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?") + "\n" + pet, LintSources.user("var a: Int?; var b: Int?") + "\n" + pet,
            stages: stages, besides: code + "\n@Model final class Stray { var a: Int?; init() {} }\n")
    }

    private static let pet = "@Model final class Pet { var name: String?; init() {} }"

    /// Returns a function that creates the container with the given arguments.
    private static func makes(_ arguments: String, stages: [LintSources.Stage] = [.custom]) -> [String: String] {
        app("func makeContainer() throws -> ModelContainer {\n    try ModelContainer(\(arguments))\n}", stages: stages)
    }

    private static let whole = "for: Schema(versionedSchema: AppV2.self), migrationPlan: AppPlan.self"

    // MARK: Plans

    private static let plans = [
        LintRuleTests.Case(
            code: "PF0205", about: "a model that the plan does not know",
            triggers: makes("for: AppV2.User.self, AppV2.Pet.self, Stray.self, migrationPlan: AppPlan.self"),
            spares: makes("for: AppV2.User.self, AppV2.Pet.self, migrationPlan: AppPlan.self")),
        LintRuleTests.Case(
            code: "PF0205", about: "a schema that another member holds",
            triggers: app(
                """
                enum Stores {
                    static let models: [any PersistentModel.Type] = [AppV2.User.self, AppV2.Pet.self, Stray.self]
                    static var schema: Schema { Schema(models) }
                    static func make() throws -> ModelContainer {
                        try ModelContainer(for: schema, migrationPlan: AppPlan.self)
                    }
                }
                """),
            spares: app(
                """
                enum Stores {
                    static let models: [any PersistentModel.Type] = AppV2.models
                    static var schema: Schema { Schema(models) }
                    static func make() throws -> ModelContainer {
                        try ModelContainer(for: schema, migrationPlan: AppPlan.self)
                    }
                }
                """)),
        LintRuleTests.Case(
            code: "PF0205", about: "a model that a plan without stages does not know",
            triggers: makes(
                "for: AppV2.User.self, AppV2.Pet.self, Stray.self, migrationPlan: AppPlan.self", stages: []),
            spares: makes("for: AppV2.User.self, AppV2.Pet.self, migrationPlan: AppPlan.self", stages: []),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0205", about: "only models that the plan does not know",
            triggers: makes("for: Stray.self, migrationPlan: AppPlan.self", stages: []),
            spares: makes("for: Schema(versionedSchema: AppV2.self), migrationPlan: AppPlan.self", stages: []),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0206", about: "a part of the last version, in a plan without stages",
            triggers: makes("for: AppV2.User.self, migrationPlan: AppPlan.self", stages: []),
            spares: makes("for: AppV1.User.self, AppV1.Pet.self, migrationPlan: AppPlan.self", stages: []),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0245", about: "models of no version, and a plan that no container opens",
            triggers: makes("for: Stray.self", stages: []),
            spares: makesTwo("for: Stray.self, configurations: ModelConfiguration(\"Stray\")", whole),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0206", about: "an older version of a plan without stages",
            triggers: makes("for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self"),
            spares: makes("for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self", stages: []),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0206", about: "an older version",
            triggers: makes("for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self"),
            spares: makes(whole), severity: .warning),
        LintRuleTests.Case(
            code: "PF0206", about: "a part of the last version",
            triggers: makes("for: AppV2.User.self, migrationPlan: AppPlan.self"),
            spares: makes("for: AppV2.User.self, AppV2.Pet.self, migrationPlan: AppPlan.self")),
        LintRuleTests.Case(
            code: "PF0206", about: "the classes of an older version",
            triggers: makes("for: Schema(AppV1.models), migrationPlan: AppPlan.self"),
            spares: makes("for: Schema(AppV2.models), migrationPlan: AppPlan.self"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0207", about: "a store that no container with the plan opens",
            triggers: makesTwo(
                "\(whole)", "for: AppV2.User.self, AppV2.Pet.self, configurations: ModelConfiguration(\"Other\")"),
            spares: makesTwo("\(whole)", "\(whole), configurations: ModelConfiguration(\"Other\")"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0207", about: "the store that a container with the plan opens",
            triggers: makesTwo("\(whole)", "for: AppV2.User.self, AppV2.Pet.self"), spares: makes(whole)),
        LintRuleTests.Case(
            code: "PF0207", about: "a widget without the plan",
            triggers: makes("for: AppV2.User.self, AppV2.Pet.self"), spares: makes(whole)),
        LintRuleTests.Case(
            code: "PF0207", about: "a modifier takes none; one in memory needs none",
            triggers: app("struct App { var body: some Scene { Window {}.modelContainer(for: AppV2.User.self) } }"),
            spares: app(
                "struct App { var body: some Scene { Window {}.modelContainer(for: AppV2.User.self, inMemory: true) } }"
            )),
        LintRuleTests.Case(
            code: "PF0207", about: "a configuration in memory",
            triggers: makes("for: AppV2.User.self, configurations: ModelConfiguration(isStoredInMemoryOnly: false)"),
            spares: makes("for: AppV2.User.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)")),
        LintRuleTests.Case(
            code: "PF0207", about: "a preview",
            triggers: app("let container = try? ModelContainer(for: AppV2.User.self)"),
            spares: app(
                "#Preview { let container = try? ModelContainer(for: AppV2.User.self); Text(\"\\(container)\") }")),
        LintRuleTests.Case(
            code: "PF0207", about: "a plan as a value; classes of no plan",
            triggers: makes("for: Schema(AppV2.models)"),
            spares: app(
                """
                let plan = MigrationPlan(AppPlan.self)
                func open() throws { _ = try SafeModelContainer.make(for: AppV2.self, plan: plan) }
                func other() throws { _ = try ModelContainer(for: Stray.self) }
                """)),
        LintRuleTests.Case(
            code: "PF0207", about: "a flag may keep it in memory",
            triggers: app(
                """
                func make(isTemporary: Bool) throws -> ModelContainer {
                    let configuration = ModelConfiguration(isStoredInMemoryOnly: isTemporary)
                    return try ModelContainer(for: AppV2.User.self, configurations: configuration)
                }
                """), spares: makes(whole), severity: .warning),
    ]

    // MARK: Failures

    /// Returns a container whose failure the code handles.
    private static func handler(_ code: String) -> [String: String] {
        app(
            """
            final class Persistence {
                let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
                func open() -> ModelContainer? {
                    do {
                        return try ModelContainer(\(whole))
                    } catch {
                        \(code)
                    }
                }
                func reset() { try? FileManager.default.removeItem(at: storeURL) }
                func report() { print("failed") }
            }
            """)
    }

    private static let handlers = [
        LintRuleTests.Case(
            code: "PF0222", about: "deletes the store",
            triggers: handler("try? FileManager.default.removeItem(at: storeURL); return nil"),
            spares: handler("try? FileManager.default.moveItem(at: storeURL, to: aside); return nil")),
        LintRuleTests.Case(
            code: "PF0222", about: "deletes the store in a function",
            triggers: handler("reset(); return nil"), spares: handler("report(); return nil")),
        LintRuleTests.Case(
            code: "PF0222", about: "deletes the store's files in a loop",
            triggers: handler(
                "for url in [storeURL, logURL] { try? FileManager.default.removeItem(at: url) }; return nil"),
            spares: handler(
                "for url in [reportURL] { try? FileManager.default.removeItem(at: url) }; return nil")),
        LintRuleTests.Case(
            code: "PF0222", about: "ends the app",
            triggers: handler("fatalError(\"no container: \\(error)\")"),
            spares: handler("assertionFailure(\"no container: \\(error)\"); return nil"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "only in a developer's build",
            triggers: handler("#if os(iOS)\npreconditionFailure(\"\")\n#endif\nreturn nil"),
            spares: handler("#if DEBUG\nfatalError(\"\")\n#endif\nreturn nil"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "try!",
            triggers: app("let container = try! ModelContainer(\(whole))"),
            spares: app(
                "let container = try! ModelContainer(for: AppV2.User.self, "
                    + "configurations: ModelConfiguration(isStoredInMemoryOnly: true))"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "try? and else",
            triggers: app(
                "func open() { guard let c = try? ModelContainer(\(whole)) else { fatalError() }; print(c) }"),
            spares: app("func open() { guard let c = try? ModelContainer(\(whole)) else { return }; print(c) }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "try? and a later look",
            triggers: app(
                "func open() { let c = try? ModelContainer(\(whole)); if c == nil { fatalError() } }"),
            spares: app(
                "func open() { let c = try? ModelContainer(\(whole)); if d == nil { fatalError() }; print(c) }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "try? and ??",
            triggers: app("let c = (try? ModelContainer(\(whole))) ?? fatalError(\"none\")"),
            spares: app("let c = (try? ModelContainer(\(whole))) ?? other"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a Result",
            triggers: app(
                """
                func open() {
                    let result = Result { try ModelContainer(\(whole)) }
                    switch result {
                    case .success(let container): print(container)
                    case .failure(let error): fatalError("\\(error)")
                    }
                }
                """),
            spares: app(
                """
                func open() {
                    let result = Result { try ModelContainer(\(whole)) }
                    switch result {
                    case .success(let container): if container.isOld { fatalError() }
                    case .failure(let error): print(error)
                    }
                }
                """), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "where the function that makes it is called",
            triggers: app(
                """
                func makeContainer() throws -> ModelContainer { try ModelContainer(\(whole)) }
                let container: ModelContainer = { do { return try makeContainer() } catch { fatalError() } }()
                """),
            spares: app(
                """
                func makeContainer() throws -> ModelContainer { try ModelContainer(\(whole)) }
                let container: ModelContainer? = { do { return try makeContainer() } catch { return nil } }()
                func other() { do { try readSettings() } catch { fatalError() } }
                """), severity: .warning),
    ]

    /// Returns a function that creates a container in memory if its parameter says so, and code that calls it.
    private static func flagged(_ parameter: String, _ code: String) -> [String: String] {
        app(
            """
            enum Stores {
                static func make(\(parameter)) throws -> ModelContainer {
                    let configuration = ModelConfiguration(isStoredInMemoryOnly: inMemory)
                    return try ModelContainer(for: AppV2.User.self, configurations: configuration)
                }
                \(code)
            }
            """)
    }

    private static let memory = [
        LintRuleTests.Case(
            code: "PF0222", about: "a call that keeps the container in memory",
            triggers: flagged("inMemory: Bool", "static let shared = try! make(inMemory: false)"),
            spares: flagged("inMemory: Bool", "static let stub = try! make(inMemory: true)"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a default that keeps the container in memory",
            triggers: flagged("inMemory: Bool = false", "static let shared = try! make()"),
            spares: flagged("inMemory: Bool = true", "static let stub = try! make()"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a parameter without a label that is passed on",
            triggers: flagged(
                "_ inMemory: Bool",
                "static func pass(_ flag: Bool) throws -> ModelContainer { try make(flag) }\n"
                    + "static let shared = try! pass(false)"),
            spares: flagged(
                "_ inMemory: Bool",
                "static func pass(_ flag: Bool) throws -> ModelContainer { try make(flag) }\n"
                    + "static let stub = try! pass(true)"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a container that only debug builds make",
            triggers: app(
                "#if !DEBUG\nlet container = try! ModelContainer(\(whole))\n#endif"),
            spares: app(
                "#if DEBUG || targetEnvironment(simulator)\nlet container = try! ModelContainer(\(whole))\n"
                    + "#elseif !DEBUG && os(iOS)\n#else\nlet other = 1\n#endif"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "the other branch of a debug build",
            triggers: handler("#if DEBUG\nreturn nil\n#else\nfatalError(\"\")\n#endif"),
            spares: handler("#if !DEBUG && os(iOS)\nreturn nil\n#elseif DEBUG\nfatalError(\"\")\n#endif\nreturn nil"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "code after a container that is returned",
            triggers: app(
                "func open() -> ModelContainer { if let c = try? ModelContainer(\(whole)) { return c }\n"
                    + "fatalError(\"none\") }"),
            spares: app(
                "func open() { if let c = try? ModelContainer(\(whole)) { print(c) }\nfatalError(\"none\") }"),
            severity: .warning),
    ]

    /// Returns a container with the given configuration, whose failure the code handles.
    private static func moving(_ configuration: String, _ code: String) -> [String: String] {
        app(
            """
            enum Stores {
                static let folder = URL.applicationSupportDirectory
                static func open() throws -> ModelContainer {
                    do {
                        return try ModelContainer(for: Schema([Stray.self]), configurations: \(configuration))
                    } catch {
                        \(code)
                        throw error
                    }
                }
            }
            """)
    }

    private static let files = [
        LintRuleTests.Case(
            code: "PF0241", about: "a file with Core Data's suffix",
            triggers: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.moveItem(at: folder.appending(path: \"Trips.sqlite\"), to: aside)"),
            spares: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.moveItem(at: folder.appending(path: \"Trips.store\"), to: aside)"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0241", about: "all files in a loop over suffixes",
            triggers: moving(
                "ModelConfiguration(\"Trips\")",
                "for end in [\"\", \"-wal\", \"-shm\"] {\n"
                    + "try? FileManager.default.removeItem(at: folder.appendingPathComponent(\"Trips.sqlite\\(end)\")) }"
            ),
            spares: moving(
                "ModelConfiguration(\"Trips\")",
                "for end in [\"\", \"-wal\", \"-shm\"] {\n"
                    + "try? FileManager.default.removeItem(at: folder.appendingPathComponent(\"Trips.store\\(end)\")) }"
            ),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0241", about: "the default store's name",
            triggers: moving(
                "ModelConfiguration(url: folder.appending(path: \"Trips.store\"))",
                "try? FileManager.default.removeItem(atPath: folder.path + \"/default.store\")"),
            spares: moving(
                "ModelConfiguration()", "try? FileManager.default.removeItem(atPath: folder.path + \"/default.store\")"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0241", about: "a name that contains a word for a copy, and one that has it",
            triggers: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.removeItem(at: folder.appending(path: \"Gold.store\"))"),
            spares: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.removeItem(at: folder.appending(path: \"OldTrips.store\"))\n"
                    + "try? FileManager.default.removeItem(at: folder.appending(path: \"Trips-backup2.store\"))"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0241", about: "a backup that is put back, and a name that isn't known",
            triggers: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.moveItem(at: folder.appending(path: \"Other.store\"), "
                    + "to: folder.appending(path: \"Lost.store\"))"),
            spares: moving(
                "ModelConfiguration(\"Trips\")",
                "try? FileManager.default.copyItem(at: folder.appending(path: \"Saved.store\"), "
                    + "to: folder.appending(path: \"Trips.store\"))\n"
                    + "try? FileManager.default.removeItem(at: folder.appending(path: \"Trips-\\(number).store\"))"),
            severity: .warning),
    ]

    private static func again(_ code: String) -> [String: String] {
        app("func open() throws -> ModelContainer {\n\(code)\n}")
    }

    private static let retries = [
        LintRuleTests.Case(
            code: "PF0242", about: "in a catch clause, and in memory",
            triggers: again(
                "do { return try ModelContainer(\(whole)) } catch { return try ModelContainer(for: AppV2.User.self) }"),
            spares: again(
                "do { return try ModelContainer(\(whole)) } catch { return try ModelContainer(for: AppV2.User.self, "
                    + "configurations: ModelConfiguration(isStoredInMemoryOnly: true)) }")),
        LintRuleTests.Case(
            code: "PF0242", about: "after ??, and with the plan",
            triggers: again("return try (try? ModelContainer(\(whole))) ?? ModelContainer(for: AppV2.User.self)"),
            spares: again("return try (try? ModelContainer(\(whole))) ?? ModelContainer(\(whole))")),
        LintRuleTests.Case(
            code: "PF0242", about: "after the attempt, and a store of its own",
            triggers: again(
                "do { return try ModelContainer(\(whole)) } catch { print(error) }\n"
                    + "return try ModelContainer(for: AppV2.User.self)"),
            spares: again(
                "do { return try ModelContainer(\(whole)) } catch { print(error) }\n"
                    + "return try ModelContainer(for: AppV2.User.self, configurations: ModelConfiguration(\"Spare\"))")),
        LintRuleTests.Case(
            code: "PF0242", about: "after a container that is returned, and of other models in memory",
            triggers: again(
                "if let c = try? ModelContainer(\(whole)) { return c }\nreturn try ModelContainer(for: AppV2.User.self)"
            ),
            spares: again(
                "if let c = try? ModelContainer(\(whole)) { print(c) }\nreturn try ModelContainer(for: AppV2.User.self)"
            )),
        LintRuleTests.Case(
            code: "PF0242", about: "in a function, and after an attempt without a plan",
            triggers: again(
                "do { return try ModelContainer(\(whole)) } catch { return try simple() }\n"
                    + "func simple() throws -> ModelContainer { try ModelContainer(for: AppV2.User.self) }"),
            spares: again(
                "do { return try ModelContainer(for: AppV2.User.self) } catch { return try ModelContainer(for: AppV2.User.self) }"
            )),
    ]

    // MARK: Locations of stores

    private static let places = [
        LintRuleTests.Case(
            code: "PF0223", about: "two containers of different models at the default URL",
            triggers: app(
                "func a() throws { _ = try ModelContainer(\(whole)) }\n"
                    + "func b() throws { _ = try ModelContainer(for: Stray.self) }"),
            spares: app(
                "func a() throws { _ = try ModelContainer(\(whole)) }\n"
                    + "func b() throws { _ = try ModelContainer(for: Stray.self, "
                    + "configurations: ModelConfiguration(\"Stray\")) }"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "two containers of the same models",
            triggers: app(
                "func a() throws { _ = try ModelContainer(\(whole)) }\n"
                    + "func b() { Window {}.modelContainer(for: [Stray.self]) }"),
            spares: app(
                "func a() throws { _ = try ModelContainer(\(whole)) }\n"
                    + "func b() throws { _ = try ModelContainer(for: AppV2.User.self, AppV2.Pet.self) }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "configurations without a name",
            triggers: makes(
                whole + ", configurations: ModelConfiguration(schema: Schema([AppV2.User.self])), "
                    + "ModelConfiguration(schema: Schema([AppV2.Pet.self]))"),
            spares: makes(
                whole + ", configurations: ModelConfiguration(\"Users\", schema: Schema([AppV2.User.self])), "
                    + "ModelConfiguration(schema: Schema([AppV2.Pet.self]), url: URL(filePath: \"/tmp/pets.store\"))"),
            severity: .warning),
    ]

    private static let shared = """
        enum Place {
            static var shared: URL {
                let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.a")
                    ?? URL.documentsDirectory
                return folder.appending(path: "a.store")
            }
        }

        """

    /// Returns two containers with the given arguments.
    private static func makesTwo(_ first: String, _ second: String, besides code: String = "") -> [String: String] {
        app(
            "func first(url: URL) throws { _ = try ModelContainer(\(first)) }\n"
                + "func second(url: URL) throws { _ = try ModelContainer(\(second)) }\n" + code)
    }

    private static let group = "groupContainer: .identifier(\"group.com.example\")"
    private static let constant =
        "enum Place { static let store = URL.documentsDirectory.appending(path: \"a.store\") }"

    private static let stores = [
        LintRuleTests.Case(
            code: "PF0223", about: "one name, and a different one",
            triggers: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(\"Main\")",
                "for: Stray.self, configurations: ModelConfiguration(\"Main\")"),
            spares: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(\"Main\")",
                "for: Stray.self, configurations: ModelConfiguration(\"Other\")"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "a constant URL, and the parameter of a function",
            triggers: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(url: Place.store)",
                "for: Stray.self, configurations: ModelConfiguration(url: .documentsDirectory.appending(path: \"a.store\"))",
                besides: constant),
            spares: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(url: Place.store)",
                "for: Stray.self, configurations: ModelConfiguration(url: url)", besides: constant), severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "an app group with a second choice, and another file",
            triggers: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(url: Place.shared)",
                "for: Stray.self, configurations: ModelConfiguration(url: Place.shared)", besides: shared),
            spares: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(url: Place.shared)",
                "for: Stray.self, configurations: ModelConfiguration(url: .documentsDirectory.appending(path: \"b.store\"))",
                besides: shared), severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "one app group, and the branches of an #if",
            triggers: makesTwo(
                "for: AppV2.User.self, Stray.self, configurations: ModelConfiguration(\(group))",
                "for: Stray.self, configurations: ModelConfiguration(\(group))"),
            spares: app(
                """
                #if os(iOS)
                func first() throws { _ = try ModelContainer(for: AppV2.User.self, Stray.self) }
                #else
                func first() throws { _ = try ModelContainer(for: Stray.self) }
                #endif
                """), severity: .warning),
        LintRuleTests.Case(
            code: "PF0223", about: "an extension of View, and a preview",
            triggers: app(
                "extension View { func stored() -> some View { modelContainer(for: [AppV2.User.self, Stray.self]) } }\n"
                    + "func sheet() { Window {}.modelContainer(for: [Stray.self]) }"),
            spares: app(
                "extension View { func stored() -> some View { modelContainer(for: [AppV2.User.self, Stray.self]) } }\n"
                    + "#Preview { Window {}.modelContainer(for: [Stray.self]) }"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0243", about: "an old and a new store",
            triggers: makesTwo(
                "for: Old.Track.self, configurations: ModelConfiguration(\"Old\")",
                "for: New.Track.self, configurations: ModelConfiguration(\"New\")", besides: tracks("Track")),
            spares: makesTwo(
                "for: Old.Track.self, configurations: ModelConfiguration(\"Old\")",
                "for: New.Song.self, configurations: ModelConfiguration(\"New\")", besides: tracks("Song")),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0244", about: "two configurations of a container",
            triggers: makesConfigurations("var owner: Owner?"), spares: makesConfigurations("var owner: String?"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0245", about: "a class outside of every version",
            triggers: app(
                "@Model final class User { var other: String?; init() {} }\n"
                    + "func sheet() { Window {}.modelContainer(for: [User.self]) }"),
            spares: app(
                LintSources.user("var a: Int?; var b: Int?")
                    + "\nfunc sheet() { Window {}.modelContainer(for: [User.self]) }"), severity: .warning),
    ]

    private static func tracks(_ new: String) -> String {
        "enum Old { @Model final class Track { var a: Int?; init() {} } }\n"
            + "enum New { @Model final class \(new) { var b: Int?; init() {} } }"
    }

    private static func makesConfigurations(_ property: String) -> [String: String] {
        app(
            """
            @Model final class Owner { var name: String?; init() {} }
            @Model final class Dog { \(property); init() {} }
            func stores() throws -> ModelContainer {
                try ModelContainer(
                    for: Owner.self, Dog.self, configurations: ModelConfiguration("Owners", schema: Schema([Owner.self])),
                    ModelConfiguration("Dogs", schema: Schema([Dog.self])))
            }
            """)
    }

    // MARK: Copies

    private static func backup(_ code: String) -> [String: String] {
        app("func backUp(_ configuration: ModelConfiguration, _ target: URL) throws {\n    \(code)\n}")
    }

    private static let copies = [
        LintRuleTests.Case(
            code: "PF0224", about: "the file alone",
            triggers: backup("try FileManager.default.copyItem(at: configuration.url, to: target)"),
            spares: backup(
                "for ending in [\"\", \"-wal\", \"-shm\"] { try FileManager.default.copyItem("
                    + "atPath: configuration.url.path + ending, toPath: target.path + ending) }"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0224", about: "a name for the store's URL",
            triggers: backup(
                "let old = URL.applicationSupportDirectory.appending(path: \"default.store\")\n"
                    + "try FileManager.default.moveItem(at: old, to: target)"),
            spares: backup(
                "let old = URL.applicationSupportDirectory.appending(path: \"settings.json\")\n"
                    + "try FileManager.default.moveItem(at: old, to: target)"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0224", about: "its bytes, and after a checkpoint",
            triggers: backup("try Data(contentsOf: configuration.url).write(to: target)"),
            spares: backup(
                "try execute(\"PRAGMA wal_checkpoint(TRUNCATE)\")\n"
                    + "try Data(contentsOf: configuration.url).write(to: target)"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0224", about: "files that a function lists",
            triggers: app(
                """
                enum Files {
                    static let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
                    static var all: [URL] { existing(storeURL) }
                    static func copy(to folder: URL) throws {
                        try existing(storeURL).forEach { try FileManager.default.copyItem(at: $0, to: folder) }
                    }
                    static func existing(_ url: URL) -> [URL] { candidates(url).filter { FileManager.default.exists($0) } }
                    static func candidates(_ url: URL) -> [URL] { [url, url.appending(path: "settings")] }
                }
                """),
            spares: app(
                """
                enum Files {
                    static let storeURL = URL.applicationSupportDirectory.appending(path: "default.store")
                    static func copy(to folder: URL) throws {
                        try existing(storeURL).forEach { try FileManager.default.copyItem(at: $0, to: folder) }
                    }
                    static func existing(_ url: URL) -> [URL] { candidates(url).filter { FileManager.default.exists($0) } }
                    static func candidates(_ url: URL) -> [URL] { endings.map { URL(filePath: url.path + $0) } }
                    static var endings: [String] {
                        let log = "-wal"
                        return ["", log, "-shm"]
                    }
                }
                """), severity: .warning),
        LintRuleTests.Case(
            code: "PF0224", about: "the folder, and the store that the app brings",
            triggers: backup("try FileManager.default.copyItem(at: configuration.url, to: target)"),
            spares: backup(
                "try FileManager.default.copyItem(at: configuration.url.deletingLastPathComponent(), to: target)\n"
                    + "let storeURL = Bundle.main.url(forResource: \"default\", withExtension: \"store\")!\n"
                    + "try FileManager.default.copyItem(at: storeURL, to: target)"), severity: .warning),
    ]

    // MARK: Fetches

    private static func did(_ code: String, besides: String = "") -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var b: Int?"),
            stages: [.text(stage + "didMigrate: { context in\n\(code)\n})")], besides: besides)
    }

    private static let fetches = [
        LintRuleTests.Case(
            code: "PF0225", about: "every row, and in batches",
            triggers: did("for user in try context.fetch(FetchDescriptor<AppV2.User>()) { user.b = 1 }"),
            spares: did("try context.enumerate(FetchDescriptor<AppV2.User>(), batchSize: 100) { $0.b = 1 }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0225", about: "a descriptor in a variable, with a limit",
            triggers: did("let all = FetchDescriptor<AppV2.User>()\nprint(try context.fetch(all))"),
            spares: did(
                "var all = FetchDescriptor<AppV2.User>()\nall.fetchLimit = 50\nprint(try context.fetch(all))"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0225", about: "a predicate, and a batch size",
            triggers: did("print(try context.fetch(FetchDescriptor<AppV2.User>(sortBy: [SortDescriptor(\\.a)])))"),
            spares: did(
                "print(try context.fetch(FetchDescriptor<AppV2.User>(predicate: #Predicate { $0.b == nil })))\n"
                    + "print(try context.fetch(FetchDescriptor<AppV2.User>(), batchSize: 20))"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0225", about: "a function that the hook calls",
            triggers: did(
                "try Filling.fill(context)",
                besides: """
                    enum Filling {
                        static func fill(_ context: ModelContext) throws { print(try users(context)) }
                        static func users(_ context: ModelContext) throws -> [AppV2.User] {
                            try context.fetch(FetchDescriptor())
                        }
                    }
                    """),
            spares: did(
                "print(context)",
                besides: """
                    enum Filling {
                        static func users(_ context: ModelContext) throws -> [AppV2.User] {
                            try context.fetch(FetchDescriptor())
                        }
                    }
                    """), severity: .warning),
    ]
}
