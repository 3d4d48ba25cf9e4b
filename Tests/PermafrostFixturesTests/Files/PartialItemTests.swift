import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// A partial item is hidden until it is complete, and is removed if it doesn't become complete.
@Suite struct PartialItemTests {
    private let scratch: ScratchFolder
    private let root: RootFolder

    init() throws {
        scratch = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: scratch.path("project/Fixtures"), withIntermediateDirectories: true)
        root = try RootFolder(scratch.path("project"))
    }

    private var names: [String] { get throws { try root.list("Fixtures") } }

    private func item() throws -> PartialItem {
        let item = try PartialItem(in: "Fixtures", of: root)
        try root.makeFolders(item.path)
        try root.write([1], to: item.path + "/store")
        return item
    }

    @Test func anIncompleteItemIsRemoved() throws {
        do {
            let item = try item()
            #expect(try names.count == 1 && names.allSatisfy { $0.hasPrefix(".permafrost-") })
            withExtendedLifetime(item) {}
        }
        #expect(try names == [])
    }

    @Test func aCompleteItemIsAtItsPathOnly() throws {
        try item().move(to: "Fixtures/1.0.0")
        #expect(try names == ["1.0.0"])
        #expect(try root.list("Fixtures/1.0.0") == ["store"])
        let error = #expect(throws: FileError.self) { try item().move(to: "Fixtures/1.0.0") }
        #expect(error?.code == EEXIST)
        #expect(try names == ["1.0.0"])
        try root.makeFolders("Fixtures/2.0.0")
        try item().replace("Fixtures/2.0.0")
        #expect(try root.list("Fixtures/2.0.0") == ["store"])
    }

    @Test func anExchangedItemIsRemovedAfterItsFilesWereKept() throws {
        try scratch.write("old", to: "project/Fixtures/1.0.0/added")
        let item = try item()
        try item.exchange(with: "Fixtures/1.0.0") {
            try root.renameNew(item.path + "/added", to: "Fixtures/1.0.0/added")
        }
        #expect(try root.list("Fixtures/1.0.0") == ["added", "store"])
    }

    /// A file in a folder that all members of a group write to belongs to the group.
    @Test func newFilesInheritTheFoldersGroup() throws {
        let folder = scratch.path("project/Fixtures")
        guard geteuid() == 0 else { return }
        #expect(chown(folder, 0, 12345) == 0 && chmod(folder, 0o2775) == 0)
        try root.put([1], at: "Fixtures/file", replacing: false)
        try item().move(to: "Fixtures/1.0.0")
        for path in ["file", "1.0.0", "1.0.0/store"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + path)
            #expect(attributes[.groupOwnerAccountID] as? Int == 12345)
        }
    }

    /// Without links, such a folder is copied.
    @Test func aLinkedFolderHasTheSameFiles() throws {
        try scratch.write("a", to: "project/Fixtures/stores/user/user.sqlite")
        try scratch.write("b", to: "project/Fixtures/stores/user/.gitattributes")
        try scratch.write("c", to: "project/Fixtures/stores/.permafrost-\(UUID().uuidString)/x")
        try root.link("Fixtures/stores", to: "Fixtures/new")
        #expect(try root.list("Fixtures/new") == ["user"])
        #expect(try root.list("Fixtures/new/user") == [".gitattributes", "user.sqlite"])
        #expect(try root.read("Fixtures/new/user/user.sqlite") == Array("a".utf8))
    }

    @Test func concurrentCreationAndRemovalDoNotInterfere() throws {
        let root = root
        let folder = scratch.path("project/Fixtures")
        let failures = Array(0..<8).parallelMap { number -> String? in
            do {
                for round in 0..<20 {
                    LockedFolder.removeLeftovers(in: folder)
                    let item = try PartialItem(in: "Fixtures", of: root)
                    try root.makeFolders(item.path)
                    try root.write([1], to: item.path + "/store")
                    try item.move(to: "Fixtures/\(number)-\(round)")
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
