import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The cache has a limited size, and only entries by this user's tool are used.
@Suite struct CacheFolderTests {
    /// A user with a home folder, and a project.
    private struct Scene {
        let folder: ScratchFolder
        let project: String

        init() throws {
            folder = try ScratchFolder()
            project = folder.path("project")
            try folder.write("", to: "project/App.swift")
            try folder.write("", to: "home/.profile")
        }

        func environment(_ more: [String: String] = [:]) -> [String: String] {
            ["HOME": folder.path("home")].merging(more) { _, new in new }
        }

        func cache(_ more: [String: String] = [:]) -> CacheFolder {
            CacheFolder(project: project, environment: environment(more))
        }
    }

    @Test func oldAndSurplusFilesAreRemoved() throws {
        let scene = try Scene()
        let cache = scene.cache()
        let path = try #require(cache.path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let now = Date()
        func write(_ name: String, age: TimeInterval) throws {
            try Data([1]).write(to: URL(filePath: path + "/" + name))
            try FileManager.default.setAttributes(
                [.modificationDate: now.addingTimeInterval(-age)], ofItemAtPath: path + "/" + name)
        }
        try write("declarations-old", age: CacheFolder.ageLimit + 60)
        try write("declarations-new", age: 60)
        try write("somebody-else", age: CacheFolder.ageLimit * 9)
        for index in 0..<CacheFolder.countLimit { try write("commit-\(index)", age: Double(120 + index)) }

        cache.prune(now: now)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: path))
        #expect(left.isSuperset(of: ["declarations-new", "somebody-else", "commit-0"]))
        #expect(!left.contains("declarations-old"))
        // The oldest commit exceeds the limit.
        #expect(!left.contains("commit-\(CacheFolder.countLimit - 1)"))
        #expect(left.count == CacheFolder.countLimit + 1)
    }

    @Test func theCacheIsPrunedOncePerProcess() throws {
        let scene = try Scene()
        let cache = scene.cache()
        let path = try #require(cache.path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let old = path + "/declarations-old"
        try Data([1]).write(to: URL(filePath: old))
        try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: old)
        cache.keep(Data([2]), as: "declarations-new")
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(cache.read("declarations-new") == Data([2]))
    }

    #if canImport(Darwin)
        private static let caches = "home/Library/Caches"
        private static let named: [([String: String], String?)] = [
            (["XDG_CACHE_HOME": "/xdg"], "home/Library/Caches/permafrost/")
        ]
    #else
        private static let caches = "home/.cache"
        private static let named: [([String: String], String?)] = [
            (["XDG_CACHE_HOME": "/xdg"], "xdg/permafrost/"),
            (["XDG_CACHE_HOME": "relative"], "home/.cache/permafrost/"),
            (["XDG_CACHE_HOME": "/project/.build"], nil),
        ]
    #endif

    /// The expected location for an environment; nil if there is no cache.
    private static let places: [([String: String], String?)] =
        named + [
            ([:], caches + "/permafrost/"), (["HOME": ""], nil), (["HOME": "/absent"], nil),
            (["HOME": "/project"], nil), (["HOME": "/project/home"], nil), (["HOME": "/link"], nil),
            (["PERMAFROST_CACHE_DIR": "/given"], "given"),
            (["PERMAFROST_CACHE_DIR": "/project/.build/plugins/outputs"], "project/.build/plugins/outputs"),
        ]

    @Test(arguments: places) func itIsNotInTheCheckout(_ environment: [String: String], _ expected: String?) throws {
        let scene = try Scene()
        try scene.folder.write("", to: "project/home/.profile")
        try scene.folder.write("", to: "project/.build/debug.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: scene.folder.path("link"), withDestinationPath: scene.folder.path("project/home"))
        let complete = environment.mapValues { $0.hasPrefix("/") ? scene.folder.url.path + $0 : $0 }
        let path = scene.cache(complete).path
        guard let expected else {
            #expect(path == nil)
            return
        }
        #expect(path?.hasPrefix(scene.folder.path(expected)) == true, "\(path ?? "none")")
    }

    @Test func onlyTheUserReadsIt() throws {
        let scene = try Scene()
        let cache = scene.cache()
        cache.keep(Data("declared".utf8), as: "declarations-1")
        let path = try #require(cache.path)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o700)
        #expect(try mode(path + "/declarations-1") == 0o600)
    }

    /// Entries that this user's tool didn't write with this name for this project.
    @Test func entriesWithoutAValidSignatureAreIgnored() throws {
        let scene = try Scene()
        let given = ["PERMAFROST_CACHE_DIR": scene.folder.path("shared")]
        let cache = scene.cache(given)
        for (name, text) in [("declarations-1", "one"), ("declarations-2", "two"), ("fixtures-1", "three")] {
            cache.keep(Data(text.utf8), as: name)
            #expect(cache.read(name) == Data(text.utf8))
        }
        let path = try #require(cache.path)
        func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path + "/" + name)) }
        let one = try bytes("declarations-1")

        // An entry with another name, and in another project's cache.
        for name in ["declarations-2", "fixtures-1", "commit-1"] {
            try one.write(to: URL(filePath: path + "/" + name))
            #expect(cache.read(name) == nil)
        }
        try scene.folder.write("", to: "other/App.swift")
        let other = CacheFolder(project: scene.folder.path("other"), environment: scene.environment(given))
        #expect(other.read("declarations-1") == nil)

        // An entry by another user, and by a user without a key.
        try scene.folder.write("", to: "stranger/.profile")
        #if canImport(Darwin)
            // There, without a home folder, the key is in the system's temporary folder.
            let homes = [scene.folder.path("stranger")]
        #else
            let homes = ["", scene.folder.path("stranger")]
        #endif
        for home in homes {
            let foreign = scene.cache(given.merging(["HOME": home]) { _, new in new })
            #expect(foreign.read("declarations-1") == nil)
            foreign.keep(Data("forged".utf8), as: "declarations-1")
            if home.isEmpty { #expect(try bytes("declarations-1") == one) }
        }
        #expect(cache.read("declarations-1") == nil)

        // Damaged entries: truncated, flipped, extended, empty, without a code.
        for damaged in [
            one.prefix(one.count - 1), Data(one.prefix(one.count - 1) + [one[one.count - 1] ^ 1]), one + [0], Data(),
            one.prefix(31), one.prefix(32), one.dropFirst(32),
        ] {
            try Data(damaged).write(to: URL(filePath: path + "/declarations-1"))
            #expect(cache.read("declarations-1") == nil)
        }
        try one.write(to: URL(filePath: path + "/declarations-1"))
        #expect(cache.read("declarations-1") == Data("one".utf8))
    }

    /// A work folder in the project isn't used if its path contains a link, and the link's target isn't changed.
    @Test(arguments: [".build", ".build/plugins", ".build/plugins/outputs", ".build/plugins/outputs/declarations-1"])
    func noLinkIsFollowed(_ link: String) throws {
        let scene = try Scene()
        let cache = scene.cache(["PERMAFROST_CACHE_DIR": scene.project + "/.build/plugins/outputs"])
        let isFile = link.hasSuffix("-1")
        try scene.folder.write("precious", to: isFile ? "precious/file" : "precious/declarations-1")
        try FileManager.default.createDirectory(
            atPath: (scene.project + "/" + link as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: scene.project + "/" + link,
            withDestinationPath: scene.folder.path(isFile ? "precious/file" : "precious"))
        let before = try scene.folder.files(below: "precious")
        cache.keep(Data("new".utf8), as: "declarations-1")
        #expect(try scene.folder.files(below: "precious") == before)
        // A link in place of an entry is replaced.
        #expect(cache.read("declarations-1") == (isFile ? Data("new".utf8) : nil))
    }
}
