import Foundation
import PermafrostTestSupport
import Testing

/// The cache is used only if reading the sources again would give the same result.
@Suite struct CacheTests {
    static let schema = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [User.self] }
            @Model final class User { var name: String?; init() {} }
        }
        """

    /// Folders with names similar to ignored ones.
    @Test(arguments: ["Sources/App", "App/TestsKit", "Testing", "App Tests2", "Ünïcode/Über uns", "LatestNews"])
    func anEditIsSeenInEveryFolder(_ path: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "\(path)/V1.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        for _ in 0..<2 { #expect(try Tool.run("check", in: folder).status == 0) }
        // The size and the modification date are unchanged, so only the contents differ.
        let file = folder.path("\(path)/V1.swift")
        let date = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        try folder.edit("\(path)/V1.swift", "name: String?", "nane: String?")
        try FileManager.default.setAttributes([.modificationDate: try #require(date)], ofItemAtPath: file)
        #expect(try Tool.run("check", in: folder).status == 1)
        try folder.edit("\(path)/V1.swift", "nane: String?", "name: String?")
        #expect(try Tool.run("check", in: folder).status == 0)
    }

    @Test func aManifestThatMakesTestsOfAFolderIsSeen() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "Sources/Checks/V1.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        #expect(try Tool.run("check", in: folder).status == 0)
        try folder.write(
            """
            import PackageDescription
            let package = Package(name: "App", targets: [.testTarget(name: "Checks", path: "Sources/Checks")])
            """, to: "Package.swift")
        #expect(try Tool.run("check", in: folder).status == 2)
        #expect(try Tool.run("check", "--include-tests", in: folder).status == 0)
    }

    @Test func aDamagedCacheIsIgnored() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "App/V1.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(".cache"))
        #expect(!names.isEmpty)
        for name in names {
            let file = folder.url.appending(path: ".cache/\(name)")
            let whole = try Data(contentsOf: file)
            for damage in [
                Data(), Data("nonsense".utf8), whole.prefix(whole.count / 2),
                Data(String(decoding: whole, as: UTF8.self).replacing("AppV1", with: "AppX1").utf8),
            ] {
                try damage.write(to: file)
                let check = try Tool.run("check", in: folder)
                #expect(check.status == 0, "\(check)")
            }
        }
    }
}
