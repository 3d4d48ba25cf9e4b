import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Files and folders can also be moved to a new path on a volume without exclusive renames. Existing items are never
/// replaced.
@Suite struct MoveNewTests {
    private func move(_ scratch: ScratchFolder, _ source: String, _ target: String) throws {
        guard FileAccess.moveReserving(AT_FDCWD, scratch.path(source), AT_FDCWD, scratch.path(target)) == 0 else {
            throw FileError.last(.rename, scratch.path(target))
        }
    }

    @Test func aFile() throws {
        let scratch = try ScratchFolder()
        try scratch.write("new", to: "a")
        try move(scratch, "a", "b")
        #expect(try scratch.files() == ["b": Data("new".utf8)])
    }

    @Test func aFolder() throws {
        let scratch = try ScratchFolder()
        try scratch.write("new", to: "a/inside")
        try move(scratch, "a", "b")
        #expect(try scratch.files() == ["b/inside": Data("new".utf8)])
    }

    @Test(arguments: ["a", "folder"]) func anExistingDestinationIsKept(source: String) throws {
        let scratch = try ScratchFolder()
        try scratch.write("new", to: "a")
        try scratch.write("new", to: "folder/inside")
        try scratch.write("old", to: "b")
        let before = try scratch.files()
        let error = try #require(throws: FileError.self) { try move(scratch, source, "b") }
        #expect(error.code == EEXIST)
        #expect(try scratch.files() == before)
    }

    @Test(
        "Only ENOTSUP, EINVAL, and ENOSYS count as unsupported",
        arguments: [(ENOTSUP, true), (EINVAL, true), (ENOSYS, true), (EEXIST, false), (EACCES, false), (EXDEV, false)])
    func errors(code: Int32, isUnsupported: Bool) {
        #expect(FileAccess.isUnsupported(code) == isUnsupported)
    }

    @Test func theExclusiveRenameIsUsedIfSupported() throws {
        let scratch = try ScratchFolder()
        try scratch.write("new", to: "a")
        try RootFolder(scratch.url.path).renameNew("a", to: "b")
        #expect(try scratch.files() == ["b": Data("new".utf8)])
    }
}
