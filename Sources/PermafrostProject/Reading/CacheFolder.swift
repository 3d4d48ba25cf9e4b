import Foundation
import PermafrostModel

/// Where what was read is kept between runs: a folder that may be removed at any time.
package struct CacheFolder: Sendable {
    /// The folder's path; it is made when something is kept.
    package let path: String

    /// `PERMAFROST_CACHE_DIR` if it is set (plugins name their work folder there), else the project's `.build` where
    /// there is one, else the user's cache folder.
    package init(project: String, environment: [String: String]) {
        if let given = environment["PERMAFROST_CACHE_DIR"], !given.isEmpty {
            path = given
            return
        }
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: project + "/.build", isDirectory: &isDirectory), isDirectory.boolValue
        {
            path = project + "/.build/permafrost"
            return
        }
        let home = environment["HOME"] ?? NSHomeDirectory()
        #if canImport(Darwin)
            let caches = home + "/Library/Caches"
        #else
            let caches = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? home + "/.cache"
        #endif
        path = caches + "/permafrost/" + Digest.hex(Digest.sha256(Array(project.utf8)).prefix(8))
    }

    /// The bytes kept under a name, if they can be read.
    func read(_ name: String) -> Data? {
        try? Data(contentsOf: URL(fileURLWithPath: path + "/" + name), options: .mappedIfSafe)
    }

    /// Keeps bytes under a name. A cache that cannot be written costs time, not correctness: failures are not errors.
    func keep(_ bytes: Data, as name: String) {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try? bytes.write(to: URL(fileURLWithPath: path + "/" + name), options: .atomic)
        if Self.pruned.withLock({ $0.insert(path).inserted }) { prune() }
    }

    // MARK: Pruning

    /// What has not been written for this long goes.
    static let ageLimit: TimeInterval = 30 * 24 * 3600
    /// At most so many files stay, the newest. The commits of a long history have one each.
    static let countLimit = 2_000
    /// The folders that this process has pruned: once is enough.
    private static let pruned = Locked<Set<String>>([])

    /// Removes what is old, and the oldest of what is too much. Files of other names are not the cache's.
    func prune(now: Date = Date()) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let files = names.filter { name in Self.starts.contains { name.hasPrefix($0) } }.compactMap { name in
            let date = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)[.modificationDate] as? Date
            return date.map { (name: name, date: $0) }
        }
        let newest = files.sorted { $0.date > $1.date }.prefix(Self.countLimit)
        let kept = Set(newest.filter { now.timeIntervalSince($0.date) <= Self.ageLimit }.map(\.name))
        for file in files where !kept.contains(file.name) {
            try? FileManager.default.removeItem(atPath: path + "/" + file.name)
        }
    }

    /// How the names begin that something is kept under.
    private static let starts = ["declarations-", "commit-", "fixtures-"]
}
