import Foundation
import PermafrostModel
import PermafrostSource

/// A reader that uses cached declarations if the sources haven't changed. Otherwise, it reads the sources.
package struct CachedSourceReader: ProjectReader {
    private let cache: CacheFolder
    private let usesCache: Bool
    private let toolVersion: String

    /// Creates a reader that caches its results.
    ///
    /// - Parameter toolVersion: the version of Permafrost. Another version may read the same sources differently.
    package init(cache: CacheFolder, usesCache: Bool, toolVersion: String) {
        self.cache = cache
        self.usesCache = usesCache
        self.toolVersion = toolVersion
    }

    package func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        guard usesCache else { return try CachedSourceReader.UncachedReader().declarations(request) }
        let start = Date()
        guard let list = try? SourceFileList(directory: request.directory) else {
            throw ProjectError.noProject(path: request.directory)
        }
        let stamp = list.stamp
        let name = cacheName(request)
        let cached = cache.read(name).flatMap(CachedDeclarations.init)
        if let cached, cached.stamp == stamp, let declarations = try? DeclarationArchive.decode(cached.archive) {
            return declarations
        }
        let content = list.content(in: request.directory)
        let kept = list.isSettled(at: start) ? stamp : [UInt8](repeating: 0, count: 32)
        if let cached, cached.content == content, let declarations = try? DeclarationArchive.decode(cached.archive) {
            cache.keep(CachedDeclarations(stamp: kept, content: content, archive: cached.archive).bytes, as: name)
            return declarations
        }
        let declarations = try CachedSourceReader.UncachedReader().declarations(request)
        // If the sources changed while they were read, don't cache the result.
        guard let after = try? SourceFileList(directory: request.directory), after.stamp == stamp else {
            return declarations
        }
        let archive = Data(try DeclarationArchive.encode(declarations))
        cache.keep(CachedDeclarations(stamp: kept, content: content, archive: archive).bytes, as: name)
        return declarations
    }

    /// Reads sources whose digest is known in advance, such as the sources at a commit. Sources with the same digest
    /// share one cache entry.
    ///
    /// - Parameters:
    ///   - content: a digest of the files' paths and contents.
    ///   - layOut: a function that writes the files to a folder and returns a request for that folder. It is called
    ///     only if there is no cache entry.
    func declarations(
        _ request: SourceRequest, content: [UInt8], layOut: () throws -> SourceRequest
    ) throws -> ProjectDeclarations {
        if let kept = kept(request, content: content) { return kept }
        let declarations = try CachedSourceReader.UncachedReader().declarations(layOut())
        if usesCache {
            let archive = Data(try DeclarationArchive.encode(declarations))
            cache.keep(
                CachedDeclarations(stamp: content, content: content, archive: archive).bytes,
                as: cacheName(request, start: Self.start(of: content)))
        }
        return declarations
    }

    /// Returns the cached declarations of the sources with the given digest, or nil if they aren't cached.
    func kept(_ request: SourceRequest, content: [UInt8]) -> ProjectDeclarations? {
        guard usesCache else { return nil }
        let name = cacheName(request, start: Self.start(of: content))
        guard let cached = cache.read(name).flatMap(CachedDeclarations.init), cached.content == content else {
            return nil
        }
        return try? DeclarationArchive.decode(cached.archive)
    }

    /// Reads the sources at several commits, and caches each result.
    ///
    /// - Parameter contents: the digests of the commits' contents, in the order of the commits.
    func declarations(
        _ request: SourceRequest, of commits: CommitsReader, contents: [[UInt8]]
    ) throws -> [ProjectDeclarations] {
        let archives = try commits.archives(request)
        if usesCache {
            for (content, archive) in zip(contents, archives) {
                cache.keep(
                    CachedDeclarations(stamp: content, content: content, archive: archive).bytes,
                    as: cacheName(request, start: Self.start(of: content)))
            }
        }
        return try archives.parallelMap { archive in Result { try DeclarationArchive.decode(archive) } }.map {
            try $0.get()
        }
    }

    private static func start(of content: [UInt8]) -> String { "commit-" + Digest.hex(content.prefix(16)) }

    /// Returns the name of a cache entry. It depends on the options for reading the project, and on the build of the
    /// tool.
    private func cacheName(_ request: SourceRequest, start: String = "declarations") -> String {
        let key = [
            toolVersion, Self.stamp, request.directory, request.includesTests ? "tests" : "",
            request.models.joined(separator: ","), request.coreDataModels.joined(separator: "\0"),
            request.readsCode ? "code" : "", request.target ?? "", request.allowsMissingModels ? "lacking" : "",
            request.platform?.rawValue ?? "",
        ]
        return start + "-" + Digest.hex(Digest.sha256(Array(key.joined(separator: "\n").utf8)).prefix(8))
    }

    /// A string that changes when the tool is rebuilt. It consists of the executable's path, size and date.
    private static let stamp: String = {
        guard let path = Bundle.main.executablePath else { return "" }
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        #if canImport(Darwin)
            let modified = status.st_mtimespec
        #else
            let modified = status.st_mtim
        #endif
        return "\(path) \(status.st_size) \(modified.tv_sec).\(modified.tv_nsec)"
    }()
}

extension CachedSourceReader {
    /// A reader for the Swift sources and Core Data models in a folder. It doesn't use a cache.
    package struct UncachedReader: ProjectReader {
        package init() {}

        /// Reads declarations. Their models are stored as canonical JSON, which is compared with fixtures.
        ///
        /// - Throws: ``ProjectError/noProject(path:)`` if the folder can't be read.
        package func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
            do {
                return try SourceReader(request: request).read().inCanonicalText
            } catch is UnreadableFile {
                throw ProjectError.noProject(path: request.directory)
            }
        }
    }
}
