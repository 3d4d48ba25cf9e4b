import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// The manual page of `permafrost`.
@Suite struct ManualTests {
    private static let hasGroff =
        (try? CommandResult.running(["which", "groff"], in: URL(filePath: "/")).status) == 0

    @Test func itHasEveryCommandAndOption() throws {
        let page = try Tool.run("manual", in: ScratchFolder()).output.replacing("\\-", with: "-")
        for command in Commands.all.map({ $0.specification }) {
            #expect(page.contains("\n.SS \"\(command.name)\"\n"), "\(command.name)")
            for option in command.allOptions { #expect(page.contains("\\fB\(option.name)\\fR"), "\(option.name)") }
        }
    }

    /// In a terminal, the page is text that fits.
    @Test func aTerminalShowsText() {
        let page = ManualPage(commands: Commands.all.map { $0.specification })
        let lines = page.text(width: 72, style: Style(false))
        #expect(lines.first == "NAME" && !lines.contains { $0.hasPrefix(".") || $0.hasSuffix(" ") }, "\(lines)")
        let copied = Set(
            Commands.all.flatMap { command in
                command.specification.examples.map { $0.line(of: command.specification) }
            })
        for line in lines where line.count > 72 {
            let text = line.drop { $0 == " " }
            #expect(copied.contains(String(text)) || text.hasPrefix("-"), "\(line)")
        }
    }

    @Test(.enabled(if: hasGroff, "groff is not installed: `Scripts/setup test` installs it"))
    func groffHasNoWarning() throws {
        let folder = try ScratchFolder()
        try folder.write(try Tool.run("manual", in: folder).output, to: "permafrost.1")
        let result = try CommandResult.running(
            ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", "permafrost.1"], in: folder.url)
        #expect(result.status == 0)
        #expect(result.standardError.isEmpty, "\(result.standardError)")
        #expect(result.output.contains("permafrost check"))
        #expect(!result.output.contains("\\["))
    }
}
