import Foundation
import PermafrostTestSupport
import Testing

/// A command that runs in a subfolder of a project works on the project.
@Suite struct SubfolderTests {
    private func project(_ entries: [String]) throws -> (ScratchFolder, URL) {
        let copy = try Tool.copy(of: "Users")
        for entry in entries {
            let url = copy.url.appending(path: entry)
            if entry.hasSuffix("/") {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            } else {
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try "// swift-tools-version: 6.0".write(to: url, atomically: true, encoding: .utf8)
            }
        }
        return (copy, copy.url.appending(path: "Sources/Users"))
    }

    @Test func anExistingTreeDeterminesTheProject() throws {
        let (copy, inside) = try project(["Package.swift", "Sources/App.xcodeproj/"])
        #expect(try Tool.run("freeze", "1.0.0", in: copy).status == 0)
        let check = try Tool.run(["check"], in: inside, cache: copy)
        #expect(check.status == 0, "\(check)")
        #expect(check.errors.contains("which has Fixtures"), "\(check)")
        let freeze = try Tool.run(["freeze", "2.0.0"], in: inside, cache: copy)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(FileManager.default.fileExists(atPath: copy.path("Fixtures/2.0.0")))
        #expect(!FileManager.default.fileExists(atPath: inside.appending(path: "Fixtures").path))
        let list = try Tool.run(["list", "--format", "json", "--quiet"], in: inside, cache: copy)
        #expect(list.errors.isEmpty)
        #expect(try Report(list).versions.contains { $0["status"] as? String == "unchanged" })
    }

    @Test(arguments: [
        (["Package.swift", "Sources/App.xcodeproj/"], "Package.swift"), (["App.xcodeproj/"], "App.xcodeproj"),
        (["App.xcworkspace/", ".git/"], "App.xcworkspace"),
    ])
    func aProjectIsFoundByItsFiles(_ entries: [String], _ sign: String) throws {
        let (copy, inside) = try project(entries)
        let freeze = try Tool.run(["freeze", "1.0.0"], in: inside, cache: copy)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(freeze.errors.contains("which has \(sign)"), "\(freeze)")
        #expect(FileManager.default.fileExists(atPath: copy.path("Fixtures/1.0.0")))
    }

    /// Test data, the folder above a repository, and a folder that the command line specifies.
    @Test func foldersThatAreNotTheProjectsAreIgnored() throws {
        let (copy, inside) = try project(["Fixtures/data.json", "Sources/Package.swift"])
        #expect(try Tool.run(["freeze", "1.0.0"], in: inside, cache: copy).status == 0)
        #expect(FileManager.default.fileExists(atPath: copy.path("Sources/Fixtures/1.0.0")))

        let (other, below) = try project(["Package.swift", "Sources/.git/"])
        #expect(try Tool.run(["freeze", "1.0.0"], in: below, cache: other).status == 0)
        #expect(FileManager.default.fileExists(atPath: below.appending(path: "Fixtures/1.0.0").path))

        let (third, within) = try project(["Package.swift"])
        let named = try Tool.run(["freeze", "1.0.0", "--project", "."], in: within, cache: third)
        #expect(named.status == 0 && !named.errors.contains("the project is"), "\(named)")
        #expect(FileManager.default.fileExists(atPath: within.appending(path: "Fixtures/1.0.0").path))
    }
}
