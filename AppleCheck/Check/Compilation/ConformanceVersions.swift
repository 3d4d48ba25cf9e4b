/// The availability of conformances. Linux ignores it, and the index of a file's uses doesn't contain conformances.
enum ConformanceVersions {
    /// Returns an interface where every extension that adds Sendable or Equatable on newer systems is unavailable, so
    /// that the compiler rejects every use. It also rejects uses after an availability check, but the project has none.
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
