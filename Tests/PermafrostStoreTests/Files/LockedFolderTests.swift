import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostStore

/// The folder of a process's temporary folders is removed with the last of them, or by a later process if it was left.
/// Nothing else is ever removed.
@Suite struct LockedFolderTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("rows", to: "precious/rows")
        try FileManager.default.createDirectory(atPath: scratch.path("tmp"), withIntermediateDirectories: false)
    }

    private var names: [String] { get throws { try FileAccess.list(scratch.path("tmp")) } }

    /// Creates a folder like the one that a killed process leaves, and returns its name.
    private func leave(_ name: String? = nil, child: String? = nil, permissions: mode_t = 0o700) throws -> String {
        let name = name ?? "permafrost-\(UUID().uuidString)"
        try scratch.write("rows", to: "tmp/\(name)/\(child ?? "store-\(UUID().uuidString)")/store")
        chmod(scratch.path("tmp/" + name), permissions)
        return name
    }

    @Test func leftoversAreRemoved() throws {
        _ = try leave()
        _ = try leave(".permafrost-\(UUID().uuidString)")
        let empty = scratch.path("tmp/permafrost-\(UUID().uuidString)")
        #expect(mkdir(empty, 0o700) == 0)
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try names == [])
    }

    @Test func theNextTemporaryFolderRemovesLeftovers() throws {
        let left = try leave()
        let folder = try TemporaryFolder(for: "test", in: URL(filePath: scratch.path("tmp")))
        #expect(try names.count == 1 && names != [left])
        withExtendedLifetime(folder) {}
    }

    /// Without the lock, this fails: the folder of a live process is then a leftover.
    @Test func theFolderOfALiveProcessIsKept() throws {
        var folder: TemporaryFolder? = try TemporaryFolder(for: "test", in: URL(filePath: scratch.path("tmp")))
        let path = try #require(folder?.url.path)
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(FileStatus.exists(path))
        folder = nil
        #expect(try names == [])
    }

    @Test(arguments: [
        "not private", "not only for this user", "another user's", "other name", "no UUID", "a link", "a file",
        "other contents", "a file in it", "a link in it",
    ])
    func everythingElseIsKept(_ kind: String) throws {
        let name = "permafrost-\(UUID().uuidString)"
        let child = "store-\(UUID().uuidString)"
        let path = scratch.path("tmp/" + name)
        switch kind {
        case "not private": _ = try leave(permissions: 0o755)
        case "not only for this user": _ = try leave(permissions: 0o770)
        case "another user's":
            guard geteuid() == 0 else { return }
            chown(scratch.path("tmp/" + (try leave())), 12345, 12345)
        case "other name": _ = try leave("mine-\(UUID().uuidString)")
        case "no UUID": _ = try leave("permafrost-failures")
        case "a link":
            try FileManager.default.moveItem(atPath: scratch.path("tmp/" + (try leave())), toPath: scratch.path("real"))
            #expect(symlink(scratch.path("real"), path) == 0)
        case "a file": try scratch.write("", to: "tmp/" + name)
        case "other contents": _ = try leave(child: "thesis")
        case "a file in it":
            try scratch.write("", to: "tmp/\(name)/\(child)")
            chmod(path, 0o700)
        default:
            #expect(mkdir(path, 0o700) == 0)
            #expect(symlink(scratch.path("precious"), path + "/" + child) == 0)
        }
        let before = try scratch.files()
        let kept = try names
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try names == kept && kept.count == 1)
        #expect(try scratch.files() == before)
    }

    @Test func linksInALeftoverAreNotFollowed() throws {
        let name = try leave(child: "store-\(UUID().uuidString)")
        let child = try #require(try FileAccess.list(scratch.path("tmp/" + name)).first)
        #expect(symlink(scratch.path("precious"), scratch.path("tmp/\(name)/\(child)/link")) == 0)
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try names == [])
        #expect(try FileAccess.list(scratch.path("precious")) == ["rows"])
    }
}
