import PermafrostModel
import PermafrostSource
import Testing

/// Sources that are damaged, hostile or not Swift. They are reported with their location, and never cause a crash.
@Suite struct BadInputTests {
    private static let good =
        "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [A.self] }\n@Model class A { var x: Int }"

    @Test func invalidSwiftIsReportedAndTheRestIsRead() throws {
        let project = try read([
            "Good.swift": Self.good, "Bad.swift": "@Model class Broken {\n var x: = 5\n",
            "Worse.swift":
                "enum V2: VersionedSchema { static let versionIdentifier = Schema.Version(2, 0, 0)\n static let models: [any PersistentModel.Type] = [Broken.self] }",
        ])
        #expect(project.issues.count == 1)
        guard case .invalidSyntax? = project.issues.first?.problem else {
            Issue.record("\(project.issues)")
            return
        }
        #expect(project.issues.first?.location.file == "Bad.swift")
        #expect(project.issues.first?.location.line == 2)
        #expect(project.schemas.map { $0.model != nil } == [true, false])
        #expect(project.schemas.last?.issues == project.issues)
    }

    @Test func invalidSwiftInUnrelatedFilesIsIgnored() throws {
        #expect(try read(["Good.swift": Self.good, "Bad.swift": "struct {{{"]).issues.isEmpty)
    }

    /// A space before an attribute's parenthesis is an error only in the Swift 6 language mode.
    @Test func spacesInAttributes() throws {
        let project = try read([
            "A.swift": """
            enum V1: VersionedSchema {
                static let versionIdentifier = Schema.Version(1, 0, 0)
                static let models: [any PersistentModel.Type] = [A.self]
            }
            @Model class A {
                @Attribute (.unique) var name: String = ""
                @Relationship (deleteRule: .cascade) var parts: [B] = []
            }
            @Model class B { @FocusedValue (\\.x) @Transient var focus: Int? }
            """
        ])
        #expect(project.issues.isEmpty && project.schemas.allSatisfy(\.issues.isEmpty), "\(project)")
        let entity = try #require(project.schemas.first?.model?.known?.entity(named: "A"))
        #expect(entity.uniquenessConstraints == [["name"]])
        guard case .relationship(let parts)? = entity.property(named: "parts") else {
            Issue.record("\(entity)")
            return
        }
        #expect(parts.deleteRule == .cascade)
    }

    @Test func otherEncodings() throws {
        let files = InMemorySources(bytes: [
            "Latin.swift": Array("@Model class A { var x = \"".utf8) + [0xE9, 0xE8] + Array("\" }".utf8),
            "Wide.swift": [0xFF, 0xFE, 0x40, 0x00], "Good.swift": Array(Self.good.utf8),
        ])
        let project = try SourceReader(request: SourceRequest(directory: "/"), files: files).read()
        #expect(project.issues.map(\.location.file) == ["Latin.swift", "Wide.swift"])
        #expect(project.issues.allSatisfy { $0.problem == .unreadableFile("not UTF-8 text") })
        #expect(project.schemas.first?.model != nil)
    }

    @Test(arguments: [
        String(repeating: "[", count: 5_000), String(repeating: "(", count: 5_000),
        String(repeating: "{", count: 5_000),
        String(repeating: "\"\\(", count: 2_000), "let x: " + String(repeating: "A<", count: 20_000),
        "let x: A" + String(repeating: " -> A", count: 20_000),
        "let x = a" + String(repeating: ".b", count: 50_000), "let x = a" + String(repeating: " + a", count: 20_000),
        "let x = " + String(repeating: "!", count: 20_000) + "a",
        String(repeating: "#if A\n", count: 5_000), "let x = a" + String(repeating: "?.b", count: 20_000),
        "let x = a" + String(repeating: "()", count: 20_000),
        "let x: A" + String(repeating: "?", count: 20_000), "typealias A = A\n", "typealias A = B\ntypealias B = A\n",
        String(repeating: "extension A.B { struct C {} }\n", count: 300),
        "let x = " + String(repeating: "try ", count: 5_000) + "a", "let x = " + String(repeating: "\\", count: 20_000),
    ])
    func deepNesting(_ text: String) throws {
        let project = try read(["Deep.swift": Self.good + "\n" + text])
        #expect(project.fileCount == 1)
    }

    @Test func usualCodeIsWithinTheBounds() throws {
        let text = """
            let numbers = [\((0..<2_000).map { "-\($0)" }.joined(separator: ", "))]
            let paths = [\((0..<2_000).map { "(\\A.x\($0), \"[[[[[[[[((\\(x) {{{\")" }.joined(separator: ",\n"))]
            func less(_ a: Int, _ b: Int) -> Bool { \((0..<300).map { _ in "a < b" }.joined(separator: " && ")) }
            let raw = #"[[[[[[[[[[[[[[[[[[ \\( "#
            // [[[[[[[[[[[[[[[[[[[[[[[[[[
            /* ((((((((( /* {{{{{ */ [[[[[[[[[[[[[[[[[[[[[ */
            """
        let project = try read(["A.swift": Self.good + "\n" + text])
        #expect(project.issues.isEmpty, "\(project.issues)")
        #expect(project.schemas.first?.model != nil)
    }

