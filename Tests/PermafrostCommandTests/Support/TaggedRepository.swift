import Foundation
import PermafrostTestSupport
import Testing

/// A repository in a test's folder whose tags are releases.
struct TaggedRepository {
    let folder: ScratchFolder

    init(_ folder: ScratchFolder) { self.folder = folder }

    func git(_ arguments: String...) throws {
        let author = ["-c", "user.name=Permafrost", "-c", "user.email=dev@permafrost.invalid"]
        let result = try CommandResult.running(["git"] + author + arguments, in: folder.url)
        #expect(result.status == 0, "\(arguments): \(result)")
    }

    /// Commits everything except fixtures and the cache, and tags the commit. Creates the repository if there is none.
    func ship(_ tag: String) throws {
        if !FileManager.default.fileExists(atPath: folder.path(".git")) {
            try git("init", "--quiet")
            try folder.write(".cache\n", to: ".gitignore")
        }
        try git("add", "--all", "--", ".", ":(exclude)Fixtures")
        try git("commit", "--quiet", "--no-gpg-sign", "--allow-empty", "--message", tag)
        try git("tag", "--no-sign", tag)
    }
}
