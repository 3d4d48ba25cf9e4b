import Foundation
import PermafrostModel
import PermafrostSource

/// A search through the sources at tags, newest tag first.
///
/// The newest tag is read at once. An earlier tag is read only if its files contain the names that the search is for,
/// and if these files differ from those of the tags that were read before.
struct TagSearch: @unchecked Sendable {
    // `@unchecked`, because the sources at commits are a class. `ReleasedDeclarations` uses a search only with a lock.
    private typealias Tag = (name: String, commit: GitRepository.Commit)

    private let repository: GitRepository
    private let sources: CommitSources
    private let names: Set<String>
    /// The rules for the paths of the project's sources.
    private let paths: SourcePaths
    private var tags: [Tag]?
    /// The groups at the tags that were read, keyed by the tag's position.
    private var groups: [Int: [VersionGroup]] = [:]
    private var contents: [TagContent]?

    init(
        _ repository: GitRepository, _ options: ProjectOptions, _ reader: CachedSourceReader, tags: Set<String>
    ) {
        var request = options.request
        request.readsCode = false
        request.allowsMissingModels = true
        self.repository = repository
        sources = CommitSources(repository: repository, request: request, reader: reader)
        names = tags
        paths = SourcePaths(includesTests: options.includesTests)
    }

    /// Returns the first result of a function that examines the groups at a tag, or nil if it has no result.
    ///
    /// - Parameter names: sets of names. A tag before the newest one is examined only if its files contain all names of a
    ///   set.
    /// - Throws: ``GitError`` if git fails, the reader's error if the sources can't be read at a tag, or the function's
    ///   error.
    mutating func first<Found>(
        mentioning names: [Set<String>], _ find: (String, [VersionGroup]) throws -> Found?
    ) throws -> Found? {
        let tags = try self.tags ?? repository.tags().reversed().filter { self.names.contains($0.name) }
        self.tags = tags
        guard let newest = tags.first else { return nil }
        if let found = try find(newest.name, groups(at: 0, of: tags)) { return found }
        var rest = try candidates(mentioning: names, among: tags)[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.partCount)
            rest = rest.dropFirst(Self.partCount)
            try sources.prepare(part.filter { groups[$0] == nil }.map { tags[$0].commit })
            for index in part {
                if let found = try find(tags[index].name, groups(at: index, of: tags)) { return found }
            }
        }
        return nil
    }

    /// The number of tags that are read together.
    private static let partCount = 16

    private mutating func groups(at index: Int, of tags: [Tag]) throws -> [VersionGroup] {
        if let known = groups[index] { return known }
        let found = VersionGroup.groups(of: try sources.declarations(at: tags[index].commit))
        groups[index] = found
        return found
    }

    /// Returns the positions of the tags before the newest one that must be read, newest first.
    private mutating func candidates(mentioning names: [Set<String>], among tags: [Tag]) throws -> [Int] {
        let contents = try self.contents ?? TagContent.all(at: tags.map(\.commit), of: repository, paths)
        self.contents = contents
        let wanted = names.map { Set($0.map(TagContent.hash)) }
        var seen: Set<[String]> = contents.first.map { [$0.files] } ?? []
        return contents.indices.dropFirst().filter { index in
            wanted.contains(where: contents[index].contains) && seen.insert(contents[index].files).inserted
        }
    }
}

/// The files of a tag that can declare models or versions, and the names in them.
private struct TagContent {
    /// The paths and object IDs of the files.
    let files: [String]
    private let names: [Set<UInt64>]
    /// Whether the tag has a Core Data model. Its versions are named by folders.
    private let hasModelFile: Bool

    /// Returns whether the files may declare all of the given names.
    func contains(_ wanted: Set<UInt64>) -> Bool {
        hasModelFile || wanted.allSatisfy { name in names.contains { $0.contains(name) } }
    }

    /// Reads the files at commits. A file that is the same in several commits is read once.
    static func all(
        at commits: [GitRepository.Commit], of repository: GitRepository, _ paths: SourcePaths
    ) throws(GitError) -> [TagContent] {
        let files = try repository.files(of: commits)
        var names: [String: Set<UInt64>] = [:]
        var blobs = files.flatMap { $0 }.filter { $0.path.hasSuffix(".swift") }.map(\.blob).unique[...]
        while !blobs.isEmpty {
            let part = Array(blobs.prefix(partCount))
            blobs = blobs.dropFirst(partCount)
            let (bytes, places) = try repository.contents(ofBlobs: part)
            let found = places.parallelMap { place in
                bytes.withUnsafeBytes { namesIfDeclaring(UnsafeRawBufferPointer(rebasing: $0[place])) }
            }
            for (blob, found) in zip(part, found) { names[blob] = found }
        }
        return files.map { files in
            let models = files.filter { paths.model(of: $0.path) != nil }
            let relevant = files.filter { names[$0.blob] != nil } + models
            return TagContent(
                files: relevant.map { $0.path + "\0" + $0.blob }.sorted(),
                names: relevant.compactMap { names[$0.blob] }, hasModelFile: !models.isEmpty)
        }
    }

    /// The number of files that are read together.
    private static let partCount = 512

    /// The names without which a file can't declare a model or a version.
    private static let keywords = Set(["Model", "Schema", "VersionedSchema", "SchemaMigrationPlan"].map(hash))

    /// Returns the hashes of the names in a file, or nil if the file can't declare a model or a version.
    private static func namesIfDeclaring(_ bytes: UnsafeRawBufferPointer) -> Set<UInt64>? {
        var names: Set<UInt64> = []
        var hash = start
        var isInName = false
        for byte in bytes {
            let isPart =
                byte >= 0x80 || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isPart {
                hash = (hash ^ UInt64(byte)) &* prime
                isInName = true
            } else if isInName {
                names.insert(hash)
                hash = start
                isInName = false
            }
        }
        if isInName { names.insert(hash) }
        return names.isDisjoint(with: keywords) ? nil : names
    }

    /// Returns the hash of a name.
    static func hash(_ name: String) -> UInt64 {
        name.utf8.reduce(start) { ($0 ^ UInt64($1)) &* prime }
    }

    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01b3
}