    @Test(arguments: [
        "@Model class A { var x: T }\ntypealias T = U\ntypealias U = T",
        "@Model class A { var x: S }\nstruct S { var s: S? ; var t: [T] }\nstruct T { var s: S }",
        "@Model class A { var x = a }\nlet a = b\nlet b = a",
        "@Model class A { var x: Int = C.a }\nenum C { static let a = b\n static let b = a }",
        "@Model class A: A {}", "protocol P: P {}\n@Model class A: P {}", "enum A: A { case a }",
        "@Model class A { enum A: Int { case a }\n var x: A }",
        "@Model class A { @Relationship(inverse: \\A.x) var x: A? }", "@Model class A { var x: A.A.A.A }",
        "@Model class A<T> { var x: T }",
        "enum S { typealias P = N.T\n class N: P { typealias T = U\n @Model class A { var x: U } } }\ntypealias A = S.N.A",
        "@Model class A { var s: S }\nstruct S { var a = S().b; var b = S().a }",
        "@Model class A { var x: S.ID }\nstruct S { var id: S.ID }", "protocol Q: Q, VersionedSchema {}\nenum V2: Q {}",
        "enum V2: VersionedSchema { static var models: [any PersistentModel.Type] { V2.models + models } }",
        "enum V2: VersionedSchema { static let versionIdentifier = V2.versionIdentifier }",
        "struct V2: VersionedSchema { static let models = [V2.self] }",
    ])
    func circles(_ text: String) throws {
        let project = try read([
            "A.swift":
                "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [A.self] }\n"
                + text
        ])
        #expect(project.schemas.contains { $0.name == "V1" })
    }

    /// Types that double in size with each line.
    @Test(arguments: [
        (0..<40).map { "typealias T\($0) = [T\($0 + 1): T\($0 + 1)]" }.joined(separator: "\n")
            + "\ntypealias T40 = Int",
        (0..<40).map { "struct T\($0): Codable { var a: T\($0 + 1) ; var b: T\($0 + 1) }" }.joined(separator: "\n")
            + "\nstruct T40: Codable { var x: Int }",
        (0..<20).map { "enum T\($0): Codable { case a(T\($0 + 1), T\($0 + 1)), b([T\($0 + 1)]) }" }
            .joined(separator: "\n") + "\nstruct T20: Codable { var x: Int }",
        (0..<40).map { "typealias U\($0)<A> = U\($0 + 1)<[A: A]>" }.joined(separator: "\n")
            + "\ntypealias U40<A> = A\ntypealias T0 = U0<Int>\ntypealias T10 = U20<Int>\ntypealias T20 = U10<Int>",
    ])
    func doublingTypes(_ text: String) throws {
        let project = try read([
            "A.swift":
                "enum V1: VersionedSchema { static let versionIdentifier = Schema.Version(1, 0, 0)\n static let models: [any PersistentModel.Type] = [A.self, B.self] }\n"
                + "@Model class A { var t: T0 }\n@Model class B { var a: T20 ; var b: T10 ; var c: T0 }\n" + text
        ])
        #expect(project.schemas.map(\.name) == ["V1"])
        // The contents of a dictionary or an enum are encoded as one value, regardless of their types. A struct has a
        // column for each part.
        if text.hasPrefix("struct") { #expect(!(project.schemas.first?.issues.isEmpty ?? true)) }
    }

    /// Prefixes of real declarations, and declarations with randomly changed bytes.
    @Test func damagedDeclarationsNeverCrash() throws {
        let text = Array(Self.rich.utf8)
        var random = SplitMix(state: 7)
        for length in stride(from: 0, to: text.count, by: 97) {
            _ = try SourceReader(
                request: SourceRequest(directory: "/"),
                files: InMemorySources(bytes: ["A.swift": Array(text[..<length])])
            ).read()
        }
        for _ in 0..<60 {
            var damaged = text
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let index = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: index)
                case 2:
                    damaged.insert(
                        contentsOf: "{}[]()<>,:.@#\"\\".utf8.randomElement(using: &random).map { [$0] } ?? [], at: index
                    )
                default: damaged.replaceSubrange(index..., with: damaged[index...].reversed())
                }
            }
            _ = try SourceReader(
                request: SourceRequest(directory: "/"), files: InMemorySources(bytes: ["A.swift": damaged])
            ).read()
        }
    }

    struct SplitMix: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    private static let rich = """
        import SwiftData
        @FreezeSchema(version: "1.0.0")
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] {
                var m: [any PersistentModel.Type] = [Post.self] + V0.models.filter { $0 != Tag.self }
                #if os(iOS) && !DEBUG
                m.append(Author.self)
                #endif
                return m
            }
            @Model final class Post {
                #Unique<Post>([\\.title, \\.slug]) ; #Index<Post>([\\.title])
                @Attribute(.unique, originalName: "name", hashModifier: "x") var title: String = "é \\(1) \\n"
                var slug = "a" ; private(set) var date: Date? = .now { didSet { print("}") } }
                @Relationship(deleteRule: .cascade, minimumModelCount: 1, inverse: \\Author.posts) var author: Author?
                var mode: Mode = .grid, tags: [String: [Int]] = ["a": [1, -2]], box = Box(size: 1.5)
                @Transient lazy var text = \"\"\"
                    multi "line"
                    \"\"\"
            }
            @Model class Author: Base<Int>, Identifiable { var posts: [Post]? = [] ; var `default`: Optional<Swift.Int> }
        }
        enum Mode: String, Codable { case grid = "g", list ; indirect case more(Mode, at: Int) }
        struct Box: Codable { var size: Double = 60 * 60 ; let id = UUID() ; var inner: Box.Inner? ; struct Inner: Codable { var x = [1, 2] } }
        extension V1 { typealias Alias<T> = Array<T> }
        enum V0: VersionedSchema { static var versionIdentifier: Schema.Version { .init(0, 0, 1) } ; static let models: [any PersistentModel.Type] = [Tag.self] }
        @Model class Tag { var link: URL? = URL(string: "https://example.org/[a]")! }
        enum Plan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [V0.self, V1.self] }
            static var stages: [MigrationStage] { [.custom(fromVersion: V0.self, toVersion: V1.self, willMigrate: nil, didMigrate: { c in try c.save() })] }
        }
        """
}
