import Foundation

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
