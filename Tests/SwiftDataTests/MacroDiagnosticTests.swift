import Foundation
import PermafrostTestSupport
import Testing

/// The compiler's diagnostics for declarations that no store can hold, taken from the compiler itself.
@Suite(.enabled(if: TestRun.isWhole)) struct MacroDiagnosticTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var source: String
        var message: String
        var fix: String?
    }

    static let mistakes = [
        Mistake(
            testDescription: "struct", source: "@Model struct A { var x = 1 }",
            message: "'@Model' requires a class; 'A' is a struct", fix: "make it a class"),
        Mistake(
            testDescription: "enum", source: "@Model enum A { case x }",
            message: "'@Model' requires a class; 'A' is an enum", fix: nil),
        Mistake(
            testDescription: "let", source: "@Model final class A { let x: Int; init() { x = 1 } }",
            message: "'x' is a 'let' without an initial value", fix: "make it a 'var'"),
        Mistake(
            testDescription: "no type", source: "@Model final class A { var x = nil; init() {} }",
            message: "'x' needs a type or an initial value", fix: "add a type"),
        Mistake(
            testDescription: "tuple", source: "@Model final class A { var x: (Int, Int)?; init() {} }",
            message: "'x' has type '(Int, Int)?', which can't be stored", fix: "mark it '@Transient'"),
        Mistake(
            testDescription: "function", source: "@Model final class A { var x: [() -> Void] = []; init() {} }",
            message: "'x' has type '[() -> Void]', which can't be stored", fix: "mark it '@Transient'"),
        Mistake(
            testDescription: "transient without value",
            source: "@Model final class A { @Transient var x: Int; init() { x = 1 } }",
            message: "'x' is '@Transient' and needs an initial value", fix: nil),
        Mistake(
            testDescription: "model actor", source: "@ModelActor final class A {}",
            message: "'@ModelActor' requires an actor; 'A' isn't one", fix: nil),
    ]

    @Test(arguments: mistakes)
    func mistakesAreDiagnosed(_ mistake: Mistake) throws {
        try Places.withFolder { folder in
            let file = folder.appendingPathComponent("Mistake.swift")
            try Data("import SwiftData\n\(mistake.source)\n".utf8).write(to: file)
            let output = try Self.typecheck(file)
            #expect(output.contains("error: " + mistake.message), "\(output)")
            if let fix = mistake.fix { #expect(output.contains(fix), "\(output)") }
        }
    }

    @Test func aCorrectModelCompiles() throws {
        try Places.withFolder { folder in
            let file = folder.appendingPathComponent("Sound.swift")
            try Data(
                """
                import SwiftData
                enum Outer { struct Inner {} }
                extension Outer.Inner {
                    @Model public final class Open {
                        public private(set) var x = 1
                        var `class`: String?, plain: Int
                        var all: [Open] = []
                        static var shared = 1
                        lazy var late = 3
                        var computed: Int { x }
                        init(plain: Int) { self.plain = plain }
                    }
                    @Model final class Equal {
                        let kind = 1
                        init() {}
                        static func == (left: Equal, right: Equal) -> Bool { left.kind == right.kind }
                        static func < (left: Equal, right: Equal) -> Bool { left.kind < right.kind }
                    }
                }
                """.replacing("var `class`: String?, plain: Int", with: "var `class`: String?\n        var plain: Int")
                    .replacing("static var shared", with: "static let shared").utf8
            ).write(to: file)
            let output = try Self.typecheck(file)
            #expect(output.isEmpty, "\(output)")
        }
    }

    /// The module re-exports only Observation, as Apple's module does.
    @Test func foundationIsNotReexported() throws {
        try Places.withFolder { folder in
            let file = folder.appendingPathComponent("Exports.swift")
            let source = "import SwiftData\nfunc known(_ object: any Observable) {}\nfunc unknown(_ date: Date) {}\n"
            try Data(source.utf8).write(to: file)
            let output = try Self.typecheck(file)
            #expect(output.contains("cannot find type 'Date' in scope"), "\(output)")
            #expect(!output.contains("cannot find type 'Observable'"), "\(output)")
        }
    }

    /// Models, contexts and actors compile in a module whose default isolation is the main actor.
    @Test func modelsMayBeNonisolated() throws {
        try Places.withFolder { folder in
            let file = folder.appendingPathComponent("Isolated.swift")
            try Data(
                """
                import Foundation
                import SwiftData
                @Model nonisolated final class Trip {
                    var name: String
                    @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []
                    init(name: String) { self.name = name }
                }
                @Model nonisolated final class Stop {
                    var trip: Trip?
                    init() {}
                }
                @ModelActor actor Worker {
                    var count = 0
                    func add() throws {
                        modelContext.insert(Trip(name: "a"))
                        try modelContext.save()
                        count += 1
                    }
                }
                struct Screen {
                    let container: ModelContainer
                    func find(_ name: String) throws -> [Trip] {
                        let wanted = #Predicate<Trip> { $0.name == name }
                        return try container.mainContext.fetch(FetchDescriptor(predicate: wanted))
                    }
                }
                """.utf8
            ).write(to: file)
            let output = try Self.typecheck(file, ["-default-isolation", "MainActor"])
            #expect(output.isEmpty, "\(output)")
        }
    }

    /// A hierarchy compiles whatever access levels and protocols its classes have. A protocol isn't a superclass.
    @Test func aCorrectHierarchyCompiles() throws {
        try Places.withFolder { folder in
            let file = folder.appendingPathComponent("Hierarchy.swift")
            try Data(
                """
                import SwiftData
                protocol Named { var name: String { get } }
                @Model open class Base: Named, Codable2 {
                    open var name = ""
                    public var all: [Base] = []
                    public init() {}
                }
                protocol Codable2 {}
                @Model public class Middle: Base, Codable3 {
                    #Unique<Middle>([\\.size, \\.name])
                    public internal(set) var size: Int = 1
                    override public var name: String { didSet {} }
                    override public init() { super.init() }
                }
                protocol Codable3 {}
                @Model final class Leaf: Middle {
                    var list = [1]
                    var owner: Base?
                    init(list: [Int]) {
                        self.list = list
                        super.init()
                        owner = self
                    }
                }
                @Model final class Empty: Base {
                    override init() { super.init() }
                }
                @Model final class Explicit: PersistentModel { var x = 1; init() {} }
                enum Space {
                    @Model package class Outer { var x = 1; package init() {} }
                    @Model fileprivate final class Inner: Outer { var y = 2; override init() { super.init() } }
                }
                """.utf8
            ).write(to: file)
            let output = try Self.typecheck(file, ["-package-name", "Tests"])
            #expect(output.isEmpty, "\(output)")
        }
    }

    private static func typecheck(_ file: URL, _ options: [String] = []) throws -> String {
        try TypeCheck([file.path], options, in: file.deletingLastPathComponent()).output
    }
}
