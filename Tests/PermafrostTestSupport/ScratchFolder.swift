import Foundation

/// A folder of a test's own, which goes when the value does.
public final class ScratchFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Makes an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "permafrost-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A test may have taken the right to write away.
        chmod(url.path, 0o755)
        try? FileManager.default.removeItem(at: url)
    }

    /// The path of something in the folder.
    public func path(_ relative: String) -> String { url.appending(path: relative).path }

    /// Writes a text file, and the folders above it.
    public func write(_ text: String, to relative: String) throws {
        let file = url.appending(path: relative)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Every file below a folder with its bytes, by path relative to it; hidden ones too.
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
