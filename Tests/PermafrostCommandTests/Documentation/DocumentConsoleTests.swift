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

    @Test func everyBlockOfCommandsIsRunOrSaysWhyNot() throws {
        var consoles = 0
        for page in Self.pages {
            let blocks = try Self.blocks(of: page)
            #expect(blocks.unaccounted.isEmpty, "\(page): lines \(blocks.unaccounted)")
            consoles += blocks.consoles.count
        }
        #expect(consoles > 10)
    }

    @Test func aBlockThatPrintsSomethingElseIsFound() throws {
        let page =
            "<!-- run: empty\ntouch a\n-->\n```\n$ ls\na\n$ echo $?\n0\n$ date -I\n2001-01-01\n$ false\n$ echo $?\n…\n```\n"
        let folder = try ScratchFolder()
        let console = try #require(DocumentConsole.blocks(in: page, of: "page.md").consoles.first)
        #expect(try console.differences(in: folder).isEmpty)
        let wrong = DocumentConsole.blocks(in: page.replacing("\na\n$ echo", with: "\nb\n$ echo"), of: "page.md")
        #expect(try wrong.consoles.first?.differences(in: folder).count == 1)
        let silent = DocumentConsole.blocks(in: "```\n$ ls\n```\n", of: "page.md")
        #expect(silent.unaccounted == [1])
    }
}
