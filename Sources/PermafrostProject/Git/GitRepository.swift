import Foundation
import PermafrostSource

/// A project's git repository.
package struct GitRepository: Sendable {
    package struct Commit: Sendable, Hashable, Encodable {
        /// The commit's hash.
        package let id: String
        /// The commit's date, such as `2026-11-20`.
        package let date: String
        /// The first line of the commit's message.
        package let subject: String

        /// The commit's abbreviated hash.
        package var shortID: String { String(id.prefix(10)) }
    }

    /// A source in a commit: a Swift file, a project file, an entitlements file, or a file of a Core Data model.
    struct File: Sendable, Hashable {
        /// The path relative to the project's folder.
        let path: String
        /// The object ID of the file's content.
        let blob: String
    }

    let git: GitProcess
    /// The path of the project's folder relative to the top of the repository. It ends with `/`. It is empty if the
    /// project's folder is the top.
    var prefix: String { git.workTree.prefix }

    /// Whether the project's folder is at the top of the repository.
    var isAtTop: Bool { prefix.isEmpty }

    /// Finds the repository that contains a project's folder by looking for `.git`. This doesn't run git. If git
    /// rejects the repository, the first query throws the error.
    ///
    /// - Throws: ``GitError/noRepository(path:reason:)`` if the search finds no `.git` that git can use, or
    ///   ``GitError/noGit(reason:)`` if `git` isn't in `PATH`.
    package init(directory: String) throws(GitError) {
        guard let workTree = GitWorkTree(of: directory) else {
            let refusal = GitWorkTree.refusal(of: directory)
            throw .noRepository(path: directory, reason: refusal ?? Self.noGitFolder)
        }
        git = try GitProcess(workTree, project: directory)
    }

    /// The reason in ``GitError/noRepository(path:reason:)`` for a folder that isn't in a repository.
    package static let noGitFolder = "neither this folder nor a folder above it contains .git"

    /// Returns whether a folder is in a repository.
    package static func contains(_ directory: String) -> Bool { GitWorkTree(of: directory) != nil }

    /// Returns the name of the default branch, such as `main`. If it is unknown, returns the name of the only local
    /// branch, or nil if there are several.
    ///
    /// - Throws: ``GitError`` if git can't read the branches.
    func defaultBranch() throws(GitError) -> String? {
        let (remote, local) = ("refs/remotes/origin/", "refs/heads/")
        let branches = try lines(["for-each-ref", "--format=%(refname) %(symref)", local, remote]).map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        }
        let choice = branches.first { $0.first == GitReferences.remoteHead }?.last
        let names = Set(branches.compactMap(\.first))
        if let name = GitReferences.defaultBranch(remoteChoice: choice, exists: names.contains) {
            return [remote, local].first(where: name.hasPrefix).map { String(name.dropFirst($0.count)) } ?? name
        }
        var locals = names.filter { $0.hasPrefix(local) }.map { String($0.dropFirst(local.count)) }
        // The branch doesn't exist until the first commit.
        if locals.isEmpty { locals = try lines(["symbolic-ref", "--short", "HEAD"]) }
        return locals.count == 1 ? locals[0] : nil
    }

    /// Returns the tags that refer to commits. They are sorted by commit, oldest first, and then by name.
    package func tags() throws(GitError) -> [(name: String, commit: Commit)] {
        let format = "%(refname:strip=2)%00%(objecttype)%00%(*objecttype)%00%(objectname)%00%(*objectname)"
        let lines = try lines(["for-each-ref", "--format=\(format)", "refs/tags"])
        var commits: [String: String] = [:]
        for line in lines {
            let fields = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 5 else { continue }
            if fields[1] == "commit" { commits[fields[0]] = fields[3] }
            if fields[2] == "commit" { commits[fields[0]] = fields[4] }
        }
        guard !commits.isEmpty else { return [] }
        let inOrder = try self.commits(["--topo-order", "--reverse"] + Set(commits.values).sorted())
        let names = Dictionary(grouping: commits.keys.sorted()) { commits[$0] ?? "" }
        return inOrder.flatMap { commit in (names[commit.id] ?? []).map { ($0, commit) } }
    }

    /// Returns whether this is a shallow clone, which lacks earlier commits and most tags.
    package func isShallow() throws(GitError) -> Bool {
        try lines(["rev-parse", "--is-shallow-repository"]) == ["true"]
    }

    /// Returns the subfolders of the project's folder that contain tracked files, also in folders of their own. The
    /// paths are relative to the project's folder.
    func trackedFolders() throws(GitError) -> Set<String> {
        let place = isAtTop ? [] : [":(literal)\(prefix.dropLast())"]
        var folders: Set<String> = []
        for file in try git.output(["ls-files", "-z", "--"] + place).split(separator: 0) {
            let path = String(decoding: file, as: UTF8.self)
            guard path.hasPrefix(prefix) else { continue }
            var folder = String(path.dropFirst(prefix.count)).parentPath
            while !folder.isEmpty, folders.insert(folder).inserted { folder = folder.parentPath }
        }
        return folders
    }

    /// Returns whether a commit contains a file or folder in the project's folder.
    func has(_ path: String, at commit: Commit) throws(GitError) -> Bool {
        guard let path = git.workTree.path(of: path) else { return false }
        return try git.outputIfAny(["cat-file", "-e", "\(commit.id):\(path)"]) != nil
    }

    /// Returns the contents of a file at a commit, or nil if the commit doesn't contain the file or a partial clone
    /// lacks its contents.
    ///
    /// - Parameters:
    ///   - path: the path relative to the project's folder, or an absolute path.
    ///   - limit: the maximum number of bytes.
    /// - Throws: ``GitError`` if git can't be run, or if the file is larger than the limit.
    func contents(of path: String, at commit: Commit, limit: Int) throws(GitError) -> Data? {
        guard let path = git.workTree.path(of: path),
            let size = try git.outputIfAny(["cat-file", "-s", "\(commit.id):\(path)"])
        else { return nil }
        guard let count = Int(String(decoding: size, as: UTF8.self).trimmingCharacters(in: .newlines)), count <= limit
        else { throw .failed(command: "cat-file", reason: "\(path) is larger than \(limit) bytes") }
        return try git.outputIfAny(["cat-file", "blob", "\(commit.id):\(path)"])
    }

    /// Returns the commits up to and including the given one that changed the project's Swift files, project files or
    /// Core Data models, newest first.
    package func commitsOfSources(until commit: Commit) throws(GitError) -> [Commit] {
        try commits(["--topo-order", commit.id, "--"] + pathspecs)
    }

    /// Returns the descendants of `first` that changed the project's Swift files, project files or Core Data models, up
    /// to and including `last`, oldest first.
    package func commitsOfSources(after first: Commit, until last: Commit) throws(GitError) -> [Commit] {
        try commits(["--topo-order", "--reverse", "--ancestry-path", "\(first.id)..\(last.id)", "--"] + pathspecs)
    }

    /// Returns the commit that added each file, keyed by path. If a file was added several times, this is the newest of
    /// these commits. A renamed file counts as added. Files that `HEAD` doesn't contain are left out.
    ///
    /// - Parameter paths: the paths of files, relative to the top of the repository.
    func additions(of paths: [String]) throws(GitError) -> [String: Commit] {
        let objects = try GitObjects(git).read(paths.map { "HEAD:\($0)" })
        let paths = zip(paths, objects).filter { $0.1 != nil }.map(\.0)
        guard !paths.isEmpty else { return [:] }
        let output = try git.output(
            [
                "log", "--no-show-signature", "-z", "--diff-filter=A", "--no-renames", "--name-only", "-O/dev/null",
                "--format=%x01%H", "--",
            ] + paths.map { ":(top,literal)\($0)" })
        // A commit consists of its hash with a mark, a zero byte and a line break, and paths that each end with a zero
        // byte.
        var added: [String: String] = [:]
        var commit = ""
        for field in output.split(separator: 0) {
            let text = String(decoding: field.drop { $0 == 10 }, as: UTF8.self)
            if text.hasPrefix("\u{1}") {
                commit = String(text.dropFirst())
            } else if added[text] == nil {
                added[text] = commit
            }
        }
        guard !added.isEmpty else { return [:] }
        let known = try commits(["--no-walk"] + Set(added.values).sorted())
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        return added.compactMapValues { byID[$0] }
    }

    /// Returns the project's Swift files, Core Data models, project files and entitlements files at a commit. Folders
    /// that never contain the project's own sources are left out.
    func files(of commit: Commit) throws(GitError) -> [File] { try files(of: [commit]).first ?? [] }

    /// Returns the project's Swift files, Core Data models, project files and entitlements files at each commit. A
    /// folder that several commits have in common is read only once. If a commit doesn't contain the project's folder,
    /// it has no files.
    func files(of commits: [Commit]) throws(GitError) -> [[File]] {
        var trees = GitTrees(git)
        var files: [[File]] = []
        for (commit, found) in zip(commits, try trees.files(of: commits)) {
            if let found {
                files.append(found)
            } else if try isPartial() {
                throw .failed(command: "cat-file", reason: Self.isMissing("a folder", of: commit.shortID))
            } else if try !hasFolder(at: commit) {
                // The project's folder doesn't exist at this commit.
                files.append([])
            } else {
                throw .failed(command: "cat-file", reason: "a folder of commit \(commit.shortID) is missing")
            }
        }
        return files
    }

    private func hasFolder(at commit: Commit) throws(GitError) -> Bool {
        guard !isAtTop else { return true }
        return try git.outputIfAny(["cat-file", "-e", "\(commit.id):\(prefix.dropLast())"]) != nil
    }

    /// Returns the contents of files, in the order of `files`.
    func contents(of files: [File]) throws(GitError) -> [Data] {
        let (output, places) = try batch(of: files.map(\.blob)) { files[$0].path }
        return places.map { Data(output[(output.startIndex + $0.lowerBound)..<(output.startIndex + $0.upperBound)]) }
    }

    /// Returns the newest common ancestor of two commits, or nil if git doesn't find one.
    func mergeBase(_ first: String, _ second: String) throws(GitError) -> String? {
        let output = try git.outputIfAny(["merge-base", first, second])
        return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    }

    /// Returns the contents of the blobs with the given object IDs in a single buffer, and the range of each blob in
    /// this buffer.
    func contents(ofBlobs blobs: [String]) throws(GitError) -> (bytes: Data, places: [Range<Int>]) {
        try batch(of: blobs) { "a file (\(blobs[$0]))" }
    }

    /// Returns git's output for blobs, and the range of each blob's content in it.
    ///
    /// - Parameter name: returns the display name of the blob at an index.
    private func batch(
        of blobs: [String], name: (Int) -> String
    ) throws(GitError) -> (bytes: Data, places: [Range<Int>]) {
        let output: Data
        do {
            output = try git.output(
                ["cat-file", "--batch"], input: Data(blobs.map { $0 + "\n" }.joined().utf8))
        } catch {
            guard case .failed = error, try isPartial() else { throw error }
            throw .failed(command: "cat-file", reason: Self.isMissing("a file"))
        }
        var rest = output[...]
        var places: [Range<Int>] = []
        for index in blobs.indices {
            // The format is `<name> blob <size>`, a line break, the content, and a line break.
            guard let end = rest.firstIndex(of: 10),
                let size = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").last.flatMap({ Int($0) }
                ),
                rest.distance(from: end, to: rest.endIndex) > size + 1
            else {
                throw GitError.failed(
                    command: "cat-file",
                    reason: try isPartial() ? Self.isMissing(name(index)) : "\(name(index)) is missing")
            }
            let start = end + 1 - output.startIndex
            places.append(start..<(start + size))
            rest = rest[(end + 2 + size)...]
        }
        return (output, places)
    }

    /// Returns whether this is a partial clone, which may lack contents of earlier commits.
    func isPartial() throws(GitError) -> Bool {
        let names = #"^(remote\..*\.promisor|extensions\.partialclone)$"#
        return try git.outputIfAny(["config", "--get-regexp", names]) != nil
    }

    /// Returns whether the repository lacks any part of the given folders or files in a commit. Also returns true if
    /// git can't read the commit's top folder.
    ///
    /// - Parameter paths: the folders or files, relative to the top of the repository.
    func lacks(_ paths: [String], of commit: String) throws(GitError) -> Bool {
        let listed = try git.outputIfAny(
            ["rev-list", "--objects", "--no-walk", "--missing=print", "\(commit)^{tree}", "--"]
                + paths.map { ":(top,literal)\($0)" })
        // git fails if the commit's own tree is missing. A line that begins with `?` describes a missing object.
        return listed.map { $0.split(separator: 10).contains { $0.first == UInt8(ascii: "?") } } ?? true
    }

    /// The command that fetches the commits and tags that are missing from a shallow clone.
    package static let unshallowCommand = "git fetch --unshallow --tags"

    /// The command that fetches the missing objects of a partial clone.
    package static let refetchCommand = "git fetch --refetch --no-filter"

    /// Returns the reason that a partial clone can't be read.
    ///
    /// - Parameters:
    ///   - what: the missing object, such as "a folder".
    ///   - commit: the commit that contains the object, or nil if it is unknown.
    static func isMissing(_ what: String, of commit: String? = nil) -> String {
        let place = commit.map { "commit \($0)" } ?? "that commit"
        return "the clone is partial and lacks \(what) of \(place). Fetch the missing files: \(refetchCommand)"
    }

    // MARK: Parts

    private var pathspecs: [String] {
        let folder = prefix.map { "*?[\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        return (["*.swift", "*.xcodeproj/project.pbxproj"] + SourcePaths.modelSuffixes.map { "*\($0)/**" }).map {
            ":(top,glob)\(folder)**/\($0)"
        }
    }

    /// Returns the commits that `git log` lists.
    func commits(_ arguments: [String]) throws(GitError) -> [Commit] {
        let format = "--format=%H%x00%cs%x00%s"
        // Without `--`, git fails if a file has the name of a commit's hash.
        let arguments = arguments + (arguments.contains("--") ? [] : ["--"])
        return try lines(["log", "--no-show-signature", format] + arguments).compactMap { line in
            let fields = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            return fields.count == 3 ? Commit(id: fields[0], date: fields[1], subject: fields[2]) : nil
        }
    }

    /// The short names of tags and branches, for suggestions.
    func references() throws(GitError) -> [String] {
        try lines(["for-each-ref", "--format=%(refname:short)", "refs/tags", "refs/heads", "refs/remotes"])
    }

    /// Runs git and returns the lines of its output.
    func lines(_ arguments: [String]) throws(GitError) -> [String] {
        String(decoding: try git.output(arguments), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
