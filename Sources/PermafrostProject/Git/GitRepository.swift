import Foundation
import PermafrostDeclarations

/// The git repository that a project lies in, as far as its Swift sources, Core Data models and lists of
/// targets go.
package struct GitRepository: Sendable {
    /// A commit.
    package struct Commit: Sendable, Hashable {
        /// Its full name.
        package let id: String
        /// When it was made: `2026-11-20`.
        package let date: String
        /// The first line of its message.
        package let subject: String

        /// Its name as people write it.
        package var shortID: String { String(id.prefix(10)) }
    }

    /// A Swift file, a file of a Core Data model or a list of targets, of a commit.
    struct File: Sendable, Hashable {
        /// The path relative to the project's folder.
        let path: String
        /// The name of its content.
        let blob: String
    }

    private let git: GitProcess
    /// The project's folder relative to the repository's top, with a `/` at the end; empty for the top itself.
    let prefix: String

    /// Finds the repository of a project's folder.
    ///
    /// - Throws: ``GitError``.
    package init(directory: String) throws(GitError) {
        git = GitProcess(directory: directory)
        let (status, output, errors) = try git.result(["rev-parse", "--show-prefix"])
        guard status == 0 else { throw GitError.noRepository(path: directory, reason: errors) }
        prefix = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// The commit that a tag, branch or other reference names.
    ///
    /// - Throws: ``GitError/unknownReference(name:known:)`` if there is none.
    package func commit(of reference: String) throws(GitError) -> Commit {
        let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", reference + "^{commit}"]
        let (status, output, _) = try git.result(arguments)
        let id = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard status == 0, let commit = try commits(["--max-count=1", id]).first else {
            throw GitError.unknownReference(name: reference, known: try references())
        }
        return commit
    }

    /// The branch that changes are merged into: the remote's default branch, else `main` or `master`, else the only one. Nil if none
    /// of these is there.
    ///
    /// - Throws: ``GitError``.
    func defaultBranch() throws(GitError) -> String? {
        let remote = "refs/remotes/origin/"
        let (status, output, _) = try git.result(["symbolic-ref", "--quiet", remote + "HEAD"])
        let name = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
        if status == 0, name.hasPrefix(remote) { return String(name.dropFirst(remote.count)) }
        var local = try lines(["for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads"])
        // The first commit makes the branch.
        if local.isEmpty { local = try lines(["symbolic-ref", "--short", "HEAD"]) }
        let fetched = try lines(["for-each-ref", "--format=%(refname:lstrip=3)", remote])
        return ["main", "master"].first { (local + fetched).contains($0) } ?? (local.count == 1 ? local[0] : nil)
    }

    /// The tags that name commits, oldest commit first, then by name.
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

    /// Whether it is a shallow clone, which lacks earlier commits and most tags.
    package func isShallow() throws(GitError) -> Bool {
        try lines(["rev-parse", "--is-shallow-repository"]) == ["true"]
    }

    /// Whether git has a copy of a file or folder below the folder, so that it can restore it.
    func tracks(_ path: String) throws(GitError) -> Bool {
        try !git.run(["ls-files", "-z", "--", ":(literal)\(path)"]).isEmpty
    }

    /// The last commit that changed a file; nil if none did.
    func lastCommit(changing path: String) throws(GitError) -> Commit? {
        try commits(["--max-count=1", "HEAD", "--", ":(literal)\(path)"]).first
    }

    /// Whether a commit has a file or folder below the folder.
    func has(_ path: String, at commit: Commit) throws(GitError) -> Bool {
        try git.result(["cat-file", "-e", "\(commit.id):./\(path)"]).0 == 0
    }

    /// Whether a file is not as the last commit has it.
    func hasChanges(in path: String) throws(GitError) -> Bool {
        try !git.run(["status", "--porcelain", "-z", "--", ":(literal)\(path)"]).isEmpty
    }

    /// The commits before and at one that changed sources of the project, newest first.
    package func commitsOfSources(until commit: Commit) throws(GitError) -> [Commit] {
        try commits(["--topo-order", commit.id, "--"] + pathspecs)
    }

    /// The commits that lead from one to a later one and changed sources of the project, oldest first.
    package func commitsOfSources(after first: Commit, until last: Commit) throws(GitError) -> [Commit] {
        try commits(["--topo-order", "--reverse", "--ancestry-path", "\(first.id)..\(last.id)", "--"] + pathspecs)
    }

    /// The project's Swift files, Core Data models and lists of targets at a commit, less those that are never part of its own sources.
    func files(of commit: Commit) throws(GitError) -> [File] {
        let output = try git.run(["ls-tree", "-r", "-z", "--full-tree", commit.id])
        return output.split(separator: 0).compactMap { entry -> File? in
            let parts = String(decoding: entry, as: UTF8.self).split(separator: "\t", maxSplits: 1)
            guard parts.count == 2, parts[1].hasPrefix(prefix) else { return nil }
            let fields = parts[0].split(separator: " ")
            // Symbolic links and submodules have modes of their own.
            guard fields.count == 3, fields[0].hasPrefix("100") else { return nil }
            let path = parts[1].dropFirst(prefix.count)
            let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            guard !folders.contains(where: { $0.isEmpty || SourcePaths.isSkippedFolder($0) }),
                path.hasSuffix(".swift") || folders.contains(where: SourcePaths.isModelFolder)
                    || SourcePaths.isProjectFile(String(path))
            else { return nil }
            return File(path: String(path), blob: String(fields[2]))
        }
    }

    /// The same of many commits, which share most of their folders.
    func files(of commits: [Commit]) throws(GitError) -> [[File]] {
        var trees = GitTrees(git)
        let found = try trees.files(of: commits, below: prefix)
        var files: [[File]] = []
        // A clone that lacks folders gives git's own reason.
        for (commit, found) in zip(commits, found) {
            if let found { files.append(found) } else { files.append(try self.files(of: commit)) }
        }
        return files
    }

    /// The contents of files, in their order.
    func contents(of files: [File]) throws(GitError) -> [Data] {
        let (output, places) = try batch(of: files.map(\.blob)) { files[$0].path }
        return places.map { Data(output[(output.startIndex + $0.lowerBound)..<(output.startIndex + $0.upperBound)]) }
    }

    /// Writes contents into one file.
    ///
    /// - Parameter blobs: the names of the contents.
    /// - Returns: where each is in the file.
    func write(contentsOf blobs: [String], to path: String) throws -> [Range<Int>] {
        let (output, places) = try batch(of: blobs) { "a file (\(blobs[$0]))" }
        try output.write(to: URL(fileURLWithPath: path))
        return places
    }

    /// What git gives for the names of contents, and where each content is in it.
    ///
    /// - Parameter name: what people call the one at an index.
    private func batch(
        of blobs: [String], name: (Int) -> String
    ) throws(GitError) -> (output: Data, places: [Range<Int>]) {
        let (status, output, errors) = try git.result(
            ["cat-file", "--batch"], input: Data(blobs.map { $0 + "\n" }.joined().utf8))
        guard status == 0 else {
            throw GitError.failed(command: "cat-file", reason: try isPartial() ? Self.isMissing("a file") : errors)
        }
        var rest = output[...]
        var places: [Range<Int>] = []
        for index in blobs.indices {
            // `<name> blob <size>`, a line break, the content, a line break.
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

    /// Whether it is a partial clone, which lacks contents of earlier commits.
    private func isPartial() throws(GitError) -> Bool {
        try git.result(["config", "--get-regexp", #"^(remote\..*\.promisor|extensions\.partialclone)$"#]).status == 0
    }

    private static func isMissing(_ what: String) -> String {
        "the clone is partial and lacks \(what) of that commit; `git fetch --refetch --no-filter` brings it"
    }

    // MARK: Parts

    private var pathspecs: [String] {
        (["*.swift", "*.xcodeproj/project.pbxproj"] + SourcePaths.modelSuffixes.map { "*\($0)/**" }).map {
            ":(top,glob)\(prefix)**/\($0)"
        }
    }

    private func commits(_ arguments: [String]) throws(GitError) -> [Commit] {
        let format = "--format=%H%x00%cs%x00%s"
        return try lines(["log", "--no-show-signature", format] + arguments).compactMap { line in
            let fields = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
            return fields.count == 3 ? Commit(id: fields[0], date: fields[1], subject: fields[2]) : nil
        }
    }

    private func references() throws(GitError) -> [String] {
        try lines(["for-each-ref", "--format=%(refname:short)", "refs/tags", "refs/heads", "refs/remotes"])
    }

    private func lines(_ arguments: [String]) throws(GitError) -> [String] {
        String(decoding: try git.run(arguments), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// Why a project's history could not be read: facts, which the command line words.
package enum GitError: Error, Sendable, Hashable {
    /// The folder lies in no git repository, or git refuses it for the given reason.
    case noRepository(path: String, reason: String)
    /// No commit of that name.
    case unknownReference(name: String, known: [String])
    /// git itself could not be started.
    case noGit(reason: String)
    /// git failed at something that a sound repository allows.
    case failed(command: String, reason: String)
}
