#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The sources in a folder on disk. Symbolic links are never followed: what they lead to inside the project is found
/// where it is, and what lies outside is not the project's.
public struct DirectorySources: SourceFiles {
    private let directory: String

    /// The deepest nesting of folders that is followed.
    private static let depthLimit = 64

    /// The sources in a folder, which is given by its absolute path.
    public init(directory: String) {
        self.directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    }

    public func paths() throws -> [String] {
        var found: [String] = []
        guard collect(folder: "", depth: 0, into: &found) else {
            throw UnreadableFile(reason: Self.lastError())
        }
        return found
    }

    /// Adds the Swift files of a folder and those inside it.
    ///
    /// - Returns: whether the folder could be opened; one inside the project that cannot be is passed over.
    private func collect(folder: String, depth: Int, into found: inout [String]) -> Bool {
        guard let stream = opendir(directory + "/" + folder) else { return false }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            switch kind(of: entry.pointee.d_type, path: folder + name) {
            case .folder where depth < Self.depthLimit && !SourcePaths.isSkippedFolder(name):
                _ = collect(folder: folder + name + "/", depth: depth + 1, into: &found)
            case .file where name.hasSuffix(".swift"): found.append(folder + name)
            default: break
            }
        }
        return true
    }

    private enum Kind { case file, folder, other }

    private func kind(of type: UInt8, path: String) -> Kind {
        switch Int32(type) {
        case Int32(DT_REG): return .file
        case Int32(DT_DIR): return .folder
        case Int32(DT_UNKNOWN):
            // Some file systems do not say what an entry is.
            var status = stat()
            guard lstat(directory + "/" + path, &status) == 0 else { return .other }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return .file
            case S_IFDIR: return .folder
            default: return .other
            }
        default: return .other
        }
    }

    public func withBytes<Result>(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        let file = open(directory + "/" + path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw UnreadableFile(reason: Self.lastError()) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw UnreadableFile(reason: Self.lastError()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw UnreadableFile(reason: "not a regular file") }
        guard status.st_size <= Self.sizeLimit else { throw UnreadableFile(reason: "larger than 64 MB") }
        let capacity = Int(status.st_size)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(capacity, 1), alignment: 16)
        defer { buffer.deallocate() }
        var count = 0
        while count < capacity, let start = buffer.baseAddress {
            let received = read(file, start + count, capacity - count)
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw UnreadableFile(reason: Self.lastError()) }
            if received == 0 { break }
            count += received
        }
        return try body(UnsafeBufferPointer(rebasing: buffer.bindMemory(to: UInt8.self)[..<count]))
    }

    private static let sizeLimit = 64 << 20

    private static func lastError() -> String { String(cString: strerror(errno)) }
}
