import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Files below a root folder are accessed without following symbolic links.
@Suite struct RootFolderTests {
    private let scratch: ScratchFolder
    private let root: RootFolder

    /// Creates the folder `project` with four symbolic links: `out` to a folder outside of the project, `file` to a
    /// file outside of the project, `gone` to a missing item, and `loop` to itself.
    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("mine", to: "precious/sub/b")
        try scratch.write("mine", to: "precious/a")
        try scratch.write("text", to: "project/Sources/A.swift")
        let files = FileManager.default
        try files.createSymbolicLink(atPath: scratch.path("project/out"), withDestinationPath: "../precious")
        try files.createSymbolicLink(atPath: scratch.path("project/file"), withDestinationPath: "../precious/a")
        try files.createSymbolicLink(atPath: scratch.path("project/gone"), withDestinationPath: "../nowhere")
        try files.createSymbolicLink(atPath: scratch.path("project/loop"), withDestinationPath: "loop")
        root = try RootFolder(scratch.path("project"))
    }

    private static let calls: [(name: String, call: @Sendable (RootFolder, String) throws -> Void)] = [
        ("read", { _ = try $0.read($1) }), ("list", { _ = try $0.list($1) }),
        ("existing", { _ = try $0.existing($1) }), ("isWritable", { _ = try $0.isWritable($1) }),
        ("makeFolders", { try $0.makeFolders($1) }), ("write", { try $0.write([1], to: $1) }),
        ("put", { try $0.put([1], at: $1, replacing: false) }),
        ("replace", { try $0.put([1], at: $1, replacing: true) }),
        ("sync", { try $0.sync($1) }), ("removeEmptyFolder", { try $0.removeEmptyFolder($1) }),
        ("rename", { try $0.rename("Sources/A.swift", to: $1) }),
        ("renameNew", { try $0.renameNew("Sources/A.swift", to: $1) }),
        ("renameFrom", { try $0.renameNew($1, to: "Sources/new/B") }),
        ("exchange", { try $0.exchange("Sources/A.swift", $1) }),
        ("partial", { _ = try PartialItem(in: $1, of: $0) }),
        ("link", { try $0.link("Sources", to: $1) }), ("linkFrom", { try $0.link($1, to: "Sources/new/B") }),
    ]

    @Test(arguments: calls.map(\.name), ["out/sub", "out/sub/b", "out/new", "file/x", "gone/x", "loop/x"])
    func aLinkInThePathIsNotFollowed(_ name: String, _ path: String) throws {
        let before = try scratch.files()
        let call = try #require(Self.calls.first { $0.name == name }).call
        let error = #expect(throws: FileError.self) { try call(root, path) }
        #expect(error?.code == ELOOP)
        #expect("\(try #require(error))".hasSuffix(": symbolic links aren't followed"))
        #expect(try scratch.files() == before)
    }

    /// `rename`, `exchange` and `remove` act on the link itself. The target doesn't change.
    @Test(
        arguments: calls.map(\.name).filter { !["rename", "exchange", "renameFrom"].contains($0) },
        ["out", "file", "gone", "loop"])
    func aLinkAtTheEndOfThePathIsNotFollowed(_ name: String, _ path: String) throws {
        let before = try scratch.files()
        let call = try #require(Self.calls.first { $0.name == name }).call
        #expect(throws: FileError.self) { try call(root, path) }
        #expect(try scratch.files() == before)
        #expect(try root.kind(of: path) == .symbolicLink)
    }

    @Test(arguments: calls.map(\.name), ["/etc/x", "", "a//b", "./a", "a/..", "../precious/a", "a/", "a\0b"])
    func aPathOutsideOfTheFolderIsRejected(_ name: String, _ path: String) throws {
        // These functions accept the empty path, which is the folder itself.
        if path.isEmpty, ["list", "makeFolders", "sync", "partial", "leftOvers", "isWritable"].contains(name) {
            return
        }
        let before = try scratch.files()
        let call = try #require(Self.calls.first { $0.name == name }).call
        let error = #expect(throws: FileError.self) { try call(root, path) }
        #expect(error?.code == EINVAL)
        #expect(try scratch.files() == before)
    }

    @Test func kinds() throws {
        #expect(try root.kind(of: "out") == .symbolicLink)
        #expect(try root.kind(of: "Sources") == .directory)
        #expect(try root.kind(of: "Sources/A.swift") == .regular)
        #expect(try root.kind(of: "Sources/B/C") == .absent)
        #expect(try root.kind(of: "Sources/A.swift/C") == .absent)
        #expect(throws: FileError.self) { try root.kind(of: "out/a") }
    }

    @Test func removingAFolderRemovesLinksAndNotTheirDestinations() throws {
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("project/Sources/link"), withDestinationPath: "../../precious")
        try root.remove("Sources")
        try root.remove("out")
        try root.remove("nothing/here")
        #expect(try root.list("") == ["file", "gone", "loop"])
        #expect(try scratch.files(below: "precious").keys.sorted() == ["a", "sub/b"])
    }

    @Test func aFileIsPutWithTheAttributesOfTheOldOne() throws {
        chmod(scratch.path("project/Sources/A.swift"), 0o640)
        try root.put(Array("new".utf8), at: "Sources/A.swift", replacing: true)
        try root.makeFolders("Sources/deep/er")
        try root.put(Array("B".utf8), at: "Sources/deep/er/B.swift", replacing: true)
        #expect(try root.read("Sources/A.swift") == Array("new".utf8))
        #expect(try root.read("Sources/deep/er/B.swift") == Array("B".utf8))
        #expect(try FileAttributes(of: scratch.path("project/Sources/A.swift")).permissions == 0o640)
        #expect(try root.list("Sources") == ["A.swift", "deep"])
        let error = #expect(throws: FileError.self) { try root.put([], at: "Sources/A.swift", replacing: false) }
        #expect(error?.code == EEXIST)
        #expect(try root.list("Sources") == ["A.swift", "deep"])
    }

    @Test func theFolderItselfMayBeALink() throws {
        let linked = try RootFolder(scratch.path("project/out"))
        #expect(try linked.read("sub/b") == Array("mine".utf8))
    }

    @Test func aPipeIsNotWaitedFor() throws {
        #expect(mkfifo(scratch.path("project/pipe"), 0o644) == 0)
        #expect(throws: FileError.self) { try root.read("pipe") }
        #expect(throws: FileError.self) { try root.put([1], at: "pipe", replacing: true) }
        #expect(try root.kind(of: "pipe") == .other)
    }
}
