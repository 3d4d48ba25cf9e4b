import Foundation

/// A folder that is removed when nothing refers to it any more.
final class TemporaryFolder: Sendable {
    /// The folder.
    let url: URL

    /// Makes an empty folder.
    init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appendingPathComponent("permafrost-testing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
