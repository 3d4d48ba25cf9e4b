import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder that is removed when nothing refers to it any more. A process that dies leaves it where the system clears.
package final class TemporaryFolder: Sendable {
    /// The folder.
    package let url: URL

    /// Makes an empty folder.
    ///
    /// - Parameters:
    ///   - purpose: what its name says it is for.
    ///   - parent: the folder to make it in; nil for the system's folder of temporary files.
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be made.
    package init(for purpose: String, in parent: URL? = nil) throws(TemporaryFolder.Failure) {
        let parent = parent ?? Self.parent
        url = parent.resolvingSymlinksInPath()
            .appendingPathComponent("permafrost-\(purpose)-\(UUID().uuidString)")
        try Self.make(url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Makes a folder for this user only if nothing is there. Its parent must exist.
    ///
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be made.
    package static func make(_ url: URL) throws(TemporaryFolder.Failure) {
        guard mkdir(url.path, 0o700) == 0 || (errno == EEXIST && FileStatus(at: url.path)?.isFolder == true) else {
            throw TemporaryFolder.Failure(in: url.deletingLastPathComponent(), code: errno)
        }
    }

    /// The system's folder of temporary files.
    package static var parent: URL { FileManager.default.temporaryDirectory }
}

extension FileHandle {
    /// Opens a file without a name for reading and writing, which holds the bytes and is read from the beginning. It needs no
    /// removal.
    ///
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be made or written.
    package static func temporary(holding bytes: Data) throws(TemporaryFolder.Failure) -> FileHandle {
        let parent = TemporaryFolder.parent
        let path = parent.appendingPathComponent("permafrost-\(UUID().uuidString)").path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TemporaryFolder.Failure(in: parent, code: errno) }
        unlink(path)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: descriptor, path) }
        } catch {
            throw TemporaryFolder.Failure(in: parent, code: (error as? FileError)?.code ?? EIO)
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw TemporaryFolder.Failure(in: parent, code: errno) }
        return handle
    }
}

extension TemporaryFolder {
    /// A temporary file or folder that can't be made.
    package struct Failure: Error, Sendable, Hashable {
        /// The folder for temporary files.
        package let folder: String
        /// The system's error number (`errno`).
        package let code: Int32
        /// Whether the variable `TMPDIR` names the folder.
        package let isNamed: Bool

        /// An error of the folder.
        package init(
            in folder: URL, code: Int32, environment: [String: String] = ProcessInfo.processInfo.environment
        ) {
            self.folder = folder.path
            self.code = code
            let named = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }
            isNamed = named?.standardizedFileURL.path == folder.standardizedFileURL.path
        }
    }
}

extension TemporaryFolder.Failure: LocalizedError, CustomStringConvertible {
    /// What happened and what to do, without a full stop.
    package var description: String {
        let name = isNamed ? "\(folder.visible), which TMPDIR names" : folder.visible
        let fix =
            switch code {
            case EFBIG: "Raise the largest size of a file (ulimit -f)"
            case ENOSPC, EDQUOT: "Free space there, or set TMPDIR to a folder with more space"
            case EMFILE, ENFILE: "Close files, or raise the limit with ulimit -n"
            default: "Set TMPDIR to a writable folder" + (isNamed ? ", or unset it" : "")
            }
        return "can't create a temporary file in \(name): \(String(cString: strerror(code))). \(fix)"
    }

    /// ``description``
    package var errorDescription: String? { description }
}
