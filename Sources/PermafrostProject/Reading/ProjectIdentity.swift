import PermafrostStore

/// The numbers that identify a project's folder even after it is moved, and the folder's path.
struct ProjectIdentity: Sendable, Hashable, Codable {
    /// The path of the folder when the numbers were read.
    let path: String
    /// The device number of the folder's volume, and the folder's inode number.
    let device, number: UInt64

    init(of directory: String) {
        let status = FileStatus(at: directory)
        path = FileStatus.resolved(directory)
        device = status?.volume ?? 0
        number = status?.number ?? 0
    }

    /// Returns whether both values identify the same folder, regardless of its path.
    func isSameFolder(as other: ProjectIdentity) -> Bool { device == other.device && number == other.number }
}
