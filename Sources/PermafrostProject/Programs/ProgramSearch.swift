import Foundation

/// A search for installed programs in the folders of `PATH`. Folders that belong to the project aren't searched.
package struct ProgramSearch: Sendable {
    /// The folders to search, in order. They are absolute and outside the project.
    package let folders: [String]
    /// The folders of `PATH` that aren't searched, because they are relative or inside the project.
    package let refused: [String]

    /// Creates a search. It excludes relative folders of `PATH`, which depend on the working folder, and folders inside
    /// untrusted folders.
    ///
    /// - Parameters:
    ///   - path: the value of `PATH`, or nil for the system's default.
    ///   - outside: the untrusted folders, such as the top of a checkout.
    package init(path: String? = ProcessInfo.processInfo.environment["PATH"], outside: [String]) {
        let excluded = outside.compactMap(RealPath.of)
        var folders: [String] = []
        var refused: [String] = []
        for part in (path ?? Self.defaultPath).split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        {
            guard let real = part.hasPrefix("/") ? RealPath.of(part) : nil else {
                if !part.hasPrefix("/") { refused.append(part.isEmpty ? "." : part) }
                continue
            }
            if excluded.contains(where: { RealPath.contains($0, real) }) {
                refused.append(part)
            } else {
                folders.append(part)
            }
        }
        self.folders = folders
        self.refused = refused
        self.excluded = excluded
    }

    private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"
    private let excluded: [String]

    /// Returns the absolute path of a program, or nil if none of the folders contains it. Ignores a symbolic link to a
    /// program in an untrusted folder.
    package func find(_ name: String) -> String? {
        for folder in folders {
            let path = folder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0,
                let real = RealPath.of(path),
                !excluded.contains(where: { RealPath.contains($0, real) })
            else { continue }
            return path
        }
        return nil
    }

    /// The value of `PATH` for a child process. It prevents the child process from starting programs in the project.
    package var path: String { folders.isEmpty ? Self.defaultPath : folders.joined(separator: ":") }
}
