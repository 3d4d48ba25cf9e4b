import Foundation
import PermafrostModel

/// A store's metadata and the status of the file that it was read from. Valid until someone writes to the file.
struct RecentMetadata: Sendable {
    let path: String
    /// The file's status before the metadata was read.
    let status: FileStatus
    let metadata: StoreMetadata

    /// The time in nanoseconds after a change during which a later change may have the same timestamp. Until it is
    /// over, metadata is read again each time.
    private static let resolution: Int64 = 2_000_000_000

    /// Returns whether the metadata was read from the file at the given path, and the file hasn't changed since.
    /// Returns false for a file that changed within the last two seconds, because another change may have the same
    /// timestamp.
    func isStill(_ path: String) -> Bool {
        guard path == self.path, let now = FileStatus(at: path), now == status else { return false }
        let (age, isAbsurd) = Int64(Date().timeIntervalSince1970 * 1e9).subtractingReportingOverflow(status.changed)
        return age > Self.resolution && !isAbsurd
    }
}
