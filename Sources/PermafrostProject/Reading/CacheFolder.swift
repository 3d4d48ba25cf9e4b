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
    }
}
