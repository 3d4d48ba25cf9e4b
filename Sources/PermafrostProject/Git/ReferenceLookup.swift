import Foundation

extension GitRepository {
    /// Returns the commit that a tag, branch, hash or other reference refers to.
    ///
    /// git looks up a short name such as `origin/main` as a tag, then as a local branch, then as a branch of a remote,
    /// and uses the first that exists. Whoever can push a branch or a tag could therefore choose the commit. For this
    /// reason, all of these names, and the hashes that a name could abbreviate, must refer to the same commit. `HEAD`,
    /// complete hashes and names that begin with `refs/` have only one meaning.
    ///
    /// - Throws: ``GitError/unknownReference(name:known:)`` if there is no such commit, or
    ///   ``GitError/ambiguousReference(name:meanings:)`` if the name refers to several commits.
    package func commit(of reference: String) throws(GitError) -> Commit {
        // These characters aren't allowed in names of references.
        let end = [reference.firstIndex { "^~:".contains($0) }, reference.firstRange(of: "@{")?.lowerBound]
            .compactMap(\.self).min()
        let (name, suffix) = end.map { (String(reference[..<$0]), String(reference[$0...])) } ?? (reference, "")
        let usesLog = suffix.hasPrefix("@{")
        var exact = reference
        if name.hasPrefix("refs/") {
            // If there is no such reference, git would also find the branch `refs/heads/refs/…`.
            guard let id = try objectID(ofReference: name) else {
                throw .unknownReference(name: reference, known: try references())
            }
            if !usesLog { exact = id + suffix }
        } else if !["", "@", "HEAD"].contains(name) {
            try requireOneMeaning(of: name, usesLog: usesLog)
        }
        guard let id = try id(ofCommit: exact), let commit = try commits(["--max-count=1", id]).first else {
            throw .unknownReference(name: reference, known: try references())
        }
        return commit
    }

    /// Throws ``GitError/ambiguousReference(name:meanings:)`` if a short name refers to several commits.
    ///
    /// - Parameter usesLog: whether the name's reflog is also used. Then the name must be that of one reference, because
    ///   two references to the same commit can have different logs.
    private func requireOneMeaning(of name: String, usesLog: Bool) throws(GitError) {
        let names = Set(
            ["refs/", "refs/tags/", "refs/heads/", "refs/remotes/"].map { $0 + name } + ["refs/remotes/\(name)/HEAD"])
        let listed = try lines(["for-each-ref", "--format=%(objectname) %(refname)"] + names.sorted())
        let references = listed.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
            .filter { $0.count == 2 && names.contains($0[1]) }
        guard !references.isEmpty else { return }
        // In the output of `git describe`, the hash is after the last `-g`.
        let digits = name.ranges(of: "-g").last.map { name[$0.upperBound...] } ?? name[...]
        let isHash = digits.utf8.count >= 4 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        if isHash, digits.utf8.count >= 40, try objectID(name) == name.lowercased() { return }
        var meanings: [GitError.Meaning] = []
        for reference in references {
            guard let commit = try id(ofCommit: reference[0]) else { continue }
            meanings.append(GitError.Meaning(name: reference[1], commit: commit))
        }
        let objects = isHash ? try git.outputIfAny(["rev-parse", "--disambiguate=\(digits)"]) : nil
        let hashes = String(decoding: objects ?? Data(), as: UTF8.self).split(separator: "\n").map(String.init)
        // git's own choice is also compared, in case it finds the name elsewhere in the git folder.
        for object in hashes + [name] {
            guard let commit = try id(ofCommit: object), !meanings.contains(where: { $0.commit == commit }) else {
                continue
            }
            meanings.append(GitError.Meaning(name: object, commit: commit))
        }
        if Set(meanings.map(\.commit)).count > 1 || (usesLog && meanings.count > 1) {
            throw .ambiguousReference(name: name, meanings: meanings)
        }
    }

    /// Returns the object ID of the reference with exactly this full name, or nil if there is none.
    private func objectID(ofReference name: String) throws(GitError) -> String? {
        let output = try git.outputIfAny(["show-ref", "--verify", "--", name])
        return output.flatMap { String(decoding: $0, as: UTF8.self).split(separator: " ").first.map(String.init) }
    }

    private func id(ofCommit name: String) throws(GitError) -> String? { try objectID(name + "^{commit}") }

    private func objectID(_ name: String) throws(GitError) -> String? {
        let output = try git.outputIfAny(["rev-parse", "--verify", "--quiet", "--end-of-options", name])
        return output.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
    }
}
