import Foundation

/// The error for a temporary file or folder that can't be created or written.
package struct TemporaryFolderError: Error, Sendable, Hashable {
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

extension TemporaryFolderError: LocalizedError, CustomStringConvertible {
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
