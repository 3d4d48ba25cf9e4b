import Foundation
import PermafrostProject
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that an option names for a command to write.
///
/// A file appears complete or not at all. What is no file, such as a pipe or a device, is written to and stays. A link is never
/// replaced: outside of the project's checkout, where it is the user's own, it is followed; in the checkout, where a commit can bring
/// it, it is an error.
struct OutputFile {
    /// The path as the user gave it.
    let path: String
    private let option: String
    private let checkout: Checkout
    /// The folder that a build tool gives its plugin, whose path may have links of the user's.
    private let workFolder: String?

    init(_ path: String, option: String, _ context: CommandContext) {
        self.path = path
        self.option = option
        checkout = Checkout(of: context.options.directory)
        workFolder = context.environment["PERMAFROST_CACHE_DIR"].flatMap { $0.isEmpty ? nil : $0.absolutePath }
    }

    /// Writes the file.
    ///
    /// - Throws: `UsageError` if it can't be written.
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
        // A pipe that nobody reads is an error, and is not waited for.
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
            ? "\(error.path.visible) is a symbolic link, which Permafrost doesn't follow. Name its destination"
            : error.reason + (ErrorWording.WriteFailure.advice(error.code).map { ". " + $0 } ?? "")
    }
}
