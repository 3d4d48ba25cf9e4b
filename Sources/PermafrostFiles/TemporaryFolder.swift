import Foundation

/// A folder that is removed when nothing refers to it any more. A process that dies leaves it where the system clears.
package final class TemporaryFolder: Sendable {
    /// The folder.
    package let url: URL

    /// Makes an empty folder.
    ///
    /// - Parameters:
    ///   - purpose: what its name says it is for.
    ///   - parent: the folder to make it in.
    package init(for purpose: String, in parent: URL = FileManager.default.temporaryDirectory) throws {
        url = parent.resolvingSymlinksInPath()
            .appendingPathComponent("permafrost-\(purpose)-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
