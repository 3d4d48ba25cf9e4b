import PermafrostModel

/// Paths relative to a project's folder.
enum RelativePath {
    /// The longest path that is followed.
    private static let lengthLimit = 1024

    /// A path as seen from a folder, without `.` and `..`; nil if it leads out of the project.
    static func joining(_ folder: String, _ path: String) -> String? {
        guard !path.hasPrefix("/"), folder.utf8.count + path.utf8.count < lengthLimit else { return nil }
        var components = folder.split(separator: "/")
        for component in path.split(separator: "/") {
            switch component {
            case ".": break
            case "..": if components.popLast() == nil { return nil }
            default: components.append(component)
            }
        }
        return components.joined(separator: "/")
    }

    /// The folder that a path lies in; empty for the project's own.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Whether a path is a folder, or lies below it.
    static func holds(_ folder: String, _ path: String) -> Bool {
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
}
