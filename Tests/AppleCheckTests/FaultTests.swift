import AppleCheck
import Foundation
import Testing

/// Adds faults to the package, and similar code that is correct.
@Suite("The check for Apple platforms")
struct FaultTests {
    @Test("Every fault is found at its location", arguments: Fault.all)
    func fault(_ fault: Fault) throws {
        let findings = try Bench.shared().check(fault.code, in: fault.place)
        #expect(
            findings.contains { $0.line == fault.line && $0.column > 0 && $0.message.contains(fault.message) },
            "found instead: \(findings)")
    }

    @Test("A missing import in a file of the package is found")
    func lostImport() throws {
        let bench = try Bench.shared()
        var unit = try bench.unit("PermafrostModel")
        let index = try #require(
            unit.sources.firstIndex { $0.text.hasPrefix("import Foundation\n") && $0.text.contains("Data(") })
        let path = unit.sources[index].path
        #expect(try bench.check(unit).isEmpty)
        unit.sources[index].text.removeFirst("import Foundation".count)
        let findings = try bench.check(unit)
        #expect(findings.contains { $0.file == path && $0.message == "cannot find 'Data' in scope" }, "\(findings)")
    }

    @Test(
        "Correct code gives no finding",
        arguments: [
            """
            import Foundation
            func text(_ bytes: [UInt8]) -> String? {
                if #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
                    return String(validating: bytes, as: UTF8.self)
                }
                return String(bytes: bytes, encoding: .utf8)
            }
            """,
            """
            import Foundation
            func text(_ bytes: [UInt8]) -> String? {
                guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
                return String(validating: bytes, as: UTF8.self)
            }
            """,
            """
            import SwiftData
            @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
            @Model final class Post {
                #Index<Post>([\\.title])
                var title = ""
                init() {}
            }
            """,
            """
            import Foundation
            import SwiftData
            #if canImport(CoreGraphics)
                import CoreGraphics
            #endif
            @Model final class Shape {
                var frame: CGRect = CGRect(origin: .zero, size: CGSize(width: 1, height: 2))
                var width: CGFloat = 1
                init() {}
            }
            """,
            """
            import Foundation
            func width(_ widths: [CGFloat]) throws -> Data { try JSONEncoder().encode(widths.map(\\.magnitude)) }
            """,
            """
            #if os(Linux)
                import Glibc
                func reserve() { _ = posix_fallocate(1, 0, 10) }
            #endif
            """,
            """
            #if os(macOS)
                import Foundation
                func run() throws { try Process().run() }
            #endif
            """,
            """
            import Foundation
            import Permafrost
            import SwiftData
            struct Plan { static let stage = MigrationStage.custom(
                fromVersion: One.self, toVersion: One.self, willMigrate: nil, didMigrate: { try $0.save() }) }
            enum One: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static var models: [any PersistentModel.Type] { [Post.self] }
                @Model final class Post { var title = ""; var at = Date.now; init() {} }
            }
            """,
        ])
    func rightCode(_ code: String) throws {
        #expect(try Bench.shared().check(code, in: .app) == [])
    }

    @Test("A tool may run processes on macOS")
    func tool() throws {
        let code = """
            import Foundation
            func run() throws { try Process().run() }
            func spawn() -> Int32 { posix_spawn(nil, "/bin/ls", nil, nil, nil, nil) }
            """
        let unit = CheckUnit(name: "Tool", sources: [.init(path: "Tool.swift", text: code)], platforms: [.macOS])
        #expect(try Bench.shared().check(unit) == [])
    }

    @Test("Using a declaration for newer systems is a finding, in its own module and in another one")
    func declaredAvailability() throws {
        let library = CheckUnit(
            name: "NewerLibrary",
            sources: [
                .init(
                    path: "Library.swift",
                    text: """
                        @available(iOS 18, macOS 15, *)
                        public struct Newer { public init() {} }
                        func use() { _ = Newer() }
                        """)
            ])
        let app = CheckUnit(
            name: "NewerApp",
            sources: [
                .init(
                    path: "App.swift",
                    text: """
                        import NewerLibrary
                        @available(iOS 18, macOS 15, *)
                        func right() { _ = Newer() }
                        func wrong() { _ = Newer() }
                        """)
            ], dependencies: ["NewerLibrary"])
        let findings = try Bench.shared().session.check([library, app]).flatMap(\.findings)
        #expect(Set(findings.map { "\($0.file):\($0.line)" }) == ["Library.swift:3", "App.swift:4"])
        #expect(
            findings.allSatisfy { $0.message.hasPrefix("'NewerLibrary.Newer") && $0.message.contains("needs iOS 18") })
    }

    @Test("A finding in a part of a file has the file's line number")
    func fragment() throws {
        let source = CheckUnit.Source(
            path: "Page.md", text: "let wrong: Int = \"\"\n", firstLine: 40,
            preamble: "import Foundation\nimport SwiftData\n")
        let unit = CheckUnit(name: "Fragment", sources: [source])
        #expect(
            try Bench.shared().check(unit).map(\.description)
                == ["Page.md:40:18: error: cannot convert value of type 'String' to specified type 'Int'"])
    }

    @Test("A unit whose import doesn't compile isn't counted as checked")
    func omission() throws {
        let broken = CheckUnit(name: "Broken", sources: [.init(path: "Broken.swift", text: "let wrong: Int = \"\"")])
        let app = CheckUnit(
            name: "Dependent", sources: [.init(path: "App.swift", text: "import Broken")], dependencies: ["Broken"])
        let results = try Bench.shared().session.check([broken, app])
        #expect(results[0].findings.count == 1)
        #expect(results[1].findings.isEmpty)
        #expect(results[1].omission == "Broken doesn't compile")
    }
}
