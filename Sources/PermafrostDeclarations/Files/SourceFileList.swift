#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The Swift files of a project, sorted by path, with what tells whether one changed.
///
/// Folders of build products and of other people's code are skipped, hidden ones too, and folders of tests unless they are
/// asked for. Symbolic links are not followed: what they point to inside the project is found where it really is.
package struct SourceFileList: Sendable {
    /// One file.
    package struct File: Sendable, Hashable {
        /// The path relative to the project's folder.
        package let path: String
        /// The size in bytes.
        package let size: Int64
        /// When the content last changed, in nanoseconds since 1970.
        package let modified: Int64
        /// When the file's record last changed, in nanoseconds since 1970.
        package let changed: Int64
        /// The file's number in its file system.
        package let number: UInt64
    }

    /// The files.
    package private(set) var files: [File] = []
    /// Folders that could not be read, with the system's reason.
    package private(set) var unreadable: [(path: String, reason: String)] = []

    /// Names of folders that never hold a project's own sources.
    static let skippedFolders: Set<String> = [
        "DerivedData", "Pods", "Carthage", "checkouts", "SourcePackages", "node_modules",
    ]

    /// Lists the files below a folder.
    package init(directory: String, includesTests: Bool) {
        collect(directory, prefix: "", includesTests: includesTests)
        files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    private mutating func collect(_ directory: String, prefix: String, includesTests: Bool) {
        guard let stream = opendir(directory) else {
            unreadable.append((prefix.isEmpty ? "." : String(prefix.dropLast()), String(cString: strerror(errno))))
            return
        }
        defer { closedir(stream) }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let type = Int32(entry.pointee.d_type)
            if type == Int32(DT_REG), !name.hasSuffix(".swift") { continue }
            if type == Int32(DT_LNK) { continue }
            var status = stat()
            if type == Int32(DT_DIR) {
                folders.append(name)
            } else if lstat(directory + "/" + name, &status) == 0 {
                // The type is unknown on some file systems, where the record tells it.
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append(name)
                case S_IFREG where name.hasSuffix(".swift"): add(prefix + name, status)
                default: break
                }
            }
        }
        for folder in folders where !Self.skippedFolders.contains(folder) && (includesTests || !Self.isOfTests(folder))
        {
            collect(directory + "/" + folder, prefix: prefix + folder + "/", includesTests: includesTests)
        }
    }

    private mutating func add(_ path: String, _ status: stat) {
        // A manifest declares a package, not schemas.
        guard path != "Package.swift", !path.hasSuffix("/Package.swift") else { return }
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        files.append(
            File(
                path: path, size: Int64(status.st_size), modified: Self.nanoseconds(modified),
                changed: Self.nanoseconds(changed), number: UInt64(status.st_ino)))
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }

    /// `Tests`, `AppTests`, `AppUITests`, `Tests-iOS`
    private static func isOfTests(_ folder: String) -> Bool {
        folder.hasSuffix("Tests") || folder.hasPrefix("Tests") || folder == "Test"
    }
}
