import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Comparisons of files in the work tree with a commit's files, with attributes and settings that make git convert
/// them.
@Suite(.enabled(if: TestRun.isWhole)) struct CommittedFilesTests {
    typealias Comparison = CommittedFiles.Comparison

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var attributes = ""
        var settings: [String] = []
        var committed = "a\nb\n"
        var file: String?
        let expected: Comparison

        var testDescription: String { name }
    }

    private static let content = "a model's store"
    private static let pointer = """
        version https://git-lfs.github.com/spec/v1
        oid sha256:\(Digest.hex(Digest.sha256(Array(content.utf8))))
        size \(content.utf8.count)

        """

    static let cases = [
        Case(name: "equal bytes", file: "a\nb\n", expected: .same),
        Case(name: "other bytes", file: "a\nc\n", expected: .different),
        Case(name: "no file", file: nil, expected: .missing),
        Case(name: "line ends without a reason", file: "a\r\nb\r\n", expected: .different),
        Case(name: "autocrlf=true", settings: ["core.autocrlf=true"], file: "a\r\nb\r\n", expected: .same),
        Case(
            name: "autocrlf=true, other text", settings: ["core.autocrlf=true"], file: "a\r\nc\r\n",
            expected: .different),
        Case(name: "autocrlf=input", settings: ["core.autocrlf=input"], file: "a\r\nb\r\n", expected: .same),
        Case(
            name: "autocrlf=true and -text", attributes: "f -text", settings: ["core.autocrlf=true"],
            file: "a\r\nb\r\n", expected: .different),
        Case(
            name: "autocrlf=true and binary", attributes: "f binary", settings: ["core.autocrlf=true"],
            file: "a\r\nb\r\n", expected: .different),
        Case(
            name: "autocrlf=true, content with a zero byte", settings: ["core.autocrlf=true"], committed: "a\0\n",
            file: "a\0\r\n", expected: .different),
        Case(
            name: "autocrlf=true, committed with CRLF", settings: ["core.autocrlf=true"], committed: "a\r\nb\r\n",
            file: "a\nb\n", expected: .different),
        Case(name: "eol=crlf", attributes: "f eol=crlf", file: "a\r\nb\r\n", expected: .same),
        Case(name: "text eol=crlf", attributes: "f text eol=crlf", file: "a\r\nb\r\n", expected: .same),
        Case(name: "text, the last carriage return", attributes: "f text", file: "a\nb\n\r", expected: .different),
        Case(name: "text=auto", attributes: "* text=auto", file: "a\r\nb\r\n", expected: .same),
        Case(name: "crlf, the old name of text", attributes: "f crlf", file: "a\r\nb\r\n", expected: .same),
        Case(
            name: "ident", attributes: "f ident", committed: "$Id$\n", file: "$Id: 0123456789abcdef $\n",
            expected: .same),
        Case(
            name: "ident and another change", attributes: "f ident", committed: "$Id$ a\n",
            file: "$Id: 0123456789abcdef $ b\n", expected: .different),
        Case(
            name: "a filter with a program", attributes: "f filter=x", settings: ["filter.x.clean=touch RAN; cat"],
            file: "other", expected: .incomparable(.filter("x"))),
        Case(
            name: "a filter process", attributes: "f filter=x", settings: ["filter.x.process=touch RAN"], file: "other",
            expected: .incomparable(.filter("x"))),
        Case(
            name: "a filter with a program, equal bytes", attributes: "f filter=x",
            settings: ["filter.x.clean=touch RAN; cat"], file: "a\nb\n", expected: .same),
        // The author of a change can add the attribute, but not the program.
        Case(name: "a filter without a program", attributes: "f filter=x", file: "other", expected: .different),
        Case(
            name: "another encoding", attributes: "f working-tree-encoding=UTF-16", file: "other",
            expected: .incomparable(.encoding("UTF-16"))),
        Case(
            name: "a pointer's content", attributes: "f filter=lfs", committed: pointer, file: content, expected: .same),
        Case(name: "a pointer's content, no attribute", committed: pointer, file: content, expected: .same),
        Case(
            name: "a pointer's content, a filter with a program", attributes: "f filter=lfs",
            settings: ["filter.lfs.clean=touch RAN", "filter.lfs.process=touch RAN"], committed: pointer,
            file: content, expected: .same),
        Case(name: "another content", committed: pointer, file: content + "!", expected: .different),
        Case(name: "the pointer itself", committed: pointer, file: pointer, expected: .same),
        Case(
            name: "a pointer with extensions", committed: pointer.replacing("oid ", with: "ext-0-x sha256:0\noid "),
            file: content, expected: .incomparable(.filter("lfs"))),
        Case(
            name: "a content that git-lfs has without a pointer", attributes: "f filter=lfs",
            settings: ["filter.lfs.process=touch RAN"], file: "other", expected: .different),
    ]

    @Test(arguments: cases) func theFileIsCompared(with one: Case) throws {
        let result = try compare(one, options: [])
        #expect(result == one.expected)
    }

    /// A repository with SHA-256 object names.
    @Test(
        arguments: cases.filter { ["equal bytes", "other bytes", "eol=crlf", "a pointer's content"].contains($0.name) })
    func theFileIsComparedWithLongNames(with one: Case) throws {
        let result = try compare(one, options: ["--object-format=sha256"])
        #expect(result == one.expected)
    }

    private func compare(_ one: Case, options: [String]) throws -> Comparison {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch, options: options)
        try scratch.write(one.committed, to: "Sub/f")
        try repository.commit()
        if one.file == nil { try FileManager.default.removeItem(atPath: scratch.path("Sub/f")) }
        if let file = one.file { try scratch.write(file, to: "Sub/f") }
        try scratch.write(one.attributes + "\n", to: ".gitattributes")
        for setting in one.settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            try repository.git("config", parts[0], parts[1].replacing("RAN", with: scratch.path("RAN")))
        }
        let opened = try GitRepository(directory: scratch.path("Sub"))
        let committed = CommittedFiles(opened)
        let files = try #require(try committed.files(below: "", at: ["HEAD"])[0])
        #expect(files.map(\.path) == ["f"])
        let result = try committed.compare(files)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("RAN")))
        return try #require(result.first)
    }

    /// Links, folders and submodules in place of a file, and files in place of these.
    @Test func kindsOfEntriesDiffer() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        for name in ["file", "link", "folder", "gone", "pipe"] { try scratch.write("content", to: name) }
        let files = FileManager.default
        try files.createSymbolicLink(atPath: scratch.path("committed-link"), withDestinationPath: "file")
        try files.createSymbolicLink(atPath: scratch.path("changed-link"), withDestinationPath: "file")
        try repository.commit()
        for name in ["link", "folder", "gone", "pipe", "changed-link"] {
            try files.removeItem(atPath: scratch.path(name))
        }
        try files.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "file")
        try files.createSymbolicLink(atPath: scratch.path("changed-link"), withDestinationPath: "gone")
        try files.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: false)
        #expect(mkfifo(scratch.path("pipe"), 0o644) == 0)
        let committed = CommittedFiles(try GitRepository(directory: scratch.url.path))
        let all = try #require(try committed.files(below: "", at: ["HEAD"])[0])
        let found = Dictionary(uniqueKeysWithValues: zip(all.map(\.path), try committed.compare(all)))
        #expect(
            found == [
                "file": .same, "link": .different, "folder": .different, "gone": .missing, "pipe": .different,
                "committed-link": .same, "changed-link": .different,
            ])
    }

    /// Files from many commits, in a folder that some commits lack, for a project below the top level.
    @Test func filesOfManyCommits() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        try scratch.write("", to: "App/Sources/App.swift")
        try repository.commit()
        let first = try repository.git("rev-parse", "HEAD")
        try scratch.write("1", to: "App/Fixtures/1.0.0/store")
        try repository.commit()
        let second = try repository.git("rev-parse", "HEAD")
        let committed = CommittedFiles(try GitRepository(directory: scratch.path("App")))
        let found = try committed.files(below: "Fixtures", at: [first, second, "HEAD", "no-such"])
        #expect(found.map { $0?.map(\.path) } == [nil, ["Fixtures/1.0.0/store"], ["Fixtures/1.0.0/store"], nil])
        let byPath = try committed.files(below: scratch.path("App/Fixtures"), at: ["HEAD"])
        #expect(try committed.compare(#require(byPath[0])) == [.same])
        #expect(try committed.files(below: "/", at: ["HEAD"]) == [nil])
    }

    /// An error contains the folder that can't be read and its commit.
    @Test func errorsNameTheCommitAndTheFolder() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        try scratch.write("", to: "Fixtures/1.0.0/store")
        try repository.commit()
        let first = try repository.git("rev-parse", "HEAD")
        try scratch.write("", to: "Fixtures/" + String(repeating: "a/", count: 70) + "f")
        try repository.commit()
        let second = try repository.git("rev-parse", "HEAD")
        let committed = CommittedFiles(try GitRepository(directory: scratch.url.path))
        #expect(
            throws: GitError.failed(
                command: "cat-file", reason: "Fixtures in commit \(second) has more than 64 nested folders")
        ) {
            try committed.files(below: "Fixtures", at: [first, second])
        }
        let error = #expect(throws: GitError.self) { try committed.files(below: "", at: ["HEAD"]) }
        #expect("\(error as Any)".contains("folder in commit HEAD has more than 64"), "\(error as Any)")
        #expect(
            throws: GitError.failed(
                command: "cat-file",
                reason: "a folder has a line break in its name: HEAD:a\\u{A}b. Rename the folder")
        ) { try committed.files(below: "a\nb", at: ["HEAD"]) }
    }

    /// Contents that a partial clone lacks can't be compared, and aren't fetched.
    @Test func contentsMissingFromAPartialCloneAreAnError() throws {
        let scratch = try ScratchFolder()
        let origin = try TestRepository(scratch, at: "origin")
        try origin.git("config", "uploadpack.allowFilter", "true")
        for text in ["first", "second"] {
            try scratch.write(text, to: "origin/f")
            try origin.commit(text)
        }
        try origin.git(
            "clone", "--quiet", "--filter=blob:none", "file://\(scratch.path("origin"))", scratch.path("clone"))
        try origin.git(
            "-C", scratch.path("clone"), "config", "remote.origin.uploadpack", "touch \(scratch.path("RAN"))")
        let committed = CommittedFiles(try GitRepository(directory: scratch.path("clone")))
        let files = try committed.files(below: "", at: ["HEAD", "HEAD~1"]).compactMap(\.self).flatMap(\.self)
        #expect(try committed.compare(files) == [.same, .incomparable(.partialClone)])
        #expect(!FileManager.default.fileExists(atPath: scratch.path("RAN")))
    }
}
