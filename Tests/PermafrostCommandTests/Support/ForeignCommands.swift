import PermafrostTestSupport

/// The lines of a command's output in which a CI service could find a command that Permafrost didn't write.
///
/// This is stricter than the services. GitHub's runner reads `::error::` only at the start of a line.
struct ForeignCommands {
    let lines: [String]

    init(in result: CommandResult, format: String) {
        // An HTML page has a style sheet.
        let output = result.output.replacing(/(?s)<style>.*?<\/style>/, with: "").split(separator: "\n").map {
            Self.withoutOwn($0, format)
        }
        lines = (output + result.standardError.split(separator: "\n")).filter {
            $0.contains(/::|##[A-Za-z]*\[/)
        }.map(String.init)
    }

    /// Returns a line of the results without the syntax that Permafrost writes in a format.
    private static func withoutOwn(_ line: Substring, _ format: String) -> Substring {
        switch format {
        // A workflow command.
        case "github": line.replacing(/^::(error|warning|notice) [^:]*::/, with: "", maxReplacements: 1)
        // The style of a node in a diagram.
        case "markdown": line.replacing(/"\]:::[a-z]+$/, with: "", maxReplacements: 1)
        default: line
        }
    }
}
