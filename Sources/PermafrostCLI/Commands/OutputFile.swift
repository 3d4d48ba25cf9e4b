import Foundation
import PermafrostFixtures
import PermafrostProject
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The output file that an option specifies.
///
/// A regular file is replaced atomically. A pipe or device is opened and written to. A symbolic link is never replaced.
/// Outside the project's checkout, the link is followed, because the user created it. Inside the checkout, the link is
/// an error, because a commit may have added it.
struct OutputFile {
    /// The path that the user specified.
    let path: String
    private let option: String
    private let checkout: Checkout
    /// The work folder that a build tool provides for its plugin; nil if the tool isn't run by a plugin. Symbolic links
    /// in the folder's path are followed.
    private let workFolder: String?

    init(_ path: String, option: String, _ context: CommandContext) {
        self.path = path
        self.option = option
        checkout = Checkout(of: context.options.directory)
        workFolder = context.environment["PERMAFROST_CACHE_DIR"].flatMap { $0.isEmpty ? nil : $0.absolutePath }
    }

    /// Writes the file.
    ///
    /// - Throws: `UsageError` if the file can't be written.
    func write(_ bytes: [UInt8]) throws {
        do { try write(bytes, at: path.absolutePath) } catch {
            let folder = path.parentPath
            let isThere = folder.isEmpty || FileStatus.exists(folder)
            throw UsageError.invalidValue(
                option: option, value: path,
                expected:
                    "a file that can be written (\(isThere ? Self.reason(error) : "there is no folder \(folder)"))")
        }
    }

    private func write(_ bytes: [UInt8], at full: String) throws {
        if let workFolder, full.hasPrefix(workFolder + "/") {
            let root = try RootFolder(workFolder)
            try root.put(bytes, at: String(full.dropFirst(workFolder.count + 1)), replacing: true)
        } else if let place = try checkout.place(of: full) {
            let root = try RootFolder(place.root)
            if try root.kind(of: place.path) == .other { return try Self.write(bytes, through: full) }
            try root.put(bytes, at: place.path, replacing: true)
        } else if let status = FileStatus(at: full), !status.isRegular {
            try Self.write(bytes, through: full)
        } else {
            let file = FileStatus.resolved(full)
            let name = file.split(separator: "/").last.map(String.init) ?? file
            try RootFolder(file.parentPath).put(bytes, at: name, replacing: true)
        }
    }

    private static func write(_ bytes: [UInt8], through path: String) throws {
        // Without a reader, opening a pipe must fail instead of waiting for one.
        let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(operation: .open, path: path, code: errno) }
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(bytes))
        try handle.close()
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? FileError else { return error.localizedDescription }
        return error.code == ELOOP
            ? "\(error.path.visible) is a symbolic link, which Permafrost doesn't follow. Specify the link's "
                + "destination"
            : error.reason + (WriteFailure.advice(error.code).map { ". " + $0 } ?? "")
    }
}
