import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A check of the paths in an agent's arguments. A path must be inside the project's folder after all symbolic
/// links are resolved.
struct ProjectPaths {
    /// The error that is thrown for a path outside the project's folder.
    struct Outside: Error, Hashable {
        let path: String
        let project: String
    }

    /// The path of the project's folder, without symbolic links.
    let root: String

    /// Returns the absolute path of an item, without symbolic links. The item doesn't have to exist. A relative
    /// path is relative to the project's folder.
    func path(_ text: String) throws(Outside) -> String {
        let parts = text.split(separator: "/").map(String.init)
        var walked = text.hasPrefix("/") ? "/" : root
        for (index, part) in parts.enumerated() {
            let next = (walked == "/" ? "" : walked) + "/" + part
            guard let resolved = Self.resolved(next) else {
                let rest = parts[index...]
                // Reject a link without a destination, and `..` below a missing folder, because neither can be
                // resolved.
                guard !Self.exists(next), !rest.contains(".."), contains(walked) else { throw outside(text) }
                return ([walked == "/" ? "" : walked] + rest.filter { $0 != "." }).joined(separator: "/")
            }
            walked = resolved
        }
        guard contains(walked) else { throw outside(text) }
        return walked
    }

    /// Returns the absolute path of an item if the text contains a slash or is the name of an item in the project's
    /// folder. Returns any other text, such as a version's name, unchanged.
    func pathOrName(_ text: String) throws(Outside) -> String {
        let isPath = text.contains("/") || [".", ".."].contains(text) || Self.exists(root + "/" + text)
        return isPath ? try path(text) : text
    }

    private func contains(_ path: String) -> Bool {
        root == "/" || path == root || path.hasPrefix(root + "/")
    }

    private func outside(_ text: String) -> Outside { Outside(path: text, project: root) }

    /// Returns a path with all symbolic links resolved, or nil if nothing exists there.
    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns whether there is an item at a path, even if it is a link without a destination.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
