import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// What is kept between runs stays bounded.
@Suite struct CacheFolderTests {
    @Test func oldAndSurplusFilesGo() throws {
        let folder = try ScratchFolder()
        let cache = CacheFolder(project: folder.url.path, environment: ["PERMAFROST_CACHE_DIR": folder.path("cache")])
        try FileManager.default.createDirectory(atPath: cache.path, withIntermediateDirectories: true)
        let now = Date()
        func write(_ name: String, age: TimeInterval) throws {
            try Data([1]).write(to: URL(filePath: cache.path + "/" + name))
            try FileManager.default.setAttributes(
                [.modificationDate: now.addingTimeInterval(-age)], ofItemAtPath: cache.path + "/" + name)
        }
        try write("declarations-old", age: CacheFolder.ageLimit + 60)
        try write("declarations-new", age: 60)
        try write("somebody-else", age: CacheFolder.ageLimit * 9)
        for index in 0..<CacheFolder.countLimit { try write("commit-\(index)", age: Double(120 + index)) }

        cache.prune(now: now)
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: cache.path))
        #expect(left.isSuperset(of: ["declarations-new", "somebody-else", "commit-0"]))
        #expect(!left.contains("declarations-old"))
        // The oldest commit is one too many.
        #expect(!left.contains("commit-\(CacheFolder.countLimit - 1)"))
        #expect(left.count == CacheFolder.countLimit + 1)
    }

    @Test func keepingPrunesOnceAProcess() throws {
        let folder = try ScratchFolder()
        let cache = CacheFolder(project: folder.url.path, environment: ["PERMAFROST_CACHE_DIR": folder.path("cache")])
        try FileManager.default.createDirectory(atPath: cache.path, withIntermediateDirectories: true)
        let old = cache.path + "/declarations-old"
        try Data([1]).write(to: URL(filePath: old))
        try FileManager.default.setAttributes([.modificationDate: Date.distantPast], ofItemAtPath: old)
        cache.keep(Data([2]), as: "declarations-new")
        #expect(!FileManager.default.fileExists(atPath: old))
        #expect(cache.read("declarations-new") == Data([2]))
    }
}
