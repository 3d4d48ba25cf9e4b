import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// A killed process's leftovers are removed if this user's tool wrote them. Nothing else is ever removed.
@Suite struct PartialFolderTests {
    private let scratch: ScratchFolder
    private let key: UserKey
    private let root: RootFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write("", to: "home/here")
        try scratch.write("", to: "other/here")
        try scratch.write("mine", to: "precious/a")
        try FileManager.default.createDirectory(
            atPath: scratch.path("project/Fixtures"), withIntermediateDirectories: true)
        key = try #require(UserKey(environment: ["HOME": scratch.path("home")], outside: scratch.path("project")))
        root = try RootFolder(scratch.path("project"), key: key)
    }

    private var names: [String] { get throws { try root.list("Fixtures") } }

    private func remove(_ root: RootFolder? = nil) throws {
        try (root ?? self.root).removeLeftovers(in: "Fixtures") { ["store", "model"].contains($0) }
    }

    /// Creates a folder like the one that a killed process leaves, and returns its path.
    private func leave(_ files: [String] = ["store", "model"], _ root: RootFolder? = nil) throws -> String {
        let root = root ?? self.root
        let folder = try PartialFolder(in: "Fixtures", of: root)
        for file in files { try root.write([1], to: folder.path + "/" + file) }
        return folder.path
    }

    @Test func aLeftoverIsRemoved() throws {
        _ = try leave()
        _ = try leave([])
        #expect(try names.count == 2)
        try remove()
        #expect(try names == [])
    }

    @Test func theFolderOfARunningProcessIsKept() throws {
        let folder = try PartialFolder(in: "Fixtures", of: root)
        try remove()
        #expect(try root.list("") == ["Fixtures"])
        #expect(try names == [(folder.path as NSString).lastPathComponent])
        withExtendedLifetime(folder) {}
        #expect(try folder.remove { _ in true } == [])
        #expect(try names == [])
    }

    @Test func aFolderWithOtherFilesIsKept() throws {
        let path = try leave(["store", "thesis.txt"])
        try root.makeFolders(path + "/model")
        try remove()
        #expect(try root.list(path) == ["model", "thesis.txt"])
    }

    @Test(arguments: ["old name", "no proof", "forged", "another's", "no key", "copied", "link", "file"])
    func foldersWithoutAValidSignatureAreKept(_ kind: String) throws {
        let files = FileManager.default
        let folder = scratch.path("project/Fixtures/")
        var without = root
        switch kind {
        case "old name": try scratch.write("", to: "project/Fixtures/.permafrost-partial-99999999-0/store")
        case "no proof": try scratch.write("", to: "project/Fixtures/.permafrost-partial-0123456789abcdef/store")
        case "forged":
            let name = ".permafrost-partial-0123456789abcdef-" + String(repeating: "0", count: 32)
            try scratch.write("", to: "project/Fixtures/\(name)/store")
        case "another's":
            let other = try #require(
                UserKey(environment: ["HOME": scratch.path("other")], outside: scratch.path("project")))
            _ = try leave(["store"], RootFolder(scratch.path("project"), key: other))
        case "no key":
            without = try RootFolder(scratch.path("project"), key: nil)
            _ = try leave()
        case "copied":
            // This is what a clone of a repository looks like if someone committed a leftover.
            let path = try leave()
            try files.moveItem(atPath: scratch.path("project/Fixtures"), toPath: scratch.path("project/Old"))
            try scratch.write("", to: "project/" + path + "/store")
        case "link":
            let name = try leave([])
            try files.removeItem(atPath: scratch.path("project/" + name))
            try files.createSymbolicLink(
                atPath: scratch.path("project/" + name), withDestinationPath: scratch.path("precious"))
        default:
            let name = try leave([])
            try files.removeItem(atPath: scratch.path("project/" + name))
            try scratch.write("mine", to: "project/" + name)
        }
        let before = try scratch.files()
        let entries = try files.contentsOfDirectory(atPath: folder)
        try without.removeLeftovers(in: "Fixtures") { _ in true }
        #expect(try scratch.files() == before)
        #expect(try files.contentsOfDirectory(atPath: folder) == entries)
        #expect(entries.count == 1)
    }

    @Test func concurrentCreationAndRemovalDoNotInterfere() throws {
        let root = root
        let failures = Array(0..<8).parallelMap { number -> String? in
            do {
                for round in 0..<20 {
                    try root.removeLeftovers(in: "Fixtures") { _ in true }
                    let folder = try PartialFolder(in: "Fixtures", of: root)
                    try root.write([1], to: folder.path + "/store")
                    try root.renameNew(folder.path, to: "Fixtures/\(number)-\(round)")
                    try root.put([2], at: "Fixtures/file-\(number)-\(round)", replacing: false)
                }
                return nil
            } catch {
                return "\(error)"
            }
        }
        #expect(failures.compactMap { $0 } == [])
        #expect(try names.filter { $0.hasPrefix(".") } == [])
        #expect(try names.count == 8 * 20 * 2)
        #expect(try root.list("Fixtures/3-7") == ["store"])
    }
}
