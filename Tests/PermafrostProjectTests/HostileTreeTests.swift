import Foundation
import PermafrostSource
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Trees that git would never write or check out, but that it fetches and lists.
@Suite(.enabled(if: TestRun.isWhole)) struct HostileTreeTests {
    /// Returns a repository whose commit has a source with each name, and one with an ordinary name.
    private static func repository(
        _ names: [[UInt8]], in scratch: ScratchFolder, folder: Bool = false
    ) throws -> GitRepository {
        let repository = try TestRepository(scratch)
        let blob = try repository.object("blob", Array("struct A {}\n".utf8))
        let inner = try repository.tree([("100644", Array("Inner.swift".utf8), blob)])
        let entries = names.map { (folder ? "40000" : "100644", $0, folder ? inner : blob) }
        let tree = try repository.tree(entries + [("100644", Array("A.swift".utf8), blob)])
        try repository.git("update-ref", "refs/heads/main", repository.git("commit-tree", tree, "-m", "x"))
        return try GitRepository(directory: scratch.url.path)
    }

    static let files =
        [
            "../escaped.swift", "../../../../escaped.swift", "/escaped.swift", "a/b.swift", "./b.swift", "..", ".", "",
            "a//b.swift",
        ].map { Array($0.utf8) } + [[0xFF, 0xFE] + Array(".swift".utf8)]

    @Test(arguments: files) func fileNamesThatGitNeverChecksOutAreIgnored(name: [UInt8]) throws {
        let scratch = try ScratchFolder()
        let repository = try Self.repository([name], in: scratch)
        let commit = try repository.commit(of: "HEAD")
        #expect(try repository.files(of: commit).map(\.path) == ["A.swift"])
        #expect(try repository.files(of: [commit, commit]).map { $0.map(\.path) } == [["A.swift"], ["A.swift"]])
        let all = try CommittedFiles(repository).files(below: "", at: ["HEAD"])
        #expect(all.map { $0?.map(\.path) } == [["A.swift"]])
    }

    static let folders = [
        "..", ".", "", ".git", ".GIT", ".Git", "git~1", ".git.", ".git ", ".git::$INDEX_ALLOCATION", ".g\u{200c}it",
        "a/b",
    ]

    @Test(arguments: folders) func folderNamesThatGitNeverChecksOutAreIgnored(name: String) throws {
        let scratch = try ScratchFolder()
        let repository = try Self.repository([Array(name.utf8)], in: scratch, folder: true)
        #expect(try repository.files(of: repository.commit(of: "HEAD")).map(\.path) == ["A.swift"])
        let all = try CommittedFiles(repository).files(below: "", at: ["HEAD"])
        #expect(all.map { $0?.map(\.path) } == [["A.swift"]])
    }

    /// Ordinary names that resemble skipped names.
    @Test(arguments: ["..swift", "...", ".gitx", "git~10", "a..b", "é"])
    func similarNamesAreRead(name: String) throws {
        let scratch = try ScratchFolder()
        let repository = try Self.repository([Array((name + ".swift").utf8)], in: scratch)
        #expect(try repository.files(of: repository.commit(of: "HEAD")).map(\.path) == [name + ".swift", "A.swift"])
    }

    /// A file and a folder with the same name. Only the first is used, so that no file is written through the other.
    @Test(arguments: [false, true]) func theFirstOfTwoEqualNamesIsRead(folderFirst: Bool) throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        let blob = try repository.object("blob", Array("struct A {}\n".utf8))
        let inner = try repository.tree([("100644", Array("B.swift".utf8), blob)])
        let name = Array("A.swift".utf8)
        let entries = [("100644", name, blob), ("40000", name, inner)]
        let tree = try repository.tree(folderFirst ? entries.reversed() : entries)
        try repository.git("update-ref", "refs/heads/main", repository.git("commit-tree", tree, "-m", "x"))
        let opened = try GitRepository(directory: scratch.url.path)
        let paths = try opened.files(of: opened.commit(of: "HEAD")).map(\.path)
        #expect(paths == [folderFirst ? "A.swift/B.swift" : "A.swift"])
    }

    /// A link and a folder with the same name. Files below a link aren't read.
    @Test func aFolderWithTheNameOfALinkIsNotRead() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        let target = try repository.object("blob", Array("/tmp".utf8))
        let blob = try repository.object("blob", Array("struct A {}\n".utf8))
        let inner = try repository.tree([("100644", Array("B.swift".utf8), blob)])
        let tree = try repository.tree([("120000", Array("a".utf8), target), ("40000", Array("a".utf8), inner)])
        try repository.git("update-ref", "refs/heads/main", repository.git("commit-tree", tree, "-m", "x"))
        let opened = try GitRepository(directory: scratch.url.path)
        #expect(try opened.files(of: opened.commit(of: "HEAD")).isEmpty)
    }

    /// Twelve folders with eight entries each, all of them the next folder: 68 billion files in a few hundred bytes.
    @Test func repeatedFoldersDoNotReadForever() throws {
        let scratch = try ScratchFolder()
        let repository = try TestRepository(scratch)
        let blob = try repository.object("blob", Array("struct A {}\n".utf8))
        var entries = (0..<8).map { (mode: "100644", name: Array("\($0).swift".utf8), id: blob) }
        for _ in 0..<11 {
            let folder = try repository.tree(entries)
            entries = (0..<8).map { (mode: "40000", name: Array("d\($0)".utf8), id: folder) }
        }
        let tree = try repository.tree(entries)
        try repository.git("update-ref", "refs/heads/main", repository.git("commit-tree", tree, "-m", "x"))
        let opened = try GitRepository(directory: scratch.url.path)
        let commit = try opened.commit(of: "HEAD")
        #expect(throws: GitError.failed(command: "cat-file", reason: "a commit has more than 200000 sources")) {
            try opened.files(of: commit)
        }
        #expect(throws: GitError.self) { try CommittedFiles(opened).files(below: "", at: ["HEAD"]) }
    }

    /// Whether a path stays inside the folder that it is appended to.
    @Test(arguments: [
        ("a/b.swift", true), ("a", true), ("a/../b", false), ("../a", false), ("/a", false), ("a//b", false),
        ("a/", false),
        ("", false), ("a/./b", false), ("a/.git/b", false), ("a/.GIT/b", false),
    ])
    func pathsAreCheckedAgainWhereTheyAreUsed(path: String, isInside: Bool) {
        #expect(TreePath.isInside(path) == isInside)
    }
}
