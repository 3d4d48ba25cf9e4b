import Foundation
import PermafrostTestSupport
import Testing

/// The commands in the documentation print the output that its pages show.
@Suite struct DocumentConsoleTests {
    private static let pages: [String] = {
        let guide = "Documentation/Guide.docc"
        let files =
            (try? FileManager.default.contentsOfDirectory(atPath: SourceTree.root.appending(path: guide).path)) ?? []
        return ["README.md"] + files.filter { $0.hasSuffix(".md") }.sorted().map { "\(guide)/\($0)" }
    }()

    private static func blocks(of page: String) throws -> DocumentConsole.Blocks {
        DocumentConsole.blocks(
            in: try String(contentsOf: SourceTree.root.appending(path: page), encoding: .utf8), of: page)
    }

    @Test(arguments: pages)
    func commandsPrintWhatAPageShows(page: String) throws {
        var folder = try ScratchFolder()
        for console in try Self.blocks(of: page).consoles {
            switch console.project {
            case "posts": folder = try Tool.copy(of: "Posts")
            case "users": folder = try Tool.copy(of: "Users")
            case "empty": folder = try ScratchFolder()
            case "same": break
            default: Issue.record("\(page):\(console.line): there is no project \(console.project)")
            }
            for difference in try console.differences(in: folder) { Issue.record("\(difference)") }
        }
    }

    @Test func everyBlockOfCommandsIsRunOrHasAReason() throws {
        var consoles = 0
        for page in Self.pages {
            let blocks = try Self.blocks(of: page)
            #expect(blocks.unaccounted.isEmpty, "\(page): lines \(blocks.unaccounted)")
            consoles += blocks.consoles.count
        }
        #expect(consoles > 10)
    }
}
