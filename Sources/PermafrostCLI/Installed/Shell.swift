/// A shell that `permafrost completions` supports.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// Returns the shell's completion script for the commands, as lines.
    func completions(of commands: [CommandSpecification]) -> [String] {
        switch self {
        case .bash: return BashCompletions(commands: commands).lines
        case .zsh: return ZshCompletions(commands: commands).lines
        case .fish: return FishCompletions(commands: commands).lines
        }
    }

    /// A shell command that prints the names of the declared and frozen versions, one per line.
    static let versions = """
        permafrost list --format json 2>/dev/null | sed -n 's/.*"version": "\\([^"]*\\)".*/\\1/p' | sort -u
        """
    /// A shell command that prints the names of the tags and branches, one per line.
    static let commits = "git for-each-ref --format='%(refname:short)' refs/tags refs/heads 2>/dev/null"

    /// Returns a string in single quotes. Replaces characters as `escapes` specifies.
    static func quoted(_ text: String, _ escapes: [(Character, String)]) -> String {
        "'" + text.map { character in escapes.first { $0.0 == character }?.1 ?? String(character) }.joined() + "'"
    }
}
