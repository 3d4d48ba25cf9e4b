import Foundation
import PermafrostStore

/// The work tree that contains a folder. It is found by looking for `.git`.
///
/// git also treats a folder as a repository if the folder itself contains `HEAD`, `objects` and `refs`. A commit can
/// contain files with these names, and a configuration that specifies programs to run. It can't contain `.git`, because
/// git refuses to track that name. Therefore, only `.git` is considered.
struct GitWorkTree: Sendable, Hashable {
    /// The folder that contains `.git`, with symbolic links resolved.
    let top: String
    /// The path of the starting folder relative to ``top``. It ends with `/`. It is empty if the starting folder is
    /// ``top``.
    let prefix: String

    /// Finds the work tree that contains a folder. Returns nil if the search upward finds no `.git` that git would use.
    ///
    /// Like git's search, the search doesn't enter folders in `GIT_CEILING_DIRECTORIES`. It also ends at a mount point,
    /// unless `GIT_DISCOVERY_ACROSS_FILESYSTEM` is true.
    init?(of directory: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let start = RealPath.of(directory), let device = Self.device(start) else { return nil }
        let ceilings = Self.ceilings(environment["GIT_CEILING_DIRECTORIES"] ?? "")
        let crosses = ["true", "yes", "on", "1"].contains(
            environment["GIT_DISCOVERY_ACROSS_FILESYSTEM"]?.lowercased() ?? "")
        var folder = start
        while true {
            if Self.hasRepository(folder) {
                top = folder
                let rest = Self.inner(start, of: folder)
                prefix = rest.isEmpty ? "" : rest + "/"
                return
            }
            guard folder != "/" else { return nil }
            folder = folder.parentPath
            guard !ceilings.contains(folder), crosses || Self.device(folder) == device else { return nil }
        }
    }

    /// Returns the reason that git can't use the nearest `.git` in a folder or above it. Returns nil if neither the
    /// folder nor any folder above it contains `.git`.
    static func refusal(of directory: String) -> String? {
        guard var folder = RealPath.of(directory) else { return nil }
        while true {
            let path = folder == "/" ? "/.git" : folder + "/.git"
            var status = stat()
            if lstat(path, &status) == 0 {
                guard stat(path, &status) == 0 else {
                    return "\(path) can't be read: \(String(cString: strerror(errno)))"
                }
                let head = open(path + "/HEAD", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
                guard head < 0 else {
                    close(head)
                    return "\(path) isn't a git folder"
                }
                return errno == EACCES || errno == EPERM
                    ? "\(path)/HEAD can't be read: \(String(cString: strerror(errno)))" : "\(path) isn't a git folder"
            }
            guard errno == ENOENT || errno == ENOTDIR else {
                return "\(path) can't be read: \(String(cString: strerror(errno)))"
            }
            guard folder != "/" else { return nil }
            folder = folder.parentPath
        }
    }

    /// Returns a path relative to ``top``, as git expects it. Returns nil if the path is outside the work tree.
    ///
    /// - Parameter path: the path relative to the starting folder, or an absolute path.
    func path(of path: String) -> String? {
        guard path.hasPrefix("/") else { return prefix + path }
        // The file doesn't need to exist. If it is a symbolic link, git tracks the link itself.
        let folder = path.parentPath
        var (existing, rest) = (folder, [(path as NSString).lastPathComponent])
        while RealPath.of(existing) == nil, existing != "/", !existing.isEmpty {
            rest.insert((existing as NSString).lastPathComponent, at: 0)
            existing = existing.parentPath
        }
        guard let real = RealPath.of(existing), RealPath.contains(top, real) else {
            return nil
        }
        let inner = Self.inner(real, of: top)
        return (inner.isEmpty ? rest : [inner] + rest).joined(separator: "/")
    }

    /// Returns the path of a folder relative to a folder that contains it. Both paths are absolute. The result is empty
    /// if they are the same folder.
    private static func inner(_ path: String, of folder: String) -> String {
        String(decoding: path.utf8.dropFirst(folder == "/" ? 1 : folder.utf8.count + 1), as: UTF8.self)
    }

    // MARK: The search

    private static func device(_ path: String) -> dev_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : nil
    }

    /// Returns the absolute paths in `GIT_CEILING_DIRECTORIES`, which the upward search must not enter. Like git,
    /// resolves symbolic links only in the paths before the first empty entry.
    private static func ceilings(_ list: String) -> Set<String> {
        var resolves = true
        var found: Set<String> = []
        for part in list.split(separator: ":", omittingEmptySubsequences: false).map(String.init) {
            if part.isEmpty { resolves = false }
            guard part.hasPrefix("/") else { continue }
            let plain = part.count > 1 && part.hasSuffix("/") ? String(part.dropLast()) : part
            found.insert(resolves ? RealPath.of(plain) ?? plain : plain)
        }
        return found
    }

    /// Returns whether a folder contains a `.git` that ends git's search: a git folder, or a file with any content. If
    /// `.git` is any other folder, git ignores it and continues in the containing folder.
    private static func hasRepository(_ folder: String) -> Bool {
        let path = folder == "/" ? "/.git" : folder + "/.git"
        var status = stat()
        guard stat(path, &status) == 0 else { return false }
        // git stops at a file with this name, regardless of its content.
        return status.st_mode & S_IFMT == S_IFREG || isGitFolder(path)
    }

    /// Returns whether git accepts a folder as a git folder. The test is the same as git's.
    static func isGitFolder(_ path: String) -> Bool {
        guard isHead(path + "/HEAD") else { return false }
        var common = path
        if let text = start(of: path + "/commondir") {
            let name = text.trimmingCharacters(in: .newlines)
            common = name.hasPrefix("/") ? name : path + "/" + name
        }
        return access(common + "/objects", X_OK) == 0 && access(common + "/refs", X_OK) == 0
    }

    private static func isHead(_ path: String) -> Bool {
        var target = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &target, target.count - 1)
        if count >= 0 {
            return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self).hasPrefix("refs/")
        }
        guard let text = start(of: path) else { return false }
        if text.hasPrefix("ref:") {
            return text.dropFirst(4).drop(while: \.isWhitespace).hasPrefix("refs/")
        }
        return text.utf8.count >= 40 && text.utf8.prefix(40).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    /// Returns the first 4,096 bytes of a text file as a string, or nil if the file can't be read.
    private static func start(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
