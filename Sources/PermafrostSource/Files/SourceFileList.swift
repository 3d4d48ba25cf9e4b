#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files in a project's folder that Permafrost may read, with the metadata for detecting changed files. These are
/// Swift files (including tests and manifests), Core Data model files, Xcode project files and entitlements files. In a
/// project with Core Data models, they include files in Objective-C.
///
/// Skips folders such as `Pods` (``SourcePaths/isSkippedFolder(_:isInTarget:)``). Files that a symbolic link leads to
/// are listed at their own paths, if they are inside the project.
package struct SourceFileList: Sendable {
    package struct File: Sendable, Hashable {
        /// The file's path, relative to the project's folder.
        package let path: String
        /// The file's size in bytes.
        package let size: Int64
        /// The time when the file's contents last changed, in nanoseconds since 1970.
        package let modified: Int64
        /// The time when the file's status last changed, in nanoseconds since 1970.
        package let changed: Int64
        /// The file's inode number.
        package let number: UInt64
    }

    /// The files, sorted by path.
    package private(set) var files: [File] = []

    /// The system's error messages for the subfolders that couldn't be opened, keyed by the folder's path.
    package private(set) var unreadableFolders: [String: String] = [:]

    /// The symbolic links to files and folders in the project: the paths that they lead to, keyed by the link's path.
    package private(set) var links: [String: String] = [:]

    /// The paths of the files that are listed only because a symbolic link leads to them.
    package private(set) var linked: Set<String> = []

    /// The paths of the symbolic links to Swift files and folders outside of the project.
    package private(set) var outsideLinks: [String] = []

    /// The paths of the folders that are skipped because of their names. Omits hidden ones.
    package private(set) var skippedFolders: [String] = []

    /// The maximum nesting depth of folders. A more deeply nested folder can't be read.
    private static let depthLimit = 64

    /// The error for a project folder that can't be opened.
    package struct Unreadable: Error, Sendable {
        package let reason: String
    }

    /// Creates a list of the files in a folder and its subfolders.
    ///
    /// - Throws: ``Unreadable`` if the folder itself can't be opened.
    package init(directory: String) throws {
        guard collect(directory, prefix: "", depth: 0, kind: .other, isInSources: false, isInTarget: false) else {
            throw Unreadable(reason: String(cString: strerror(errno)))
        }
        follow(in: directory)
        // Code in Objective-C is read only if it may open a Core Data model.
        let hasModel = files.contains { $0.path.hasSuffix("/contents") }
        if !hasModel { files.removeAll { SourcePaths.isObjectiveC($0.path) } }
        files.sort { Self.isBefore($0.path, $1.path) }
    }

    /// Replaces the keys of ``links`` without a target by their targets. Lists the files that only a link leads to.
    private mutating func follow(in directory: String) {
        guard !links.isEmpty, let root = Self.resolved(directory) else { return }
        var known = Set(files.map(\.path))
        var folders = Set(files.flatMap { Self.folders(of: $0.path) })
        // A folder that a link leads to may contain further links.
        var open = links.keys.sorted(by: Self.isBefore)
        while let link = open.popLast() {
            links[link] = nil
            var status = stat()
            guard let place = Self.resolved(directory + "/" + link), stat(place, &status) == 0 else { continue }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            guard isFolder || status.st_mode & S_IFMT == S_IFREG && link.hasSuffix(".swift") else { continue }
            guard place.hasPrefix(root + "/") else {
                if place != root { outsideLinks.append(link) }
                continue
            }
            let path = String(place.dropFirst(root.count + 1))
            // A folder that contains its own link has no end.
            guard !link.hasPrefix(path + "/") else { continue }
            links[link] = path
            if !isFolder {
                if known.insert(path).inserted {
                    linked.insert(path)
                    add(path, status)
                }
            } else if folders.insert(path).inserted {
                let (count, others) = (files.count, Set(links.keys))
                _ = collect(place, prefix: path + "/", depth: 0, kind: .other, isInSources: true, isInTarget: true)
                for file in files[count...] where known.insert(file.path).inserted {
                    linked.insert(file.path)
                    folders.formUnion(Self.folders(of: file.path))
                }
                open += links.keys.filter { !others.contains($0) }.sorted(by: Self.isBefore)
            }
        }
    }

    /// Returns the paths of the folders that contain a path.
    private static func folders(of path: String) -> [String] {
        var folders: [String] = []
        var rest = path[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            folders.append(String(rest))
        }
        return folders
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns whether the left path's bytes sort before the right path's bytes. Uses a single `memcmp` for speed,
    /// because a large project has thousands of paths.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        let order = left.utf8.withContiguousStorageIfAvailable { first in
            right.utf8.withContiguousStorageIfAvailable { second in
                guard let one = first.baseAddress, let other = second.baseAddress else {
                    return first.count < second.count
                }
                let difference = memcmp(one, other, min(first.count, second.count))
                return difference == 0 ? first.count < second.count : difference < 0
            }
        }
        return (order ?? nil) ?? left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// A kind of folder, which determines the files to list.
    private enum Folder {
        /// A Core Data model, whose files are all listed.
        case model
        /// An Xcode project. Only the file with its targets is listed.
        case project
        case other

        func wants(_ file: String) -> Bool {
            switch self {
            case .model: true
            case .project: file == SourcePaths.projectFile
            case .other:
                file.hasSuffix(".swift") || SourcePaths.isEntitlementsFile(file) || SourcePaths.isObjectiveC(file)
            }
        }
    }

    private mutating func collect(
        _ directory: String, prefix: String, depth: Int, kind: Folder, isInSources: Bool, isInTarget: Bool
    ) -> Bool {
        guard let stream = opendir(directory) else { return false }
        defer { closedir(stream) }
        var folders: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            guard !name.hasPrefix(".") || kind == .model && name == SourcePaths.currentVersionFile else { continue }
            let type = Int32(entry.pointee.d_type)
            let isWanted = kind.wants(name)
            if type == Int32(DT_REG), !isWanted { continue }
            if type == Int32(DT_LNK) {
                if kind == .other { links[prefix + name] = "" }
                continue
            }
            var status = stat()
            if type == Int32(DT_DIR) {
                folders.append(name)
            } else if lstat(directory + "/" + name, &status) == 0 {
                // Some file systems don't include the type in the directory entry.
                switch status.st_mode & S_IFMT {
                case S_IFDIR: folders.append(name)
                case S_IFREG where isWanted: add(prefix + name, status)
                case S_IFLNK where kind == .other: links[prefix + name] = ""
                default: break
                }
            }
        }
        // Folders inside an Xcode project contain user settings.
        guard kind != .project else { return true }
        for folder in folders {
            guard !SourcePaths.isSkippedFolder(folder, isInTarget: isInTarget) else {
                if !folder.hasPrefix("."), !folder.hasSuffix(".playground") { skippedFolders.append(prefix + folder) }
                continue
            }
            guard depth < Self.depthLimit else {
                unreadableFolders[prefix + folder] = "it is nested too deeply"
                continue
            }
            var inner = kind
            if SourcePaths.isModelFolder(folder) { inner = .model }
            if kind == .other, folder.hasSuffix(SourcePaths.projectSuffix) { inner = .project }
            let isRead = collect(
                directory + "/" + folder, prefix: prefix + folder + "/", depth: depth + 1, kind: inner,
                isInSources: isInSources || SourcePaths.isSourceFolder(folder), isInTarget: isInTarget || isInSources)
            if !isRead {
                unreadableFolders[prefix + folder] = String(cString: strerror(errno))
            }
        }
        return true
    }

    private mutating func add(_ path: String, _ status: stat) {
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
}
