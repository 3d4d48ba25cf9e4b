import Foundation
import PermafrostTestSupport
import Testing

/// PF0125: `check --base` and `review` find a container that opens another file than at the base.
@Suite struct StoreMovedTests {
    /// A change of a container, with the severity of the finding about it.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let before: String
        let after: String
        var severity: String?
        /// Additional code of the branch.
        var code = ""
        /// A part of the finding's text.
        var what = ""
        /// An additional file of the branch.
        var file = ""

        var testDescription: String { name }
    }

    private static let named = #", configurations: ModelConfiguration("Journal")"#
    private static let plain = ", configurations: ModelConfiguration()"
    private static func at(_ file: String) -> String {
        ", configurations: ModelConfiguration(url: URL.documentsDirectory.appending(path: \"\(file)\"))"
    }

    static let changes = [
        Change(
            name: "the configuration is lost", before: named, after: "", severity: "error",
            what: "ModelContainer opens the default store, but at main it opens Journal.store"),
        Change(
            name: "another URL", before: at("a.store"), after: at("b.store"), severity: "error",
            what: "ModelContainer opens b.store (Documents), but at main it opens a.store (Documents)"),
        Change(
            name: "in memory", before: "",
            after: ", configurations: ModelConfiguration(isStoredInMemoryOnly: true)", severity: "error",
            what: "opens a store in memory, but at main it opens the default store"),
        Change(name: "the same file", before: "", after: plain),
        Change(
            name: "code that may move the file", before: at("a.store"), after: at("b.store"), severity: "warning",
            code: "func move(_ a: URL, _ b: URL) throws { try FileManager.default.moveItem(at: a, to: b) }"),
        Change(
            name: "code that opens the old file", before: at("a.store"), after: at("b.store"),
            code: "func old() throws -> ModelContainer { try ModelContainer(for: Entry.self\(at("a.store"))) }"),
        Change(
            name: "a second container without an address", before: named, after: named, severity: "error",
            code: "", what: "ModelContainer opens the default store, which no container at main opens", file: second("")
        ),
        Change(
            name: "a second container with the same address", before: named, after: named, file: second(named)),
        Change(
            name: "a second container with an address of its own", before: named, after: named, severity: "warning",
            what: "opens Archive.store", file: second(#", configurations: ModelConfiguration("Archive")"#)),
        Change(
            name: "a second container in memory", before: named, after: named,
            file: second(", configurations: ModelConfiguration(isStoredInMemoryOnly: true)")),
        Change(
            name: "a second container for debugging", before: named, after: named,
            file: "#if DEBUG\n\(second(""))#endif\n"),
        Change(
            name: "a joined address that is lost", before: joined("a"), after: "", severity: "error",
            what: "ModelContainer opens the default store, but at main it opens a-2.store (Documents)"),
        Change(
            name: "a joined address that changes", before: joined("a"), after: joined("b"), severity: "error",
            what: "ModelContainer opens b-2.store (Documents), but at main it opens a-2.store (Documents)"),
        Change(name: "an address that is joined differently", before: joined("a"), after: at("a-2.store")),
        Change(
            name: "an unknown address that is lost", before: ", configurations: configuration()", after: "",
            severity: "warning", code: unknown, what: "It wasn't compared with the store at main"),
        Change(
            name: "an unknown address that stays", before: ", configurations: configuration()",
            after: ", configurations: configuration()", code: unknown),
        Change(
            name: "an address that isn't known", before: named, after: ", configurations: configuration()",
            code: unknown),
    ]

    private static let unknown =
        "func configuration() -> ModelConfiguration { ModelConfiguration(Bool.random() ? \"A\" : \"B\") }"

    /// The configuration of a store whose name is joined from constants and an interpolation.
    private static func joined(_ name: String) -> String {
        let file = #"\(Names.base)-\(Names.number)" + Names.ending"#
        return at("X").replacing("\"X\"", with: "\"\(file)") + "/* \(name) */"
    }

    private static func second(_ configuration: String) -> String {
        """
        import SwiftData
        enum Second { static func open() throws { _ = try ModelContainer(for: Entry.self\(configuration)) } }

        """
    }

    private static func container(_ configuration: String, _ code: String = "") -> String {
        """
        import Foundation
        import SwiftData

        enum Names {
            static let base = "\(configuration.contains("/* b */") ? "b" : "a")"
            static let number = 2
            static let ending = "." + "store"
        }
        func open() throws -> ModelContainer { try ModelContainer(for: Entry.self\(configuration)) }
        \(code)

        """
    }

    private static let model = "import SwiftData\n@Model final class Entry { var title: String = \"\"; init() {} }\n"

    @Test(arguments: changes) func isFound(_ change: Change) throws {
        let folder = try ScratchFolder()
        let git = try TestRepository(folder)
        try folder.write(".cache\n", to: ".gitignore")
        try folder.write(Self.model, to: "App/Entry.swift")
        try folder.write(
            Self.container(change.before, change.before.contains("configuration()") ? change.code : ""),
            to: "App/Open.swift")
        try git.commit()
        if !change.file.isEmpty { try folder.write(change.file, to: "App/Second.swift") }
        try folder.write(Self.container(change.after, change.code), to: "App/Open.swift")
        let check = try Tool.run("check", "--base", "main", "--format", "json", in: folder)
        let found = try Report(check).findings.filter { $0["code"] as? String == "PF0125" }
        #expect(found.map { $0["severity"] as? String } == [change.severity].compactMap(\.self), "\(check)")
        #expect((check.status == 1) == (change.severity == "error"), "\(check)")
        #expect(
            found.allSatisfy { change.what.isEmpty || ($0["what"] as? String)?.contains(change.what) == true },
            "\(check)")
        let review = try Tool.run("review", "--base", "main", in: folder)
        #expect(review.output.contains("PF0125") == (change.severity != nil), "\(review)")
    }

    /// Returns a Core Data stack. The code runs before the store is loaded.
    private static func stack(_ code: String) -> String {
        """
        import CoreData
        final class Stack {
            let container = NSPersistentContainer(name: "Tape")
            func open(_ completion: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void) {
                \(code)
                container.loadPersistentStores(completionHandler: completion)
            }
        }

        """
    }

    private static let group = """
        let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.tape")!
        let url = folder.appendingPathComponent("Tape.sqlite")
        """

    @Test(arguments: [
        ("\(group)\ncontainer.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]", true),
        ("\(group)\ncontainer.persistentStoreDescriptions.first?.url = url", true),
        (
            "\(group)\ntry? FileManager.default.moveItem(at: old, to: url)\n"
                + "container.persistentStoreDescriptions.first?.url = url", false
        ),
        ("container.persistentStoreDescriptions.first?.url = URL(fileURLWithPath: \"/dev/null\")", false),
        ("container.persistentStoreDescriptions.first?.url = place()", false),
        (
            "let url = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent(\"Tape.sqlite\")\n"
                + "container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]", false
        ),
    ])
    func aCoreDataStoreWithAnotherFileIsFound(_ code: String, _ isMoved: Bool) throws {
        let folder = try ScratchFolder()
        let git = try TestRepository(folder)
        try folder.write(".cache\n", to: ".gitignore")
        try folder.write(Self.model, to: "App/Entry.swift")
        try folder.write(Self.container(""), to: "App/Open.swift")
        try folder.write(Self.stack(""), to: "App/Stack.swift")
        try git.commit()
        try folder.write(Self.stack(code), to: "App/Stack.swift")
        let check = try Tool.run("check", "--base", "main", in: folder)
        #expect(
            check.output.contains("warning: The Core Data store is group.tape/Tape.sqlite, but at main it is")
                == isMoved,
            "\(check)")
        #expect(check.output.contains("PF0125") == isMoved, "\(check)")
    }
}
