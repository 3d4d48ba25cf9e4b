/// A shell that completions can be made for.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The shell's completions of commands, as the text of a file.
    func completions(of commands: [CommandSpecification]) -> [String] {
        switch self {
        case .bash: return BashCompletions(commands: commands).lines
        case .zsh: return ZshCompletions(commands: commands).lines
        case .fish: return FishCompletions(commands: commands).lines
        }
    }

    /// Words that print the names of versions, one a line: of what the sources declare, or of what is frozen.
    static let versions = """
        permafrost list --format json 2>/dev/null | sed -n 's/.*"version": "\\([^"]*\\)".*/\\1/p' | sort -u
        """
    /// Words that print the names of tags and branches, one a line.
    static let commits = "git for-each-ref --format='%(refname:short)' refs/tags refs/heads 2>/dev/null"

    /// A text in single quotes, with what ends them and what else a shell reads in them written as `escapes` says.
    static func quoted(_ text: String, _ escapes: [(Character, String)]) -> String {
        "'" + text.map { character in escapes.first { $0.0 == character }?.1 ?? String(character) }.joined() + "'"
    }
}
