import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A clone without the contents of earlier commits, whose configuration specifies a command to fetch them.
@Suite(.enabled(if: TestRun.isWhole)) struct PartialCloneTests {
    /// Reading history runs no command of the repository's configuration. An error reports missing contents and how to
    /// get them.
    @Test func missingObjectsAreNotFetched() throws {
        let scratch = try ScratchFolder()
        let (origin, clone) = (scratch.url.appending(path: "origin"), scratch.url.appending(path: "clone"))
        try FileManager.default.createDirectory(at: origin, withIntermediateDirectories: true)
        try git(["init", "--quiet"], origin)
        try git(["config", "uploadpack.allowFilter", "true"], origin)
        try git(["config", "uploadpack.allowAnySHA1InWant", "true"], origin)
        for number in 1...2 {
            try scratch.write("struct Model\(number) {}\n", to: "origin/Model.swift")
            try git(["add", "."], origin)
            try git(["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "-m", "\(number)"], origin)
        }
        try git(["clone", "--quiet", "--filter=blob:none", "file://\(origin.path)", clone.path], scratch.url)
        let mark = scratch.path("mark")
        try git(["config", "remote.origin.uploadpack", "touch '\(mark)'; git-upload-pack"], clone)

        let repository = try GitRepository(directory: clone.path)
        let commit = try repository.commit(of: "HEAD~1")
        let files = try repository.files(of: commit)
        #expect(files.map(\.path) == ["Model.swift"])
        let error = #expect(throws: GitError.self) { _ = try repository.contents(of: files) }
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(String(describing: error).contains("git fetch --refetch --no-filter"))
        // Existing contents are read.
        let head = try repository.commit(of: "HEAD")
        #expect(try repository.contents(of: repository.files(of: head)) == [Data("struct Model2 {}\n".utf8)])
    }

    private func git(_ arguments: [String], _ folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder.path] + arguments
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }
}
