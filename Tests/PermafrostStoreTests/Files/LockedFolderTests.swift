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
    private func leave(
        _ name: String? = nil, in parent: String = "tmp", child: String? = nil, permissions: mode_t = 0o700
    ) throws -> String {
        let name = name ?? "permafrost-\(UUID().uuidString)"
        try scratch.write("rows", to: "\(parent)/\(name)/\(child ?? "store-\(UUID().uuidString)")/store")
        chmod(scratch.path("\(parent)/" + name), permissions)
        return name
    }

    @Test func leftoversAreRemoved() throws {
        _ = try leave()
        _ = try leave(Self.hidden, permissions: 0o1700)
        let file = Self.hidden
        try scratch.write("half", to: "tmp/\(file)/new-\(UUID().uuidString)")
        chmod(scratch.path("tmp/" + file), 0o1700)
        for empty in ["permafrost-\(UUID().uuidString)", Self.hidden] {
            #expect(mkdir(scratch.path("tmp/" + empty), 0o700) == 0)
        }
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try names == [])
    }

    private static var hidden: String { ".permafrost-\(UUID().uuidString)" }

    /// Makes a folder like the one that a killed process leaves in the system's temporary folder while it writes to the
    /// folder with the given path.
    private func leave(linkTo path: String, _ link: String = "hidden-\(UUID().uuidString)") throws {
        let name = try leave()
        #expect(symlink(scratch.path(path), scratch.path("tmp/\(name)/\(link)")) == 0)
    }

    @Test func leftoversInOtherFoldersAreRemoved() throws {
        for _ in 0..<3 {
            try leave(linkTo: "project/Fixtures/" + leave(Self.hidden, in: "project/Fixtures", permissions: 0o1700))
        }
        try leave(linkTo: "project/Fixtures/" + Self.hidden)
        try leave(linkTo: "gone/Fixtures/" + Self.hidden)
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try names == [])
        #expect(try FileAccess.list(scratch.path("project/Fixtures")) == [])
    }

    /// A link doesn't make a folder a leftover.
    @Test(arguments: ["live", "of a commit", "other name", "not hidden", "other contents", "another link"])
    func otherTargetsOfLinksAreKept(_ kind: String) throws {
        let project = scratch.path("project")
        try scratch.write("", to: "project/A.swift")
        var live: LockedFolder?
        switch kind {
        case "live":
            let parent = open(project, O_RDONLY | O_DIRECTORY)
            defer { close(parent) }
            live = try LockedFolder.hidden(in: parent, project)
            try leave(linkTo: "project/" + #require(live).name)
        case "of a commit": try leave(linkTo: "project/" + leave(Self.hidden, in: "project"))
        case "other name": try leave(linkTo: "project/" + leave(".build", in: "project", permissions: 0o1700))
        case "not hidden": try leave(linkTo: "project/" + leave(in: "project"))
        case "other contents":
            try leave(linkTo: "project/" + leave(Self.hidden, in: "project", child: "thesis", permissions: 0o1700))
        default: try leave(linkTo: "precious", "store-\(UUID().uuidString)")
        }
        let before = try (scratch.files(below: "project"), FileAccess.list(project))
        LockedFolder.removeLeftovers(in: scratch.path("tmp"))
        #expect(try scratch.files(below: "project") == before.0)
        #expect(try FileAccess.list(project) == before.1)
        #expect(try FileAccess.list(scratch.path("precious")) == ["rows"])
        withExtendedLifetime(live) {}
    }

    /// The link exists as long as the hidden folder does.
    @Test func theSystemsTemporaryFolderHasALinkToEveryHiddenFolder() throws {
        let parent = open(scratch.path("precious"), O_RDONLY | O_DIRECTORY)
        defer { close(parent) }
        let temporary = try TemporaryFolder(for: "test")
        let own = temporary.url.deletingLastPathComponent().path
        func links() throws -> [String] {
            try FileAccess.list(own).filter { $0.hasPrefix("hidden-") }
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: own + "/" + $0) }
                .filter { $0.hasPrefix(scratch.path("precious")) }
        }
        do {
            let folder = try LockedFolder.hidden(in: parent, scratch.path("precious"))
            #expect(try links() == [folder.path])
            withExtendedLifetime(folder) {}
        }
        #expect(try links() == [])
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
        "other contents", "a file in it", "a link in it", "of a commit",
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
        case "of a commit": _ = try leave(Self.hidden)
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
