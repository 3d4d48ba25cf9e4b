import Foundation
import PermafrostFixtures
import PermafrostStore

/// The folders where the user's programs store files between runs.
///
/// Folders inside the checkout aren't used, because its contents come from other people.
struct UserFolders: Sendable {
    /// The folder for files that can't be recreated, or nil if no usable folder is known.
    let state: String?
    /// The folder for files that can be removed at any time, or nil if no usable folder is known.
    let cache: String?

    /// Finds the folders.
    ///
    /// - Parameters:
    ///   - environment: the environment variables. `HOME` is used if it is the absolute path of a folder. Except on
    ///     Apple platforms, `XDG_STATE_HOME` and `XDG_CACHE_HOME` are used instead if they are absolute paths.
    ///   - checkout: the folder that may contain other people's files.
    init(environment: [String: String], outside checkout: String) {
        func absolute(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        let home = absolute("HOME").flatMap { FileStatus(at: $0)?.isFolder == true ? $0 : nil }
        #if canImport(Darwin)
            let (state, cache) = (home.map { $0 + "/Library/Application Support" }, home.map { $0 + "/Library/Caches" })
        #else
            let state = absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
            let cache = absolute("XDG_CACHE_HOME") ?? home.map { $0 + "/.cache" }
        #endif
        self.state = state.flatMap { UserKey.isInside($0, checkout) ? nil : $0 }
        self.cache = cache.flatMap { UserKey.isInside($0, checkout) ? nil : $0 }
    }
}
