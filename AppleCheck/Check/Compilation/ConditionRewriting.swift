import Foundation

/// Source rewriting that makes a compiler for Linux see the conditions of an Apple platform.
enum ConditionRewriting {
    /// Returns the text with every `os(…)` and `canImport(…)` of a platform replaced by `true` or `false`, in lines
    /// that begin with `#if` or `#elseif`.
    ///
    /// Replacements are padded with spaces so that lines and columns don't change.
    static func text(_ text: String, for platform: ApplePlatform) -> String {
        guard text.contains("#if") else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let start = line.drop { $0 == " " || $0 == "\t" }
            guard start.hasPrefix("#if ") || start.hasPrefix("#elseif ") else { return String(line) }
            return conditions.reduce(String(line)) { line, condition in
                line.replacingOccurrences(
                    of: condition.text,
                    with: (condition.platforms.contains(platform) ? "true" : "false")
                        .padding(toLength: condition.text.count, withPad: " ", startingAt: 0))
            }
        }.joined(separator: "\n")
    }

    /// The conditions, and the platforms where they are true. Modules of Apple's platforms need no entry because
    /// stand-ins are found for them.
    private static let conditions: [(text: String, platforms: [ApplePlatform])] = [
        ("os(Linux)", []), ("os(Windows)", []), ("os(Android)", []),
        ("os(macOS)", [.macOS]), ("os(OSX)", [.macOS]), ("os(iOS)", [.iOS]),
        ("canImport(Glibc)", []), ("canImport(Musl)", []), ("canImport(COpenSSL)", []), ("canImport(CSQLite)", []),
        ("canImport(CFileSystem)", []), ("canImport(SwiftCompilerPluginMessageHandling)", []),
        ("canImport(FoundationNetworking)", []), ("canImport(ObjectiveC)", [.iOS, .macOS]),
    ]
}
