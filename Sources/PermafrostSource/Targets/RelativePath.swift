import PermafrostModel

/// Operations for paths that are relative to a project's folder.
enum RelativePath {
    /// The maximum length of a path.
    private static let lengthLimit = 1024

    /// Returns a path relative to the project, given a folder and a path relative to that folder. `.` and `..` are
    /// resolved. Nil if the path is absolute or too long, or if the result is outside the project.
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

    /// Returns the path of the folder that contains a path. The result is empty for the project's folder.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns whether a path is the folder or is inside it.
    static func holds(_ folder: String, _ path: String) -> Bool {
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
}
