import Foundation

/// Operations that sync files and folders. Only this code and SQLite sync files.
///
/// On Darwin, `fsync` only passes the bytes to the drive, which may keep them in its cache and write them in any order.
/// `F_FULLFSYNC` waits until the bytes are on the medium. Some volumes, such as network volumes, don't support it and
/// return an error, so `fsync` is used. On Linux, `fsync` waits until the bytes are on the medium.
///
/// ``durableSync`` chooses the system call. `F_FULLFSYNC` is tested only on a Mac.
extension FileAccess {
    /// A system call on a descriptor. It returns 0 if it succeeds. Otherwise, `errno` contains the error number.
    package typealias DescriptorCall = (Int32) -> Int32

    /// Syncs a file's bytes or the names in a folder, so that they survive a power loss.
    ///
    /// - Throws: ``FileError`` with the operation `.sync`. The written data may then be lost, even if a later call
    ///   succeeds.
    package static func sync(_ descriptor: Int32, _ path: String) throws {
        guard durableSync(descriptor) == 0 else { throw FileError.last(.sync, path) }
    }

    /// Syncs the bytes of an existing file or the names in an existing folder, so that they survive a power loss.
    package static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        try sync(descriptor, path)
    }

    private static func durableSync(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
            sync(descriptor, full: { fcntl($0, F_FULLFSYNC) }, plain: fsync)
        #else
            uninterrupted(fsync, descriptor)
        #endif
    }

    /// Syncs with the `full` call, which reaches the medium. Uses the `plain` call only if the volume doesn't support
    /// the `full` call. After any other failure, the `plain` call could succeed and hide an error of the medium.
    ///
    /// - Returns: 0 if the file is synced, or -1 if it isn't.
    package static func sync(_ descriptor: Int32, full: DescriptorCall, plain: DescriptorCall) -> Int32 {
        let result = uninterrupted(full, descriptor)
        guard result != 0, noFullSync.contains(errno) else { return result == 0 ? 0 : -1 }
        return uninterrupted(plain, descriptor)
    }

    /// The error numbers of `F_FULLFSYNC` on a volume that doesn't support it.
    private static let noFullSync: Set<Int32> = [ENOTSUP, EOPNOTSUPP, EINVAL, ENOTTY, ENODEV]

    /// Makes a system call, and repeats the call as long as signals interrupt it.
    private static func uninterrupted(_ call: DescriptorCall, _ descriptor: Int32) -> Int32 {
        while true {
            let result = call(descriptor)
            if result == 0 || errno != EINTR { return result }
        }
    }
}

/// Operations on the file properties that only Apple's platforms have: a file's data protection class, and whether
/// backups include the file. On other systems, the operations do nothing. Their effect is tested only on a device.
extension FileAccess {
    /// Gives a file or folder the data protection class (`FileProtectionType`) of the file at `model`, if the classes
    /// differ. Assumes that files that are created later in a folder get the folder's class.
    ///
    /// On macOS and in simulators, all files have the same class.
    package static func copyProtection(of model: String, to path: String) throws {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            let files = FileManager.default
            let wanted = try files.attributesOfItem(atPath: model)[.protectionKey] as? FileProtectionType
            let current = try files.attributesOfItem(atPath: path)[.protectionKey] as? FileProtectionType
            guard let wanted, wanted.rawValue != current?.rawValue else { return }
            try files.setAttributes([.protectionKey: wanted], ofItemAtPath: path)
        #endif
    }

    /// Returns whether device backups, to iCloud or to a computer, exclude a file, or a folder and its contents.
    package static func isExcludedFromDeviceBackup(_ path: String) throws -> Bool {
        #if canImport(Darwin)
            try URL(fileURLWithPath: path).resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup
                ?? false
        #else
            false
        #endif
    }

    /// Sets whether device backups exclude a file, or a folder and its contents.
    package static func setExcludedFromDeviceBackup(_ path: String, _ isExcluded: Bool) throws {
        #if canImport(Darwin)
            guard try isExcludedFromDeviceBackup(path) != isExcluded else { return }
            var url = URL(fileURLWithPath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = isExcluded
            try url.setResourceValues(values)
        #endif
    }
}
