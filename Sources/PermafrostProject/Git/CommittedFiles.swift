import Foundation
import PermafrostModel
import PermafrostStore

/// A reader for files in commits. It also compares them with the files in the work tree.
///
/// Contents are compared in this process, because git would run filters. git is used only to read committed objects,
/// attributes, and settings.
package final class CommittedFiles {
    package struct File: Sendable, Hashable {
        /// The path relative to the project's folder. It is absolute if the files were listed with an absolute path.
        package let path: String
        /// The object ID of the file's content.
        package let blob: String
        /// Whether this is a symbolic link or a submodule.
        package let isSpecial: Bool
    }

    /// The result of comparing a file in the work tree with a committed file.
    package enum Comparison: Sendable, Hashable {
        /// The contents are equal.
        case same
        /// The contents are different.
        case different
        /// The file is missing from the work tree.
        case missing
        /// The files can't be compared, for the given reason.
        case incomparable(Reason)
    }

    /// The reason that a file can't be compared.
    package enum Reason: Sendable, Hashable {
        /// A filter program would convert the file. Filters aren't run. The value is the filter's name.
        case filter(String)
        /// The file has an encoding other than UTF-8 in the work tree. The value is the encoding.
        case encoding(String)
        /// The clone is partial, and the committed content is missing.
        case partialClone
        /// The file in the work tree can't be read. The value is the reason.
        case unreadable(String)
    }

    private let repository: GitRepository
    private let objects: GitObjects
    private var folders: GitFolders
    private var listed: [String: [File]] = [:]

    package init(_ repository: GitRepository) {
        self.repository = repository
        objects = GitObjects(repository.git)
        folders = GitFolders(objects)
    }

    // MARK: Listing commits

    /// Returns the files in a folder and its subfolders at each commit.
    ///
    /// - Parameters:
    ///   - folder: the path relative to the project's folder, or an absolute path. Empty for the project's folder.
    ///   - commits: the hashes of commits, or other references such as `HEAD`.
    /// - Returns: the files at each commit. Nil if the folder is outside the work tree, if the commit doesn't contain
    ///   it, or if a part of it is missing from the repository.
    /// - Throws: ``GitError`` if git fails, or if the folder has too many files or nested folders.
    package func files(below folder: String, at commits: [String]) throws(GitError) -> [[File]?] {
        let tree = repository.git.workTree
        guard let path = tree.path(of: folder) else { return commits.map { _ in nil } }
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        let roots = try folders.load(commits.map { "\($0):\(name)" })
        var open = Set(roots.compactMap(\.self)).sorted()
        var depth = 0
        while !open.isEmpty {
            let inner = open.flatMap { folders[$0] ?? [] }.filter { $0.isFolder && folders[$0.id] == nil }.map(\.id)
            depth += 1
            // The search below throws an error that names the commit with the deeper folder.
            guard depth < Self.maximumDepth else { break }
            open = try folders.load(inner.unique).compactMap(\.self)
        }
        let start = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        var found: [[File]?] = []
        for (root, commit) in zip(roots, commits) {
            let place = (folder.isEmpty ? "the project's folder" : folder) + " in commit \(commit)"
            guard let root, let files = try files(in: root, depth: 0, of: place.visible) else {
                found.append(nil)
                continue
            }
            found.append(files.map { File(path: start + $0.path, blob: $0.blob, isSpecial: $0.isSpecial) })
        }
        return found
    }

    private static let maximumDepth = 64
    private static let maximumCount = 200_000

    /// Returns the files in the folder with the given object ID, or nil if the repository lacks a part of it. The
    /// folder must be loaded.
    ///
    /// - Parameter place: the text for the outermost folder and its commit in an error.
    private func files(in folder: String, depth: Int, of place: String) throws(GitError) -> [File]? {
        if let known = listed[folder] { return known }
        guard depth < Self.maximumDepth else {
            throw .failed(
                command: "cat-file", reason: "\(place) has more than \(Self.maximumDepth) nested folders")
        }
        guard let entries = folders[folder] else { return nil }
        var found: [File] = []
        for entry in entries {
            if entry.isFolder {
                guard let inner = try files(in: entry.id, depth: depth + 1, of: place) else { return nil }
                found += inner.map {
                    File(path: entry.name + "/" + $0.path, blob: $0.blob, isSpecial: $0.isSpecial)
                }
            } else {
                found.append(File(path: entry.name, blob: entry.id, isSpecial: entry.kind != .file))
            }
            guard found.count <= Self.maximumCount else {
                throw .failed(
                    command: "cat-file",
                    reason: "\(place) has more than \(Self.maximumCount) files, which Permafrost doesn't read")
            }
        }
        listed[folder] = found
        return found
    }

    // MARK: Comparing with the work tree

    /// Compares committed files with the files in the work tree.
    ///
    /// - Returns: the result for each file, in the order of `files`.
    /// - Throws: ``GitError`` if git can't read the committed files or their attributes.
    package func compare(_ files: [File]) throws(GitError) -> [Comparison] {
        let tree = repository.git.workTree
        let top = tree.top == "/" ? "" : tree.top
        let places = files.map { file in tree.path(of: file.path).map { (name: $0, path: "\(top)/\($0)") } }
        let inputs = Array(zip(files, places.map { $0?.path }))
        var results = inputs.parallelMap { file, path in path.map { Self.compareBytes(of: file, with: $0) } ?? .missing
        }
        // Only a file with different bytes may have been converted by git.
        let open = results.indices.filter { index in
            results[index] == .different && !files[index].isSpecial
                && places[index].map { (try? FileKind(of: $0.path)) == .regular } == true
        }
        guard !open.isEmpty else { return results }
        let conversions = try FileConversions(of: open.compactMap { places[$0]?.name }, in: repository.git)
        let blobs = try contents(of: open.map { files[$0].blob })
        for (index, blob) in zip(open, blobs) {
            guard let place = places[index] else { continue }
            guard let blob else {
                results[index] = .incomparable(.partialClone)
                continue
            }
            do {
                let bytes = try FileAccess.read(place.path)
                results[index] = conversions.of(place.name).compare(bytes, withBlob: blob)
            } catch {
                results[index] = .incomparable(.unreadable("\(error)"))
            }
        }
        return results
    }

    /// Returns the contents of blobs, or nil for each missing blob. If git would have to fetch any of them, returns nil
    /// for all blobs.
    private func contents(of blobs: [String]) throws(GitError) -> [[UInt8]?] {
        do {
            return try objects.read(blobs).map { $0.map { Array($0.content) } }
        } catch {
            // git fails if it would have to fetch an object.
            guard case .failed = error else { throw error }
            return blobs.map { _ in nil }
        }
    }

    /// Compares the item at a path with a committed file. They are the same if the item's bytes have the file's object
    /// ID. Doesn't consider git's conversions.
    private static func compareBytes(of file: File, with path: String) -> Comparison {
        do {
            switch try FileKind(of: path) {
            case .absent: return .missing
            case .symbolicLink:
                let target = Array(try FileManager.default.destinationOfSymbolicLink(atPath: path).utf8)
                return file.isSpecial && name(of: target, like: file.blob) == file.blob ? .same : .different
            case .directory, .other: return .different
            case .regular:
                guard !file.isSpecial else { return .different }
                return name(of: try FileAccess.read(path), like: file.blob) == file.blob ? .same : .different
            }
        } catch {
            return .incomparable(.unreadable("\(error)"))
        }
    }

    /// Returns the object ID of a blob with the given bytes. It is the hash of `blob SIZE`, a zero byte, and the bytes.
    ///
    /// - Parameter other: an object ID in the same repository. Its length determines the hash function.
    static func name(of bytes: [UInt8], like other: String) -> String {
        let header = Array("blob \(bytes.count)\0".utf8)
        return Digest.hex(
            other.utf8.count == 64 ? Digest.sha256(header + bytes) : Digest.sha1([header, bytes]))
    }
}
