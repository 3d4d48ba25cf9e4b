@testable import PermafrostProject

/// Cases for the rules about code that hides a failure, passes it on to other files, or deletes rows that a migration can
/// keep.
enum LintReactionCases {
    static let all = callers + fallbacks + coreData + deletions

    // MARK: Callers

    private static let store = """
        import SwiftData
        @Model final class Walk { var title: String = ""; init() {} }
        final class Archive {
            let container: ModelContainer
            init(inMemory: Bool = false) throws {
                let configuration = ModelConfiguration(isStoredInMemoryOnly: inMemory)
                container = try ModelContainer(for: Walk.self, configurations: configuration)
            }
            static func open() throws -> ModelContainer { try ModelContainer(for: Walk.self) }
            func reopen() throws -> ModelContainer { try ModelContainer(for: Walk.self) }
        }

        """

    /// Returns an app whose store is in one file, and code in another file that uses it.
    private static func caller(_ code: String, besides: String = "", files: [String: String] = [:]) -> [String: String]
    {
        ["Store.swift": store + besides, "App.swift": "import SwiftUI\n" + code].merging(files) { $1 }
    }

    private static let callers = [
        LintRuleTests.Case(
            code: "PF0222", about: "an initializer of a type in another file",
            triggers: caller("struct Walks { let archive = try! Archive() }"),
            spares: caller("struct Walks { let archive = try! Archive(inMemory: true) }"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a function of a type in another file",
            triggers: caller("let container = { do { return try Archive.open() } catch { fatalError() } }()"),
            spares: caller("let container = { do { return try Other.open() } catch { fatalError() } }()"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a method of a value in another file",
            triggers: caller("func again(_ archive: Archive) { _ = try! archive.reopen() }"),
            spares: caller("func again(_ archive: Book) { _ = try! archive.reopen() }"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "through two files",
            triggers: caller(
                "enum Walks { static func start() throws { _ = try Archive() } }",
                files: ["Main.swift": "func main() { try! Walks.start() }"]),
            spares: caller(
                "enum Walks { static func start() throws { _ = try Archive() } }",
                files: ["Main.swift": "func main() { do { try Walks.start() } catch { show(error) } }"]),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "an initializer without the type's name",
            triggers: caller(
                "",
                besides:
                    "extension Archive { static func make() -> Archive { do { return try .init() } catch { abort() } } }"
            ),
            spares: caller(
                "",
                besides:
                    "extension Archive { static func make() -> Other { do { return try .init() } catch { abort() } } }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a second attempt in memory by a function",
            triggers: caller(
                "",
                besides:
                    "func a() -> Archive { do { return try Archive() } catch { show(error); return try! Archive(inMemory: false) } }"
            ),
            spares: caller(
                "",
                besides:
                    "func a() -> Archive { do { return try Archive() } catch { show(error); return try! Archive(inMemory: true) } }"
            ),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "the end of the app after an attempt in memory",
            triggers: caller(
                "",
                besides: """
                    func a() -> Archive {
                        do { return try Archive() } catch { show(error); if let other = cached() { return other }; fatalError() }
                    }
                    """),
            spares: caller(
                "",
                besides: """
                    func a() -> Archive {
                        do { return try Archive() } catch {
                            show(error)
                            do { return try Archive(inMemory: true) } catch { fatalError() }
                        }
                    }
                    func b() -> Archive {
                        if let archive = try? Archive() { return archive }
                        show("failed")
                        guard let archive = try? Archive(inMemory: true) else { fatalError() }
                        return archive
                    }
                    """), severity: .warning),
    ]

    // MARK: Fallbacks

    private static func handler(_ code: String) -> [String: String] {
        caller(
            "",
            besides: """
                final class Stores {
                    var problem: (any Error)?
                    func open() -> ModelContainer {
                        do { return try ModelContainer(for: Walk.self) } catch {
                            \(code)
                        }
                    }
                    private func memory() -> ModelContainer {
                        try! ModelContainer(for: Walk.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
                    }
                }
                """)
    }

    private static let inMemory =
        "try! ModelContainer(for: Walk.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))"

    private static let fallbacks = [
        LintRuleTests.Case(
            code: "PF0222", about: "a container in memory after a line in the log",
            triggers: handler("print(error)\nreturn \(inMemory)"),
            spares: handler("problem = error\nreturn \(inMemory)"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a container in memory by a function",
            triggers: handler("Logger().error(\"\\(error)\")\nreturn memory()"),
            spares: handler("Logger().error(\"\\(error)\")\nNotices.shared.add(error)\nreturn memory()"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a container in memory in a constant",
            triggers: handler("let container = \(inMemory)\nreturn container"),
            spares: handler("let container = \(inMemory)\ncontainer.isTemporary = true\nreturn container"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a container in memory after try?",
            triggers: caller("", besides: "let c = (try? ModelContainer(for: Walk.self)) ?? \(inMemory)"),
            spares: caller(
                "", besides: "let c = (try? ModelContainer(for: Walk.self)) ?? show(\(inMemory))"), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a container in memory after the catch clause",
            triggers: caller(
                "",
                besides:
                    "func a() -> ModelContainer { do { return try ModelContainer(for: Walk.self) } catch { print(error) }\nreturn \(inMemory) }"
            ),
            spares: caller(
                "",
                besides:
                    "func a() -> ModelContainer { do { return try ModelContainer(for: Walk.self) } catch { show(error) }\nreturn \(inMemory) }"
            ),
            severity: .warning),
    ]

    // MARK: Core Data

    /// Returns a Core Data stack that loads its stores with the given code.
    private static func stack(_ code: String) -> [String: String] {
        caller(
            "",
            files: [
                "Stack.swift": """
                import CoreData
                final class Stack {
                    let container = NSPersistentContainer(name: "Tape")
                    let url = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Tape.sqlite")
                    let coordinator: NSPersistentStoreCoordinator
                    var problem: (any Error)?
                    func load() throws {
                        \(code)
                    }
                    private func wipe(_ url: URL) {
                        try? coordinator.destroyPersistentStore(at: url, ofType: NSSQLiteStoreType, options: nil)
                    }
                }
                """
            ])
    }

    private static let coreData = [
        LintRuleTests.Case(
            code: "PF0222", about: "a Core Data store that its load's closure deletes",
            triggers: stack(
                "container.loadPersistentStores { store, error in if error != nil { try? FileManager.default.removeItem(at: store.url!) } }"
            ),
            spares: stack(
                "container.loadPersistentStores { store, error in if error == nil { try? FileManager.default.removeItem(at: store.url!) } }"
            )
        ),
        LintRuleTests.Case(
            code: "PF0222", about: "a Core Data store that a function destroys",
            triggers: stack(
                "container.loadPersistentStores { store, error in guard error != nil, let url = store.url else { return }; self.wipe(url) }"
            ),
            spares: stack(
                "container.loadPersistentStores { store, error in guard error == nil, let url = store.url else { return }; self.wipe(url) }"
            )
        ),
        LintRuleTests.Case(
            code: "PF0222", about: "a Core Data store that is destroyed after it couldn't be added",
            triggers: stack(
                """
                do {
                    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
                } catch { wipe(url) }
                """),
            spares: stack(
                """
                do {
                    try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
                } catch { wipe(cache) }
                """)),
        LintRuleTests.Case(
            code: "PF0222", about: "a Core Data store of the container's name",
            triggers: stack(
                """
                container.loadPersistentStores { _, error in
                    guard let error else { return }
                    print(error)
                    try? FileManager.default.removeItem(at: self.url)
                }
                """),
            spares: stack(
                """
                container.loadPersistentStores { _, error in
                    guard let error else { return }
                    print(error)
                    try? FileManager.default.moveItem(at: self.url, to: aside)
                }
                """)),
        LintRuleTests.Case(
            code: "PF0222", about: "a failed load that is only logged",
            triggers: stack(
                "container.loadPersistentStores { _, error in if let error = error as NSError? { print(error) } }"),
            spares: stack(
                "container.loadPersistentStores { _, error in if let error = error as NSError? { print(error); self.problem = error } }"
            ), severity: .warning),
        LintRuleTests.Case(
            code: "PF0222", about: "a failed load in memory",
            triggers: stack(
                "do { try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil) } catch { print(error) }"
            ),
            spares: stack(
                "do { try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil) } catch { print(error) }"
            ), severity: .warning),
    ]

    // MARK: Deleted rows

    private static func stage(
        will: String = "", did: String = "", added: String = "var b: Int?", besides: String = ""
    ) -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?"), LintSources.user("var a: Int?; \(added)"),
            stages: [
                .text(
                    ".custom(fromVersion: AppV1.self, toVersion: AppV2.self, willMigrate: { context in\n\(will)\n}, "
                        + "didMigrate: { context in\n\(did)\n})")
            ], besides: besides)
    }

    private static let loop =
        "let all = try context.fetch(FetchDescriptor<AppV1.User>())\nfor user in all { context.delete(user) }"

    private static let deletions = [
        LintRuleTests.Case(
            code: "PF0227", about: "rows that a hook deletes without need",
            triggers: stage(will: loop), spares: stage(will: loop, added: "@Attribute(.unique) var b: Int = 0"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0227", about: "rows that a hook deletes with a condition",
            triggers: stage(will: "try context.delete(model: AppV1.User.self)"),
            spares: stage(will: "try context.delete(model: AppV1.User.self, where: #Predicate { $0.a == nil })"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0227", about: "rows that a hook deletes and inserts again",
            triggers: stage(did: "try context.fetch(FetchDescriptor<AppV2.User>()).forEach { context.delete($0) }"),
            spares: stage(
                will: loop, did: "try restore(context)",
                besides: "func restore(_ context: ModelContext) throws { context.insert(AppV2.User()) }"),
            severity: .warning),
        LintRuleTests.Case(
            code: "PF0227", about: "some rows that a loop deletes",
            triggers: stage(will: "try context.fetch(FetchDescriptor<AppV1.User>()).forEach(context.delete)"),
            spares: stage(
                will:
                    "for user in try context.fetch(FetchDescriptor<AppV1.User>()) where user.a == nil { context.delete(user) }"
            ),
            severity: .warning),
    ]
}
