import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The code of hooks, and of the functions that they call in the same and in other files.
@Suite struct HookCallTests {
    typealias Row = (about: String, sources: [String: String], severity: Finding.Severity?)

    private static func expect(
        _ code: String, _ sources: [String: String], _ severity: Finding.Severity?
    ) throws {
        let found = try LintRuleTests.lint(sources).findings.filter { $0.code == code }
        #expect(Set(found.map(\.severity)) == Set([severity].compactMap(\.self)), "\(found.map(\.what))")
    }

    @Test(arguments: otherVersions + ownVersions)
    func aClassOfAnotherVersionIsReported(
        _ about: String, _ sources: [String: String], _ severity: Finding.Severity?
    ) throws {
        try Self.expect("PF0216", sources, severity)
    }

    @Test(arguments: endings + continuations)
    func codeThatEndsTheAppIsReported(
        _ about: String, _ sources: [String: String], _ severity: Finding.Severity?
    ) throws {
        try Self.expect("PF0222", sources, severity)
    }

    /// Hooks that use a class that their context doesn't have.
    private static let otherVersions: [Row] = [
        (
            "other file static",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    "enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "other file global",
            HookSources.hook(
                did: "try fill(context)",
                files: [
                    "func fill(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } }"
                ]), .error
        ),
        (
            "insert only",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: ["enum Fill { static func run(_ context: ModelContext) throws { context.insert(Note()) } }"]),
            .error
        ),
        (
            "extension of plan in another file",
            HookSources.hook(
                did: "try fill(context)",
                files: [
                    "extension AppPlan { static func fill(_ context: ModelContext) throws { context.insert(Note()) } }"
                ]), .error
        ),
        (
            "same file in plan",
            HookSources.hook(
                did: "try fill(context)",
                besides:
                    "extension AppPlan { static func fill(_ context: ModelContext) throws { context.insert(Note()) } }"),
            .error
        ),
        (
            "instance",
            HookSources.hook(
                did: "try Fill(context: context).run()",
                files: [
                    "struct Fill { let context: ModelContext; func run() throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "instance in variable",
            HookSources.hook(
                did: #"""
                    let f = Fill()
                    try f.run(context)
                    """#,
                files: [
                    "struct Fill { func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "shared",
            HookSources.hook(
                did: "try Fill.shared.run(context)",
                files: [
                    "final class Fill { static let shared = Fill(); func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "context extension",
            HookSources.hook(
                did: "try context.fill()",
                files: [
                    "extension ModelContext { func fill() throws { let context = self; var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "two levels, three files",
            HookSources.hook(
                did: "try A.run(context)",
                files: [
                    "enum A { static func run(_ c: ModelContext) throws { try B.go(c) } }",
                    "enum B { static func go(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }",
                ]), .error
        ),
        (
            "function reference",
            HookSources.hook(
                function: "Fill.run",
                files: [
                    "enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "key path",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor(sortBy: [SortDescriptor(\Note.title)]); d.fetchLimit = 1; _ = try context.fetch(d) } }"#
                ]), .error
        ),
        (
            "in will: newer",
            HookSources.hook(
                will: "try Fill.run(context)",
                files: [
                    "enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<AppV2.Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), .error
        ),
        (
            "direct alias in did",
            HookSources.hook(
                did: "var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n }"),
            .error
        ),
        (
            "first version class",
            HookSources.hook(
                did: "var d = FetchDescriptor<AppV1.Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n }"),
            .error
        ),
        (
            "top-level live class",
            HookSources.hook(
                did: "var d = FetchDescriptor<Live>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n }",
                besides: "@Model final class Live { var a: Int?; init() {} }"), .error
        ),
        ("static descriptor", HookSources.hook(did: "_ = try context.fetch(Note.all)"), .error),
    ]

    private static let ownVersions: [Row] = [
        (
            "other file, right version",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    "enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<AppV2.Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), nil
        ),
        (
            "key path of version while alias exists",
            HookSources.hook(
                did:
                    #"var d = FetchDescriptor<AppV2.Note>(sortBy: [SortDescriptor(\AppV2.Note.title)]); d.fetchLimit = 1; _ = try context.fetch(d)"#
            ), nil
        ),
        (
            "overloads",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } }
                    static func run(_ n: Int) {} }
                    """#
                ]), nil
        ),
        (
            "same name on another type",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    enum Fill { static func run(_ context: ModelContext) throws { } }
                    enum Other { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }
                    """#
                ]), nil
        ),
        (
            "not called",
            HookSources.hook(
                did: "try context.save()",
                files: [
                    "enum Fill { static func run(_ context: ModelContext) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), nil
        ),
        (
            "own container",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    "enum Fill { static func run(_ c: ModelContext) throws { let context = ModelContext(try ModelContainer(for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))); var d = FetchDescriptor<Note>(); d.fetchLimit = 5; for n in try context.fetch(d) { _ = n } } }"
                ]), nil
        ),
        (
            "no context",
            HookSources.hook(did: "Log.write()", files: ["enum Log { static func write() { print(Note.self) } }"]), nil
        ),
        ("static constant", HookSources.hook(did: "print(Note.untitled)"), nil),
        (
            "debug",
            HookSources.hook(
                did: #"""
                    #if DEBUG
                    _ = Note()
                    #endif
                    """#), nil
        ),
        (
            "comment",
            HookSources.hook(
                did: #"""
                    // Note()
                    print("Note")
                    """#), nil
        ),
        ("local type", HookSources.hook(did: "struct Note {}; _ = Note()"), nil),
        (
            "file-private other",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    private struct Note {}
                    enum Fill { static func run(_ context: ModelContext) throws { _ = Note() } }
                    """#
                ]), nil
        ),
        (
            "own namespace",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    enum Fill { struct Note {}
                    static func run(_ context: ModelContext) throws { _ = Note() } }
                    """#
                ]), nil
        ),
        (
            "generic",
            HookSources.hook(
                did: "try Fill.run(context, AppV2.Note.self)",
                files: [
                    "enum Fill { static func run<T: PersistentModel>(_ context: ModelContext, _ t: T.Type) throws { var d = FetchDescriptor<T>(); d.fetchLimit = 1; _ = try context.fetch(d) } }"
                ]), nil
        ),
        (
            "generic named like the class",
            HookSources.hook(
                did: "try Fill.run(context, AppV2.Note.self)",
                files: [
                    "enum Fill { static func run<Note: PersistentModel>(_ context: ModelContext, _ t: Note.Type) throws { var d = FetchDescriptor<Note>(); d.fetchLimit = 1; _ = try context.fetch(d) } }"
                ]), nil
        ),
    ]

    private static let endings: [Row] = [
        ("fatalError", HookSources.hook(did: #"guard let x = ctx else { fatalError("") }"#), .warning),
        ("preconditionFailure", HookSources.hook(did: "preconditionFailure()"), .warning),
        ("try!", HookSources.hook(did: "let all = try! context.fetchCount(FetchDescriptor<AppV2.Note>())"), .warning),
        (
            "in a function",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    enum Fill { static func run(_ c: ModelContext) throws { guard Self.x != nil else { fatalError() } }
                    static var x: Int? }
                    """#
                ]), .warning
        ),
        ("Swift.fatalError", HookSources.hook(did: "Swift.fatalError()"), .warning),
        (
            "forced static",
            HookSources.hook(
                did: "print(AppPlan.library!.count)",
                besides: "extension AppPlan { nonisolated(unsafe) static var library: [Int]? }"), .warning
        ),
        ("exit", HookSources.hook(did: "exit(1)"), .warning),
    ]

    private static let continuations: [Row] = [
        (
            "debug",
            HookSources.hook(
                did: #"""
                    #if DEBUG
                    fatalError()
                    #endif
                    """#), nil
        ),
        ("throws", HookSources.hook(did: "guard let x = ctx else { throw CancellationError() }"), nil),
        ("assertionFailure", HookSources.hook(did: "assertionFailure()"), nil),
        (
            "local function named exit",
            HookSources.hook(
                did: #"""
                    func exit() {}
                    exit()
                    """#), nil
        ),
        (
            "not called",
            HookSources.hook(
                did: "try context.save()",
                files: ["enum Fill { static func run(_ c: ModelContext) throws { fatalError() } }"]), nil
        ),
        (
            "other type's function",
            HookSources.hook(
                did: "try Fill.run(context)",
                files: [
                    #"""
                    enum Fill { static func run(_ c: ModelContext) throws { } }
                    enum Other { static func run(_ c: ModelContext) throws { fatalError() } }
                    """#
                ]), nil
        ),
        (
            "regex literal try!",
            HookSources.hook(
                did: #"""
                    let r = try! Regex("a")
                    print(r)
                    """#), nil
        ),
        ("member fatalError", HookSources.hook(did: "log.fatalError()"), nil),
        (
            "force unwrap local",
            HookSources.hook(
                did: #"""
                    let a: Int? = 1
                    print(a!)
                    """#), nil
        ),
    ]
}
