import Foundation
import Testing

@testable import AppleCheck

/// Checks of units against a folder with an SDK's layout.
@Suite("A check against an SDK", .serialized)
struct SDKCheckTests {
    private struct Prepared: Sendable {
        let sdk: AppleSDK
        let session: CheckSession
    }

    private static let prepared = Result { () throws -> Prepared in
        let toolchain = try Toolchain()
        let scratch = Bench.scratch + "/sdk"
        let sdk = try AppleSDK(path: SmallSDK(toolchain: toolchain, in: scratch).path, toolchain: toolchain)
        return Prepared(
            sdk: sdk,
            session: try CheckSession(repository: Bench.repository, scratch: scratch, toolchain: toolchain, sdk: sdk))
    }

    private func results(_ units: CheckUnit...) throws -> [CheckSession.Result] {
        try Self.prepared.get().session.check(units)
    }

    private func unit(_ name: String, _ text: String, dependencies: [String] = []) -> CheckUnit {
        CheckUnit(
            name: name, sources: [.init(path: "\(name).swift", text: text)], dependencies: dependencies,
            platforms: [.macOS])
    }

    @Test("The settings determine an SDK's platform, and another compiler version gives a note")
    func settings() throws {
        let sdk = try Self.prepared.get().sdk
        #expect(sdk.platform == .macOS)
        #expect(sdk.target == "arm64-apple-macosx14.0")
        #expect(sdk.moduleName == "arm64-apple-macos")
        #expect(sdk.notes.map { $0.contains("built with Swift \(SmallSDK.swiftVersion), but the compiler") } == [true])
    }

    @Test("SwiftData's macros have Apple's names, and #Predicate is expanded")
    func macros() throws {
        let library = unit(
            "Diary",
            """
            import Foundation
            import SwiftData
            public final class Cover {}
            @Model public final class Book {
                @Attribute(.unique) public var title = ""
                @Relationship(deleteRule: .cascade, inverse: \\Page.book) public var pages: [Page] = []
                @Transient var isOpen = false
                @Attribute(.transformable(by: "CoverTransformer")) public var cover: Cover?
                public init() {}
            }
            @available(macOS 15, *)
            @Model final class Chapter {
                #Unique<Chapter>([\\.title])
                #Index<Chapter>([\\.title])
                var title = ""
                init() {}
            }
            @Model public final class Page {
                public var book: Book?
                public var written = Date.now
                public init() {}
            }
            @ModelActor actor Writer {}
            func books(_ title: String) -> Predicate<Book> { #Predicate<Book> { $0.title == title } }
            """)
        let results = try results(library)
        #expect(results.map(\.omission) == [nil])
        #expect(results.flatMap(\.findings) == [])
    }

    @Test("A finding in a file with #Predicate has the correct line")
    func placeAfterPredicate() throws {
        let results = try results(
            unit(
                "Misplaced",
                """
                import Foundation
                func titles() -> Predicate<String> { #Predicate<String> { $0 == "" } }
                let wrong: Int = ""
                """))
        #expect(
            results.flatMap(\.findings).map(\.description)
                == ["Misplaced.swift:3:18: error: cannot convert value of type 'String' to specified type 'Int'"])
    }

    @Test("A file with #Predicate that doesn't import Foundation is found")
    func lostImport() throws {
        let results = try results(
            unit("Lost", "import SwiftData\nfunc titles() -> Any { #Predicate<String> { $0 == \"\" } }\n"))
        #expect(results.flatMap(\.findings).contains { $0.message == "no macro named 'Predicate'" })
    }

    @Test("Symbols that are newer than the oldest system are found with the SDK's versions")
    func availability() throws {
        let results = try results(
            unit(
                "Newer",
                """
                import Foundation
                import SwiftData
                @Model final class Post { #Unique<Post>([\\.title]); var title = ""; init() {} }
                """))
        #expect(
            results.flatMap(\.findings).contains { $0.line == 3 && $0.message.contains("macOS 15") },
            "\(results.flatMap(\.findings))")
    }

    @Test("A module whose macro module isn't checked uses the macro that the check builds")
    func omittedMacro() throws {
        let macros = unit("PermafrostMacrosPlugin", "import SwiftCompilerPlugin\n")
        // The macro's expansion refers to the module that declares the protocol.
        let library = unit(
            "Permafrost",
            """
            import SwiftData
            @attached(extension, conformances: FreezableSchema, names: named(frozenVersion))
            public macro FreezeSchema(version: String) = #externalMacro(module: "PermafrostMacrosPlugin", type: "FreezeSchemaMacro")
            public protocol FreezableSchema: VersionedSchema { static var frozenVersion: String { get } }
            """, dependencies: ["PermafrostMacrosPlugin"])
        let app = unit(
            "Schemas",
            """
            import Permafrost
            import SwiftData
            @FreezeSchema(version: "1.0.0") enum First: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [] }
            }
            func version() -> String { First.frozenVersion }
            """, dependencies: ["Permafrost"])
        let results = try results(macros, library, app)
        #expect(
            results.map(\.omission) == ["it imports SwiftCompilerPlugin, which isn't in the SDK", nil, nil])
        #expect(results.flatMap(\.findings) == [])
    }

    @Test("A module that only writes imports into files is checked")
    func writtenImport() throws {
        let results = try results(
            unit(
                "Writer",
                """
                let manifest = \"\"\"
                    import PackageDescription
                    import SwiftSyntax
                    \"\"\"
                """))
        #expect(results.map(\.omission) == [nil])
        #expect(results.flatMap(\.findings) == [])
    }

    @Test("Tests with both test libraries are checked, although the SDK has neither")
    func testLibraries() throws {
        let sdk = try Self.prepared.get().sdk
        #expect(sdk.missingTestLibraries == ["Testing", "XCTest"])
        let results = try results(
            unit(
                "NewTests",
                """
                import Testing
                @Suite struct NumberTests {
                    @Test("A sum", arguments: [1, 2]) func sum(_ number: Int) throws {
                        #expect(number + 1 > number)
                        let same: Int = try #require(Optional(number))
                        #expect(same == number)
                    }
                }
                """),
            unit(
                "OldTests",
                """
                import XCTest
                final class NumberTests: XCTestCase {
                    override func setUp() { continueAfterFailure = false }
                    func testSum() throws {
                        XCTAssertEqual(try XCTUnwrap(Optional(1)), 1)
                        XCTFail("a failure", file: #filePath, line: #line)
                    }
                }
                """),
            unit("WrongTests", "import Testing\n@Test func sum() { #expect(1) }\n"))
        #expect(results.map(\.omission) == [nil, nil, nil])
        #expect(results.prefix(2).flatMap(\.findings) == [])
        #expect(results[2].findings.map(\.line) == [2])
    }
}
