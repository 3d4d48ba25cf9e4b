import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// If the cache has the declarations, the sources aren't read again.
@Suite struct CachedSourceReaderTests {
    private static func version(_ name: String) -> String {
        """
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static let models: [any PersistentModel.Type] = [A.self]
            @Model final class A { var name = "" }
        }

        """
    }

    /// A project's first run uses the declarations that were just read, and later runs use an archive of them.
    @Test(arguments: ["Cartographer", "Posts", "Trips", "Users"])
    func anArchiveContainsTheDeclarations(example: String) throws {
        var request = SourceRequest(directory: SourceTree.root.appending(path: "Examples/\(example)").path)
        request.readsCode = true
        let read = try UncachedReader().declarations(request)
        let archived = try DeclarationArchive.decode(Data(DeclarationArchive.encode(read)))
        #expect(!read.schemas.isEmpty && archived.schemas == read.schemas && archived.plans == read.plans)
        for (read, archived) in zip(read.schemas, archived.schemas) {
            #expect(try read.model?.known != nil && archived.model?.decoded() == read.model?.known)
            #expect(archived.model?.encoded == read.model?.encoded)
            #expect(archived.model?.known.map(EncodedModel.init) == read.model?.encoded)
            #expect(archived.places.parts == read.places.parts)
        }
    }

    @Test func anUnchangedProjectIsNotParsedAgain() throws {
        let (folder, home) = (try ScratchFolder(), try ScratchFolder())
        try folder.write(Self.version("V1"), to: "V1.swift")
        let cache = CacheFolder(project: folder.url.path, environment: ["HOME": home.url.path])
        let reader = CachedSourceReader(cache: cache, usesCache: true, toolVersion: "1")
        let request = SourceRequest(directory: folder.url.path)
        func names() throws -> [String] { try reader.declarations(request).schemas.map(\.name) }
        #expect(try names() == ["V1"])

        // The cache gets other contents than the sources, so that the result shows which of them was read.
        let path = try #require(cache.path)
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: path).first)
        let kept = try #require(cache.read(name).flatMap(CachedDeclarations.init))
        let (other, otherRequest) = (try ScratchFolder(), SourceRequest(directory: "/"))
        try other.write(Self.version("V2"), to: "V1.swift")
        var elsewhere = otherRequest
        elsewhere.directory = other.url.path
        let archive = Data(
            try DeclarationArchive.encode(UncachedReader().declarations(elsewhere)))
        cache.keep(CachedDeclarations(stamp: kept.stamp, content: kept.content, archive: archive).bytes, as: name)
        #expect(try names() == ["V2"])

        // If the text differs, or without the cache, the sources are read.
        #expect(try UncachedReader().declarations(request).schemas.map(\.name) == ["V1"])
        try folder.write(Self.version("V3"), to: "V1.swift")
        #expect(try names() == ["V3"])
    }
}
