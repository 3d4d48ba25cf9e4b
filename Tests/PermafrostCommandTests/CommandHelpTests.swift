import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostCLI

/// The help of the tool and of each command.
@Suite struct CommandHelpTests {
    private static let commands = [OverviewCommand.specification] + Commands.all.map { $0.specification }

    /// A shell can run every example, and its command accepts the arguments.
    @Test func everyCommandHasExamplesThatItAccepts() throws {
        for command in Self.commands {
            #expect(!command.examples.isEmpty, "\(command.name)")
            for example in command.examples {
                let arguments = example.arguments.prefix { $0 != ">" }.split(separator: " ").map(String.init)
                #expect(throws: Never.self, "\(command.name) \(example.arguments)") {
                    _ = try Invocation.parse(arguments, of: command)
                }
                #expect(CommandHelp(width: 80).lines(of: command).contains("    " + example.line(of: command)))
            }
        }
    }

    /// Only lines to copy, and words without a space, are longer than the given width.
    @Test(arguments: [40, 60, 80, 120]) func theHelpIsAsWideAsTheTerminal(_ width: Int) {
        for command in Self.commands {
            let help = CommandHelp(width: width)
            let copied = Set(command.examples.map { "    " + $0.line(of: command) })
            for line in help.lines(of: command) + help.overview where line.count > width {
                let words = line.split(separator: " ")
                #expect(
                    copied.contains(line) || line.hasPrefix("usage: ") || line.hasPrefix("  -") || words.count == 1,
                    "\(command.name): \(line)")
            }
        }
    }

    @Test(arguments: [(nil, 80), (20, 40), (72, 72), (300, 120)])
    func theWidthIsThatOfTheTerminal(_ case: (terminal: Int?, width: Int)) throws {
        let output = Locked("")
        let streams = OutputStreams(
            output: .init(isTerminal: `case`.terminal != nil, width: `case`.terminal) { data in
                output.withLock { $0 += String(decoding: data, as: UTF8.self) }
            }, errors: .init(isTerminal: false) { _ in }, canAsk: false)
        let code = CommandLineRun.exitCode(of: ["help"], environment: ["NO_COLOR": "1"], writingTo: streams)
        #expect(code == 0)
        let lines = output.withLock { $0 }.split(separator: "\n")
        let longest = lines.map(\.count).max() ?? 0
        #expect(longest <= `case`.width && longest > `case`.width - 12, "\(lines)")
    }

    @Test(arguments: [
        ("", 10, [""]), ("one two three", 7, ["one two", "three"]), ("one two", 100, ["one two"]),
        ("a unbreakable b", 5, ["a", "unbreakable", "b"]),
    ])
    func aParagraphBreaksAtSpaces(_ text: String, _ width: Int, _ lines: [String]) {
        #expect(Paragraph(text).lines(width: width) == lines)
        #expect(
            Paragraph(text).lines(width: width + 2, first: "- ")
                == lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element })
    }
}
