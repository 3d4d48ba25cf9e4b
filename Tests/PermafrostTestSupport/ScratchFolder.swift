import Foundation

/// A temporary folder for one test. It is deleted when the value is.
public final class ScratchFolder: Sendable {
    public let url: URL

    /// The system's folder for temporary files, with the path that the system's calls return. On a Mac, Foundation's
    /// path leads through a link from `/var` to `/private/var`.
    public static let parent = FileManager.default.temporaryDirectory.withoutLinks

    /// Creates an empty folder.
    public init() throws {
        url = Self.parent.appending(path: "permafrost-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have removed the permission to write.
        chmod(url.path, 0o755)
        try? FileManager.default.removeItem(at: url)
    }

    /// Returns the path of an item in the folder.
    public func path(_ relative: String) -> String { url.appending(path: relative).path }

    /// Writes a text file, and creates its parent folders.
    public func write(_ text: String, to relative: String) throws {
        let file = url.appending(path: relative)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns the bytes of every file below a folder, including hidden files, keyed by the path relative to that
    /// folder.
    public func files(below relative: String = "") throws -> [String: Data] {
        let root = relative.isEmpty ? url : url.appending(path: relative)
        let paths = try? FileManager.default.subpathsOfDirectory(atPath: root.path)
        return try (paths ?? []).reduce(into: [:]) { files, path in
            let file = root.appending(path: path)
            var isDirectory: ObjCBool = false
            guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), !isDirectory.boolValue
            else { return }
            files[path] = try Data(contentsOf: file)
        }
    }
}

extension URL {
    /// The URL of the same file without symbolic links. Foundation's own function also removes `/private` from paths on
    /// a Mac, which the system's calls return.
    public var withoutLinks: URL {
        guard let resolved = realpath(path, nil) else { return self }
        defer { free(resolved) }
        return URL(filePath: String(cString: resolved))
    }
}
