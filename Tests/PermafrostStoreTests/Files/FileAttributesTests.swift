import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

/// A copy of a file gets the file's attributes in addition to its bytes.
@Suite struct FileAttributesTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write("text", to: "model")
    }

    private func setPermissions(_ permissions: mode_t, of name: String) throws {
        try #require(chmod(folder.path(name), permissions) == 0)
    }

    private func attributes(_ name: String) throws -> FileAttributes { try FileAttributes(of: folder.path(name)) }

    /// The owner can always write to the copy, because the process that creates the copy continues to write.
    @Test(arguments: [0o600, 0o640, 0o644, 0o660, 0o666, 0o700] as [mode_t])
    func aCopyHasThePermissionsOfTheFile(_ permissions: mode_t) throws {
        try setPermissions(permissions, of: "model")
        try FileAccess.copy(folder.path("model"), to: folder.path("copy"))
        #expect(try attributes("copy") == attributes("model"))
        #expect(try FileAccess.read(folder.path("copy")) == Array("text".utf8))
    }

    @Test func theCopyOfAReadOnlyFileIsWritableByItsOwner() throws {
        try setPermissions(0o440, of: "model")
        try FileAccess.copy(folder.path("model"), to: folder.path("copy"))
        #expect(try attributes("copy").permissions == 0o640)
    }

    /// A copy isn't a program that runs with its owner's rights.
    @Test func setUserAndGroupBitsAreNotCopied() throws {
        try setPermissions(0o6755, of: "model")
        try FileAccess.create(folder.path("copy"), like: folder.path("model"))
        var status = stat()
        #expect(stat(folder.path("copy"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o755)
    }

    @Test(.enabled(if: getuid() == 0, "Only root may give files away."))
    func aCopyHasTheOwnerOfTheFile() throws {
        try #require(chown(folder.path("model"), 4321, 8765) == 0)
        try FileAccess.copy(folder.path("model"), to: folder.path("copy"))
        let copy = try attributes("copy")
        #expect(copy.owner == 4321)
        #expect(copy.group == 8765)
    }

    @Test func attributesAreCopiedToAnExistingFile() throws {
        try folder.write("other", to: "file")
        try setPermissions(0o444, of: "model")
        try FileAccess.copyAttributes(of: folder.path("model"), to: folder.path("file"))
        #expect(try attributes("file").permissions == 0o444)
        #expect(try FileAccess.read(folder.path("file")) == Array("other".utf8))
    }

    @Test func anExistingFileIsNotReplaced() throws {
        try folder.write("other", to: "file")
        let error = try #require(throws: FileError.self) {
            try FileAccess.create(folder.path("file"), like: folder.path("model"))
        }
        #expect(error == FileError(operation: .open, path: folder.path("file"), code: EEXIST))
        #expect(try FileAccess.read(folder.path("file")) == Array("other".utf8))
    }

    @Test func withoutAFileToCopyFromNothingIsCreated() throws {
        let error = try #require(throws: FileError.self) {
            try FileAccess.create(folder.path("copy"), like: folder.path("absent"))
        }
        #expect(error == FileError(operation: .open, path: folder.path("absent"), code: ENOENT))
        #expect(try FileKind(of: folder.path("copy")) == .absent)
    }
}
