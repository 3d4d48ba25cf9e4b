import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// New files appear only when they are complete, and never replace an existing file.
@Suite struct NewFilesTests {
    private static let name = "A.swift"

    @Test func aFileAppearsCompleteAndWithoutOthers() throws {
        let folder = try ScratchFolder()
        let tests = folder.path("Tests/AppTests")
        try NewFiles(in: tests).add(Array("new".utf8), as: Self.name)
        #expect(try folder.files() == ["Tests/AppTests/A.swift": Data("new".utf8)])
        #expect(try NewFiles.existing(tests + "/A.swift") == Array("new".utf8))
        #expect(try NewFiles.existing(tests + "/B.swift") == nil)
    }

    @Test(arguments: ["file", "folder", "link", "dangling link"])
    func anExistingItemIsKept(_ kind: String) throws {
        let folder = try ScratchFolder()
        let path = folder.path(Self.name)
        switch kind {
        case "file": try folder.write("old", to: Self.name)
        case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        case "link":
            try folder.write("old", to: "other")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("other"))
        default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("nowhere"))
        }
        let before = try folder.files()
        #expect(throws: FileError.self) {
            try NewFiles(in: folder.url.path).add(Array("new".utf8), as: Self.name)
        }
        #expect(try folder.files() == before)
        if kind != "file" {
            #expect(throws: FileError.self) { try NewFiles.existing(path) }
        }
    }

    @Test func onlyOneOfManyWritersSucceeds() throws {
        let folder = try ScratchFolder()
        let winners = Locked<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { number in
            do {
                try NewFiles(in: folder.url.path).add(Array("\(number)".utf8), as: Self.name)
                winners.withLock { $0.append(number) }
            } catch {
                // Another writer was first.
            }
        }
        let winner = winners.withLock { $0 }
        #expect(winner.count == 1)
        #expect(try folder.files() == [Self.name: Data("\(winner.first ?? -1)".utf8)])
    }

    /// The name of a folder doesn't prove that the tool created the folder.
    @Test func temporaryFoldersOfOthersAreKept() throws {
        let folder = try ScratchFolder()
        try folder.write("half", to: ".permafrost-A1B2C3D4-0000-0000-0000-000000000000/B.swift")
        try NewFiles(in: folder.url.path).add([], as: Self.name)
        #expect(try folder.files().count == 2)
    }
}
