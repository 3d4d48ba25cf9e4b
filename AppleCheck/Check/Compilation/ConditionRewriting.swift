import Foundation

/// Sources with the conditions of an Apple platform, though a compiler for Linux reads them.
enum ConditionRewriting {
    /// The text with each `os(…)` and `canImport(…)` of a platform, in lines that begin with `#if` or `#elseif`, replaced
    /// by `true` or `false`.
    ///
    /// Every replacement is filled up with spaces, so that lines and columns stay what they are.
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

    /// A condition, and where it holds. Modules that Apple's platforms have need no entry: stand-ins are found for them.
    private static let conditions: [(text: String, platforms: [ApplePlatform])] = [
        ("os(Linux)", []), ("os(Windows)", []), ("os(Android)", []),
        ("os(macOS)", [.macOS]), ("os(OSX)", [.macOS]), ("os(iOS)", [.iOS]),
        ("canImport(Glibc)", []), ("canImport(Musl)", []), ("canImport(COpenSSL)", []), ("canImport(CSQLite)", []),
        ("canImport(CFileSystem)", []), ("canImport(SwiftCompilerPluginMessageHandling)", []),
        ("canImport(FoundationNetworking)", []), ("canImport(ObjectiveC)", [.iOS, .macOS]),
    ]
}
