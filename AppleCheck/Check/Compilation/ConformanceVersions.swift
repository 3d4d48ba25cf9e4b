/// The versions of conformances. Linux ignores them, and the index of a file's uses has no conformances to look up.
enum ConformanceVersions {
    /// An interface in which each extension that adds Sendable or Equatable for newer systems is unavailable, so that the compiler
    /// rejects every use. It also rejects uses after a check of the system's version, of which the project has none.
    static func withoutNewer(_ interface: String) -> String {
        var lines = interface.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for index in lines.indices.dropFirst() {
            guard lines[index].hasPrefix("extension "), lines[index - 1].hasPrefix("@available(macOS "),
                !lines[index - 1].hasPrefix("@available(macOS 14,"),
                let colon = lines[index].firstIndex(of: ":")
            else { continue }
            let words = lines[index][colon...].split { " :,{".contains($0) }
            if words.contains("Sendable") || words.contains("Equatable") {
                lines[index - 1] = "@available(*, unavailable)"
            }
        }
        return lines.joined(separator: "\n")
    }
}
