import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A temporary folder that is removed when the last reference to this instance is released. By default, it is in the
/// system's temporary folder.
///
/// A process keeps its temporary folders in a ``LockedFolder``. If the process dies, the next one removes them.
package final class TemporaryFolder: Sendable {
    /// The location of the folder.
    package let url: URL
    private let owner: LockedFolder

    /// Creates an empty folder.
    ///
    /// - Parameters:
    ///   - purpose: a word in the folder's name that describes its use.
    ///   - parent: the folder to create it in, or nil for the system's temporary folder.
    ///   - isHidden: whether the name in the parent starts with a period.
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be created.
    package init(
        for purpose: String, in parent: URL? = nil, isHidden: Bool = false
    ) throws(TemporaryFolder.Failure) {
        owner = try LockedFolder.ofProcess(in: (parent ?? Self.parent).path, isHidden: isHidden)
        url = URL(fileURLWithPath: owner.path).appendingPathComponent("\(purpose)-\(UUID().uuidString)")
        try Self.make(url)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The folder's path, relative to its parent.
    package var relativePath: String { owner.name + "/" + url.lastPathComponent }

    /// Creates a folder that only this user can access. Does nothing if the folder exists. Its parent must exist.
    ///
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be created.
    package static func make(_ url: URL) throws(TemporaryFolder.Failure) {
        guard mkdir(url.path, 0o700) == 0 || (errno == EEXIST && FileStatus(at: url.path)?.isFolder == true) else {
            throw TemporaryFolder.Failure(in: url.deletingLastPathComponent(), code: errno)
        }
    }

    /// The system's folder for temporary files.
    package static var parent: URL { FileManager.default.temporaryDirectory }
}

extension FileHandle {
    /// Opens an unnamed temporary file that contains the given bytes, for reading and writing from the beginning. The
    /// system removes the file when it is closed.
    ///
    /// - Throws: ``TemporaryFolder/Failure`` if it can't be created or written.
    package static func temporary(holding bytes: Data) throws(TemporaryFolder.Failure) -> FileHandle {
        let parent = TemporaryFolder.parent
        let folder = try TemporaryFolder(for: "input")
        let path = folder.url.appendingPathComponent("input").path
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
    /// The error for a temporary file or folder that can't be created or written.
    package struct Failure: Error, Sendable, Hashable {
        /// The folder where a temporary file or folder couldn't be created or written.
        package let folder: String
        /// The system's error number (`errno`).
        package let code: Int32
        /// Whether the `TMPDIR` environment variable specifies the folder.
        package let isNamed: Bool

        /// Creates an error for a folder where a temporary file or folder couldn't be created.
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
    /// A description of the error and its fix, without a final period.
    package var description: String {
        let name = isNamed ? "\(folder.visible) (from TMPDIR)" : folder.visible
        let fix =
            switch code {
            case EFBIG: "Raise the file size limit (ulimit -f)"
            case ENOSPC, EDQUOT: "Free space there, or set TMPDIR to a folder with more space"
            case EMFILE, ENFILE: "Close files, or raise the limit with ulimit -n"
            default: "Set TMPDIR to a writable folder" + (isNamed ? ", or unset it" : "")
            }
        return "can't create a temporary file in \(name): \(String(cString: strerror(code))). \(fix)"
    }

    package var errorDescription: String? { description }
}
