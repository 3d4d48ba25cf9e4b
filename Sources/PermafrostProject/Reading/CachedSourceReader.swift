import Foundation
import PermafrostDeclarations
import PermafrostModel

/// Reads declarations from the cache where the sources have not changed, else with the source reader, a process of its
/// own: SwiftSyntax is loaded only when something has to be parsed.
package struct CachedSourceReader: DeclarationReader {
    private let cache: CacheFolder
    private let usesCache: Bool
    private let toolVersion: String
    private let settings: SourceReaderSettings
    private let announce: @Sendable (String) -> Void

    /// A reader that keeps what it reads.
    ///
    /// - Parameters:
    ///   - toolVersion: Permafrost's version, since another version may read the same sources otherwise.
    ///   - settings: which source reader is run, and how long it may take.
    ///   - announce: shows a line of progress, before what takes a while.
    package init(
        cache: CacheFolder, usesCache: Bool, toolVersion: String, settings: SourceReaderSettings,
        announce: @escaping @Sendable (String) -> Void
    ) {
        self.cache = cache
        self.usesCache = usesCache
        self.toolVersion = toolVersion
        self.settings = settings
        self.announce = announce
    }

    package func declarations(_ request: SourceRequest) throws -> ArchivedDeclarations {
        let executable = try SourceReaderProcess(settings, announce: announce)
        guard usesCache else { return try executable.declarations(request).declarations }
        let start = Date()
        guard let list = try? SourceFileList(directory: request.directory) else {
            throw ProjectError.noProject(path: request.directory)
        }
        let stamp = list.stamp
        let name = cacheName(request, executable)
        let cached = cache.read(name).flatMap(CachedDeclarations.init)
        if let cached, cached.stamp == stamp, let declarations = try? ArchivedDeclarations(cached.archive) {
            return declarations
        }
        let content = list.content(in: request.directory)
        let kept = list.isSettled(at: start) ? stamp : [UInt8](repeating: 0, count: 32)
        if let cached, cached.content == content, let declarations = try? ArchivedDeclarations(cached.archive) {
            cache.keep(CachedDeclarations(stamp: kept, content: content, archive: cached.archive).bytes, as: name)
            return declarations
        }
        let (declarations, archive) = try executable.declarations(request)
        // Sources that changed while they were read are read again next time.
        guard let after = try? SourceFileList(directory: request.directory), after.stamp == stamp else {
            return declarations
        }
        cache.keep(CachedDeclarations(stamp: kept, content: content, archive: archive).bytes, as: name)
        return declarations
    }

    /// Reads sources whose content is known beforehand: those of a commit. Each content is kept by itself.
    ///
    /// - Parameter layOut: puts the files where the returned request says, and is called where the cache does not serve.
    func declarations(
        _ request: SourceRequest, content: [UInt8], layOut: () throws -> SourceRequest
    ) throws -> ArchivedDeclarations {
        if let kept = try kept(request, content: content) { return kept }
        let executable = try SourceReaderProcess(settings, announce: announce)
        let (declarations, archive) = try executable.declarations(layOut())
        if usesCache {
            cache.keep(
                CachedDeclarations(stamp: content, content: content, archive: archive).bytes,
                as: cacheName(request, executable, start: Self.start(of: content)))
        }
        return declarations
    }

    /// What was kept of sources whose content is known; nil if they have not been read.
    func kept(_ request: SourceRequest, content: [UInt8]) throws -> ArchivedDeclarations? {
        guard usesCache else { return nil }
        let name = cacheName(
            request, try SourceReaderProcess(settings, announce: announce), start: Self.start(of: content))
        guard let cached = cache.read(name).flatMap(CachedDeclarations.init), cached.content == content else {
            return nil
        }
        return try? ArchivedDeclarations(cached.archive)
    }

    /// Reads sources of several commits, and keeps each.
    ///
    /// - Parameter contents: the digests of the commits' contents, in the order of the request.
    func declarations(_ request: CommitsRequest, contents: [[UInt8]]) throws -> [ArchivedDeclarations] {
        let executable = try SourceReaderProcess(settings, announce: announce)
        let archives = try executable.archives(request)
        let read = archives.parallelMap { archive in Result { try ArchivedDeclarations(archive) } }
        if usesCache {
            for (content, archive) in zip(contents, archives) {
                cache.keep(
                    CachedDeclarations(stamp: content, content: content, archive: archive).bytes,
                    as: cacheName(request.source, executable, start: Self.start(of: content)))
            }
        }
        return try read.map { result in
            do { return try result.get() } catch is ArchivedDeclarations.Unreadable { throw executable.foreignAnswer }
        }
    }

    private static func start(of content: [UInt8]) -> String { "commit-" + Digest.hex(content.prefix(16)) }

    /// One file for each way to read a project, and for each build of the reader.
    private func cacheName(
        _ request: SourceRequest, _ executable: SourceReaderProcess, start: String = "declarations"
    ) -> String {
        let key = [
            toolVersion, executable.stamp, request.directory, request.includesTests ? "tests" : "",
            request.models.joined(separator: ","), request.coreDataModels.joined(separator: "\0"),
            request.readsCode ? "code" : "", request.target ?? "", request.mayLackModels ? "lacking" : "",
        ]
        return start + "-" + Digest.hex(Digest.sha256(Array(key.joined(separator: "\n").utf8)).prefix(8))
    }
}
