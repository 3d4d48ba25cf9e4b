import Foundation
import PermafrostFixtures
import PermafrostModel

/// A folder that caches results between runs. It can be removed at any time.
///
/// Every entry is signed with the user's key. The signature covers the entry's name, the project, and the bytes. If an
/// entry was created by someone else, or was copied from another name or project, it is ignored. Without a key, nothing
/// is cached.
package struct CacheFolder: Sendable {
    /// The path of the folder, or nil if there is no location for a cache. The folder is created with the first entry.
    package var path: String? { place?.path }

    private let place: PlacedFolder?
    private let key: UserKey?
    private let project: String

    /// Finds a project's cache folder. If `PERMAFROST_CACHE_DIR` is set, as in plugins, it is that folder. Otherwise,
    /// it is in the user's cache folder. Nothing is cached if the user's cache folder is in the checkout.
    package init(project: String, environment: [String: String]) {
        self.project = project
        let checkout = GitWorkTree(of: project)?.top ?? project
        key = UserKey(environment: environment, outside: checkout)
        if let given = environment[JournalPlaces.workFolderVariable], !given.isEmpty {
            place = PlacedFolder(given, project: project)
            return
        }
        let name = Digest.hex(Digest.sha256(Array(project.utf8)).prefix(8))
        place = UserFolders(environment: environment, outside: checkout).cache.map {
            PlacedFolder(base: $0, folder: "permafrost/" + name)
        }
    }

    /// Returns the bytes that this user stored for this project under a name. Returns nil if there is no such entry, or
    /// if its signature isn't valid.
    func read(_ name: String) -> Data? {
        // If the cache can't be read, the sources are read again.
        guard let key, let place, let root = try? RootFolder(place.base),
            let bytes = try? root.read(place.path(of: name)), bytes.count >= Self.codeLength
        else { return nil }
        let content = bytes.dropFirst(Self.codeLength)
        guard bytes.prefix(Self.codeLength).elementsEqual(code(of: content, as: name, key)) else { return nil }
        return Data(content)
    }

    /// Stores bytes under a name. Ignores errors, because without a cache the next run only takes longer.
    func keep(_ bytes: Data, as name: String) {
        guard let key, let place, let root = try? RootFolder(making: place.base) else { return }
        try? root.makePrivateFolders(place.folder)
        try? root.putPrivate(code(of: bytes, as: name, key) + bytes, at: place.path(of: name))
        if Self.pruned.withLock({ $0.insert(place.path).inserted }) { prune() }
    }

    private static let codeLength = 32

    private func code(of bytes: some Sequence<UInt8>, as name: String, _ key: UserKey) -> [UInt8] {
        // A NUL character can't be part of a name or path.
        key.mac(Array("\(name)\0\(project)\0".utf8) + bytes, purpose: "cache")
    }

    // MARK: Pruning

    /// The maximum age of entries, in seconds. Older entries are removed.
    static let ageLimit: TimeInterval = 30 * 24 * 3600
    /// The maximum number of entries. If there are more, such as one for each commit in a long history, the oldest are
    /// removed.
    static let countLimit = 2_000
    /// The paths of the folders that this process has already pruned.
    private static let pruned = Locked<Set<String>>([])

    /// Removes the entries that exceed ``ageLimit``, and the oldest entries if there are more than ``countLimit``.
    /// Keeps files whose names don't begin with a prefix in ``starts``, because they aren't entries.
    func prune(now: Date = Date()) {
        guard let place, let root = try? RootFolder(place.base), let names = try? root.list(place.folder) else {
            return
        }
        let files = names.filter { name in Self.starts.contains { name.hasPrefix($0) } }.compactMap { name in
            let path = root.complete(place.path(of: name))
            let date = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            return date.map { (name: name, date: $0) }
        }
        let newest = files.sorted { $0.date > $1.date }.prefix(Self.countLimit)
        let kept = Set(newest.filter { now.timeIntervalSince($0.date) <= Self.ageLimit }.map(\.name))
        for file in files where !kept.contains(file.name) {
            let path = place.path(of: file.name)
            if (try? root.kind(of: path)) == .regular { try? root.remove(path) }
        }
    }

    /// The prefixes of the entries' names.
    private static let starts = ["declarations-", "commit-", "fixtures-"]
}

/// A folder, and the base folder that contains it. Symbolic links below the base folder aren't followed.
struct PlacedFolder: Sendable, Hashable {
    /// The base folder. Its own path may contain symbolic links.
    let base: String
    /// The path relative to ``base``. Empty for the base itself.
    let folder: String

    init(base: String, folder: String) {
        self.base = base
        self.folder = folder
    }

    /// Creates the value for the folder at a path. If the folder is inside the project, the project is the base, so
    /// that symbolic links inside the project aren't followed. Otherwise, the folder itself is the base.
    init(_ path: String, project: String) {
        let path = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        let inner = path.hasPrefix(project + "/") ? path.dropFirst(project.count + 1).split(separator: "/") : []
        if inner.isEmpty || inner.contains("..") || inner.contains(".") {
            self.init(base: path, folder: "")
        } else {
            self.init(base: project, folder: inner.joined(separator: "/"))
        }
    }

    var path: String { folder.isEmpty ? base : base + "/" + folder }

    /// Returns the path of a file in the folder, relative to ``base``.
    func path(of name: String) -> String { folder.isEmpty ? name : folder + "/" + name }

    func inner(_ name: String) -> PlacedFolder { PlacedFolder(base: base, folder: path(of: name)) }
}
