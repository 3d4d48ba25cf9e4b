import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The files that containers open: their configurations, and the apps and tests that open them too.
@Suite struct StoreOnDiskTests {
    private static func severities(
        _ code: String, _ sources: [String: String], includesTests: Bool = false
    ) throws -> Set<Finding.Severity> {
        let project = try TestProject(sources)
        return try withExtendedLifetime(project) {
            let lint = try ProjectLint.run(
                project.project {
                    $0.readsCode = true
                    $0.includesTests = includesTests
                })
            return Set(lint.findings.filter { $0.code == code }.map(\.severity))
        }
    }

    // MARK: Configurations that a function gets

    @Test(arguments: [
        ("a call", #"func a() throws { _ = try S.make(with: ModelConfiguration(cloudKitDatabase: .none)) }"#, true),
        (
            "a constant of a type",
            #"enum C { static let local = ModelConfiguration("L", cloudKitDatabase: .none) }"#
                + "\nfunc a() throws { _ = try S.make(with: C.local) }", true
        ),
        (
            "a parameter that is passed on",
            "func b(_ c: ModelConfiguration) throws { _ = try S.make(with: c) }\n"
                + "func a() throws { try b(ModelConfiguration(cloudKitDatabase: .none)) }", true
        ),
        (
            "a store in memory",
            "func a() throws { _ = try S.make(with: ModelConfiguration(isStoredInMemoryOnly: true)) }", true
        ),
        (
            "a function of another type",
            "enum Q { static func make(with c: ModelConfiguration) {} }\n"
                + "func a() throws { _ = try S.make(with: ModelConfiguration(cloudKitDatabase: .none))\n"
                + "Q.make(with: ModelConfiguration()) }", true
        ),
        (
            "a database that isn't known",
            "func a(_ d: ModelConfiguration.CloudKitDatabase) throws {\n"
                + "_ = try S.make(with: ModelConfiguration(cloudKitDatabase: d)) }", false
        ),
        ("no call", "", false),
    ])
    func theCallersDetermineTheConfiguration(_ about: String, _ caller: String, _ isLocal: Bool) throws {
        for isInOtherFile in [false, true] {
            var sources = [
                "App.entitlements": """
                <plist version="1.0"><dict>
                <key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>
                </dict></plist>
                """,
                "Store.swift": """
                import SwiftData
                @Model final class Meter { @Attribute(.unique) var name: String; init(name: String) { self.name = name } }
                enum S {
                    static func make(with configuration: ModelConfiguration) throws -> ModelContainer {
                        try ModelContainer(for: Meter.self, configurations: [configuration])
                    }
                }

                """,
            ]
            if isInOtherFile {
                sources["Caller.swift"] = "import SwiftData\n" + caller
            } else {
                sources["Store.swift", default: ""] += caller
            }
            #expect(try Self.severities("PF0240", sources) == (isLocal ? [] : [.warning]))
            #expect(try Self.severities("PF0220", sources).isEmpty)
        }
    }

    // MARK: The sandbox

    @Test(arguments: [
        ("off", "<false/>", "configurations: ModelConfiguration()", true),
        ("on", "<true/>", "configurations: ModelConfiguration()", false),
        ("a name", "<false/>", #"configurations: ModelConfiguration("Clips")"#, false),
        ("in memory", "<false/>", "configurations: ModelConfiguration(isStoredInMemoryOnly: true)", false),
        (
            "a URL", "<false/>",
            #"configurations: ModelConfiguration(url: .applicationSupportDirectory.appending(path: "App/a.store"))"#,
            false
        ),
        (
            "an app group", "<false/>",
            #"configurations: ModelConfiguration(groupContainer: .identifier("group.a"))"#, false
        ),
    ])
    func theDefaultStoreOfAnAppWithoutTheSandboxIsReported(
        _ about: String, _ value: String, _ configuration: String, _ isReported: Bool
    ) throws {
        let sources = [
            "App.entitlements":
                "<plist version=\"1.0\"><dict><key>com.apple.security.app-sandbox</key>\(value)</dict></plist>",
            "App.swift": """
            import SwiftData
            @Model final class Clip { var text: String = ""; init() {} }
            func open() throws -> ModelContainer { try ModelContainer(for: Clip.self, \(configuration)) }
            """,
        ]
        #expect(try Self.severities("PF0223", sources) == (isReported ? [.warning] : []))
    }

    // MARK: External values

    private static let loop = #"for end in ["", "-wal", "-shm"] "#
    private static let moved = "try FileManager.default.moveItem(atPath: old.path() + end, toPath: url.path() + end)"

    @Test(arguments: [
        ("a move", loop + "{ \(moved) }", true),
        ("a copy", loop + "{ \(moved.replacing("moveItem", with: "copyItem")) }", true),
        (
            "the folder too",
            loop
                + "{ \(moved) }\ntry FileManager.default.moveItem(at: support(old), to: folder.appending(path: \".a_SUPPORT\"))",
            false
        ),
        (
            "the parent folder", "try FileManager.default.moveItem(at: old.deletingLastPathComponent(), to: folder)",
            false
        ),
        (
            "another file", loop + #"{ try FileManager.default.moveItem(atPath: "settings.json" + end, toPath: end) }"#,
            false
        ),
    ])
    func externalValuesThatStayBehindAreReported(_ about: String, _ code: String, _ isReported: Bool) throws {
        for property in ["@Attribute(.externalStorage) var icon: Data?", "var icon: Data?"] {
            let sources = [
                "App.swift": """
                import SwiftData
                @Model final class Token { \(property); init() {} }
                enum Storage {
                    static let folder = URL.applicationSupportDirectory
                    static let url = folder.appending(path: "a.store")
                    static func move() throws {
                        let old = URL.documentsDirectory.appending(path: "a.store")
                        \(code)
                    }
                    static func open() throws -> ModelContainer {
                        try ModelContainer(for: Token.self, configurations: ModelConfiguration(url: url))
                    }
                }
                """
            ]
            let isExternal = property.hasPrefix("@")
            #expect(try Self.severities("PF0224", sources) == (isReported && isExternal ? [.warning] : []))
        }
    }

    // MARK: Tests

    private static let current =
        "ModelContainer(for: Schema(versionedSchema: AppV2.self), configurations: ModelConfiguration(url: url))"
    private static let copy = "try FileManager.default.copyItem(at: fixture, to: url)"

    @Test(arguments: [
        ("a copy", "\(copy)\n_ = try \(current)", true),
        ("bytes", "try Data(contentsOf: fixture).write(to: url)\n_ = try \(current)", true),
        ("a function that copies", "try place()\n_ = try \(current)", true),
        ("the result of a function", "let url = try placed(\"1.0.0\")\n_ = try \(current)", true),
        (
            "a store that it made", "_ = try \(current.replacing("AppV2", with: "AppV1"))\n_ = try \(current)", true
        ),
        (
            "the plan", "\(copy)\n_ = try \(current.replacing(", conf", with: ", migrationPlan: AppPlan.self, conf"))",
            false
        ),
        ("a new store", "_ = try \(current)", false),
        ("the fixture's version", "\(copy)\n_ = try \(current.replacing("AppV2", with: "AppV1"))", false),
        ("the same version twice", "_ = try \(current)\n_ = try \(current)", false),
        ("another file", "try FileManager.default.copyItem(at: fixture, to: folder)\n_ = try \(current)", false),
    ])
    func aTestWithoutThePlanIsReported(_ about: String, _ code: String, _ isReported: Bool) throws {
        var sources = LintSources.app(LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var b: Int?"))
        sources["Tests/UpgradeTests.swift"] = """
            import SwiftData
            import XCTest
            final class UpgradeTests: XCTestCase {
                let fixture = URL(filePath: "a.sqlite")
                let folder = URL.temporaryDirectory
                let url = URL.temporaryDirectory.appending(path: "b.store")
                func testUpgrade() throws {
                    \(code)
                }
                func place() throws { \(Self.copy) }
                func placed(_ version: String) throws -> URL {
                    let url = folder.appending(path: version)
                    \(Self.copy)
                    return url
                }
            }
            """
        #expect(try Self.severities("PF0207", sources, includesTests: true) == (isReported ? [.warning] : []))
        #expect(try Self.severities("PF0207", sources).isEmpty)
    }
}
