import PermafrostModel

/// Operations for paths that are relative to a project's folder.
enum RelativePath {
    /// The limit for the combined length of a folder and a path, in UTF-8 bytes.
    private static let lengthLimit = 1024

    /// Appends a path to a folder's path, and resolves `.` and `..`. Both the folder and the result are relative to the
    /// project. Returns nil if the path is absolute or too long, or if the result is outside the project.
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

    /// Returns the path of the folder that contains an item, such as `App/Models` for `App/Models/Trip.swift`. Returns
    /// an empty string if the item is directly in the project's folder.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// Returns whether a path is the folder or is inside it.
    static func holds(_ folder: String, _ path: String) -> Bool {
        folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
    }
}
