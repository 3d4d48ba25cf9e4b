import Foundation
import PermafrostTestSupport
import Testing

/// The commands that outputs recommend, in all golden outputs.
@Suite struct PrintedAdviceTests {
    /// One golden output: the command that was run, whether it did its work, and the commands that it recommends.
    struct Printed {
        let file: String
        let command: String
        let succeeded: Bool
        let advised: [(command: String, line: String)]

        /// Reads an output; nil if the file isn't one.
        init?(_ text: String, file: String) {
            let lines = text.components(separatedBy: "\n")
            guard let first = lines.first, first.hasPrefix("$ permafrost "),
                let command = first.split(separator: " ").dropFirst(2).first
            else { return nil }
            self.file = file
            self.command = String(command)
            succeeded = lines.contains("exit 0")
            // A help's examples and the rules' documentation in SARIF recommend nothing after a run.
            let advice = first.hasSuffix(" --help") ? [] : lines.dropFirst()
            advised = advice.filter { !$0.contains("<testsuite ") && !$0.contains("{\"help\": ") }.flatMap { line in
                line.matches(of: /(?:permafrost|swift package) ([a-z][a-z-]+)/).map { (String($0.1), line) }
            }.filter { Self.commands.contains($0.0) }
        }

        private static let commands: Set = [
            "adopt", "check", "diff", "drift", "freeze", "history", "init", "inspect", "lint", "list", "migrate",
            "new-version", "report", "scaffold", "schema", "store-diff",
        ]
    }

    /// Returns the pairs of commands that send the user to each other: neither does its work, and each recommends
    /// the other.
    static func circles(among outputs: [Printed]) -> [String] {
        outputs.filter { !$0.succeeded }.flatMap { first in
            first.advised.flatMap { advice in
                outputs.filter { $0.command == advice.command && $0.command != first.command && !$0.succeeded }
                    .filter { second in second.advised.contains { $0.command == first.command } }
                    .map { "\(first.file) → \($0.file) → \(first.command)" }
            }
        }
    }

    /// Returns the lines that recommend the command that was run.
    static func repeated(in output: Printed) -> [String] {
        output.advised.filter { $0.command == output.command }.map { "\(output.file): \($0.line)" }
    }

    @Test func noCommandsSendTheUserToEachOther() throws {
        for name in try GoldenFolder.projects() {
            let outputs = try Self.outputs(of: name)
            #expect(Self.circles(among: outputs) == [])
        }
    }

    @Test func noOutputNamesItsOwnCommand() throws {
        for name in try GoldenFolder.projects() {
            for output in try Self.outputs(of: name) { #expect(Self.repeated(in: output) == []) }
        }
    }

    private static func outputs(of project: String) throws -> [Printed] {
        let folder = GoldenFolder.outputs.appending(path: project)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { name in
            let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            return Printed(text, file: "\(project)/\(name)")
        }
    }
}
