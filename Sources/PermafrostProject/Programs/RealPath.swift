import Foundation

/// Functions that resolve the symbolic links in a path, or compare resolved paths.
package enum RealPath {
    /// Returns the path of an existing file or folder with its symbolic links resolved. Returns nil if it doesn't
    /// exist.
    package static func of(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns whether a resolved path is the folder or inside it.
    package static func contains(_ folder: String, _ path: String) -> Bool {
        path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
