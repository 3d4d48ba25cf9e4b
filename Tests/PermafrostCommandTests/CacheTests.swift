import Foundation
import PermafrostTestSupport
import Testing

/// What was read before serves only as long as it is what reading anew would give.
@Suite struct CacheTests {
    static let schema = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [User.self] }
            @Model final class User { var name: String?; init() {} }
        }
        """

    /// Folders whose names are near to those that are left out.
    @Test(arguments: ["Sources/App", "App/TestsKit", "Testing", "App Tests2", "Ünïcode/Über uns", "LatestNews"])
    func anEditIsSeenInEveryFolder(_ path: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "\(path)/V1.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        for _ in 0..<2 { #expect(try Tool.run("check", in: folder).status == 0) }
        // Same size, and the old times put back: the content tells.
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
        try folder.write(".testTarget(name: \"Checks\", path: \"Sources/Checks\")", to: "Package.swift")
        #expect(try Tool.run("check", in: folder).status == 2)
        #expect(try Tool.run("check", "--include-tests", in: folder).status == 0)
    }

    @Test func aDamagedCacheIsReadAnew() throws {
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

    @Test func anUnchangedProjectIsNotParsedAgain() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "App/V1.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        // A reader that cannot run, and looks as before: only the cache can serve.
        let reader = folder.url.appending(path: "reader")
        let real = URL(filePath: Tool.path).deletingLastPathComponent().appending(path: "PermafrostSourceReader")
        try FileManager.default.copyItem(at: real, to: reader)
        let chosen = ["PERMAFROST_SOURCE_READER": reader.path]
        #expect(try Tool.run("check", in: folder, environment: chosen).status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: reader.path)
        try Data(count: attributes[.size] as? Int ?? 0).write(to: reader)
        try FileManager.default.setAttributes(
            [.modificationDate: try #require(attributes[.modificationDate]), .posixPermissions: 0o755],
            ofItemAtPath: reader.path)
        #expect(try Tool.run("check", in: folder, environment: chosen).status == 0)
        let anew = try Tool.run("check", "--no-cache", in: folder, environment: chosen)
        #expect(anew.status == 2)
        #expect(anew.errors.contains(reader.path))
    }

    /// Readers of other versions, as they answer, and what `permafrost` says of the answer.
    @Test(arguments: [
        (answer: "printf PFDECL06", words: "answers in a form that this permafrost does not read"),
        (answer: "printf '{}'", words: "answers in a form that this permafrost does not read"),
        (answer: "exit 2", words: "ended with status 2"),
    ])
    func aReaderOfAnotherVersionIsNamedWithWhatToDo(answer: String, words: String) throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema, to: "App/V1.swift")
        try folder.write("#!/bin/sh\ncat >/dev/null\n\(answer)\n", to: "reader")
        let reader = folder.path("reader")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: reader)
        for options in [[], ["--no-cache"]] {
            let result = try Tool.run(
                ["freeze", "--all"] + options, in: folder.url, environment: ["PERMAFROST_SOURCE_READER": reader],
                cache: folder)
            #expect(result.status == 2)
            for part in [reader, words, "--target PermafrostTools"] {
                #expect(result.errors.contains(part), "\(result)")
            }
            #expect(result.errors.split(separator: "\n").count == 1, "\(result)")
        }
        #expect(try folder.files(below: "Fixtures").isEmpty)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
    }
}
