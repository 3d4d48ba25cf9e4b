import Foundation

/// The metadata of a store, which holds as long as nobody writes to the file.
struct RecentMetadata: Sendable {
    let path: String
    /// The file before it was read.
    let status: FileStatus
    let metadata: StoreMetadata

    /// A change within this time of another one may not show in a file's time, in nanoseconds: a file that was changed just
    /// now is read again.
    private static let resolution: Int64 = 2_000_000_000

    /// Whether the file at the path is this one, and was not written to since.
    func isStill(_ path: String) -> Bool {
        guard path == self.path, let now = FileStatus(at: path), now == status else { return false }
        let (age, isAbsurd) = Int64(Date().timeIntervalSince1970 * 1e9).subtractingReportingOverflow(status.changed)
        return age > Self.resolution && !isAbsurd
    }
}
