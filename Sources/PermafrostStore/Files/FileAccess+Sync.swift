import Foundation

/// Making writes durable: the one place in which Permafrost asks the system for it. What SQLite writes it syncs itself.
///
/// On Darwin `fsync` hands the bytes to the drive, which may keep them in a cache of its own and write them in any order.
/// `F_FULLFSYNC` waits until they are on the medium. A volume that has no such request, such as one on a server, says so;
/// its best is then `fsync`. On Linux `fsync` reaches the medium.
///
/// The system's choice is in ``durableSync``; that `F_FULLFSYNC` is called is proved on a Mac alone.
extension FileAccess {
    /// A system call on a descriptor: 0 if it succeeded, else a reason in `errno`.
    typealias DescriptorCall = (Int32) -> Int32

    /// Makes what was written to a file, or the names in a folder, outlast a loss of power.
    ///
    /// - Throws: ``FileError`` with the operation `.sync`. What was written may then be lost, even if a later call succeeds.
    package static func sync(_ descriptor: Int32, _ path: String) throws {
        guard durableSync(descriptor) == 0 else { throw FileError.last(.sync, path) }
    }

    /// Syncs a file or folder that exists.
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

    /// Syncs by a call that reaches the medium, or by a plain one if the volume has none.
    ///
    /// Every other failure is the result: if the plain call succeeded after it, an error of the medium would be hidden.
    static func sync(_ descriptor: Int32, full: DescriptorCall, plain: DescriptorCall) -> Int32 {
        let result = uninterrupted(full, descriptor)
        guard result != 0, noFullSync.contains(errno) else { return result == 0 ? 0 : -1 }
        return uninterrupted(plain, descriptor)
    }

    /// What a volume answers that has no `F_FULLFSYNC`.
    private static let noFullSync: Set<Int32> = [ENOTSUP, EOPNOTSUPP, EINVAL, ENOTTY, ENODEV]

    /// Calls again as long as a signal interrupts the call.
    private static func uninterrupted(_ call: DescriptorCall, _ descriptor: Int32) -> Int32 {
        while true {
            let result = call(descriptor)
            if result == 0 || errno != EINTR { return result }
        }
    }
}

/// What Apple's platforms know of files beside other systems: by which class a device encrypts a file, and whether its backups
/// hold it. Other systems have neither, and the functions do nothing there; what they do on a device is proved on one alone.
extension FileAccess {
    /// Gives a file or folder the data-protection class of another one (`FileProtectionType`), if they differ. Files that are
    /// made in a folder later take the folder's class. [A]
    ///
    /// macOS and simulators give files no classes that could differ.
    package static func copyProtection(of model: String, to path: String) throws {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            let files = FileManager.default
            let wanted = try files.attributesOfItem(atPath: model)[.protectionKey] as? FileProtectionType
            let current = try files.attributesOfItem(atPath: path)[.protectionKey] as? FileProtectionType
            guard let wanted, wanted.rawValue != current?.rawValue else { return }
            try files.setAttributes([.protectionKey: wanted], ofItemAtPath: path)
        #endif
    }

    /// Whether the backups of the device, to iCloud or to a computer, leave out a file or a folder with all that is in it.
    package static func isExcludedFromDeviceBackup(_ path: String) throws -> Bool {
        #if canImport(Darwin)
            try URL(fileURLWithPath: path).resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup
                ?? false
        #else
            false
        #endif
    }

    /// Sets whether the backups of the device leave out a file or a folder with all that is in it.
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
