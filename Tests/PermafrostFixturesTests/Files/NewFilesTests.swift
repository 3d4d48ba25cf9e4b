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

    /// Neither the name of a folder nor the number in it proves that the tool created the folder.
    @Test func temporaryFoldersOfOthersAreKept() throws {
        let folder = try ScratchFolder()
        try folder.write("half", to: ".permafrost-partial-999999999-0/B.swift")
        try NewFiles(in: folder.url.path).add([], as: Self.name)
        #expect(Set(try folder.files().keys) == [Self.name, ".permafrost-partial-999999999-0/B.swift"])
    }
}
