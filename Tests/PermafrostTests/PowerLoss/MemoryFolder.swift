#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostTestSupport

    /// A temporary folder that is deleted with this object. It is in memory if the system has such a volume, and
    /// otherwise on the volume of temporary files.
    final class MemoryFolder: Sendable {
        let path: String
        private let parent: String

        /// Creates an empty folder.
        ///
        /// - Parameter onTemporaryVolume: whether the folder is on the volume of temporary files, which differs from
        ///   the one in memory.
        convenience init(onTemporaryVolume: Bool = false) throws {
            let temporary = ScratchFolder.parent.path
            let isInMemory = access("/dev/shm", W_OK) == 0 && !onTemporaryVolume
            try self.init(in: isInMemory ? "/dev/shm" : temporary)
        }

        /// Creates the folder for a setting.
        convenience init(_ setting: VaultSetting) throws {
            try self.init(onTemporaryVolume: setting.has(.sameVolume))
        }

        private init(in parent: String) throws {
            self.parent = parent
            path = parent + "/permafrost-test-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        /// Creates a copy of another folder, on the same volume.
        convenience init(copyOf other: MemoryFolder) throws {
            try self.init(in: other.parent)
            for name in try FileManager.default.contentsOfDirectory(atPath: other.path) {
                try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
#endif
