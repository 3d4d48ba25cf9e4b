#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The sources in a folder on disk. No file is read through a symbolic link: files inside the project are listed at their
/// own paths, and files outside don't belong to the project.
package struct DirectorySources: SourceFiles {
    private let directory: String

    package init(directory: String) {
        self.directory = directory.hasSuffix("/") ? String(directory.dropLast()) : directory
    }

    package func listing() throws -> SourceListing {
        do {
            let list = try SourceFileList(directory: directory)
            var listing = SourceListing(
                paths: list.files.map(\.path), unreadableFolders: list.unreadableFolders)
            (listing.links, listing.linked) = (list.links, list.linked)
            (listing.outsideLinks, listing.skippedFolders) = (list.outsideLinks, list.skippedFolders)
            return listing
        } catch let error as SourceFileList.Unreadable {
            throw UnreadableFile(reason: error.reason)
        }
    }

    package func withBytes<Result>(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        let file = open(directory + "/" + path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { throw UnreadableFile(reason: Self.lastError()) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw UnreadableFile(reason: Self.lastError()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw UnreadableFile(reason: Self.notRegular) }
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

    static let notRegular = "not a regular file"
    private static let sizeLimit = 64 << 20

    private static func lastError() -> String { String(cString: strerror(errno)) }
}
