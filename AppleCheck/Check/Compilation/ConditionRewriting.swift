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

    /// Returns a file's conditions as a platform evaluates them. They are equal for two platforms that compile the same
    /// code.
    ///
    /// - Parameter inInterface: whether to return only the conditions of code that other modules may see.
    static func conditions(of text: String, for platform: ApplePlatform, inInterface: Bool = false) -> [String] {
        var found: [String] = []
        /// The positions of the enclosing conditions, and whether their code has declarations for other modules.
        var open: [(positions: [Int], isSeen: Bool)] = []
        var seen: Set<Int> = []
        for line in Self.text(text, for: platform).split(separator: "\n") {
            let start = line.drop { $0 == " " || $0 == "\t" }
            if start.hasPrefix("#if ") {
                open.append(([found.count], false))
                found.append(evaluated(start))
            } else if start.hasPrefix("#elseif "), !open.isEmpty {
                open[open.count - 1].positions.append(found.count)
                found.append(evaluated(start))
            } else if start.hasPrefix("#endif"), let block = open.popLast() {
                if block.isSeen {
                    seen.formUnion(block.positions)
                    if !open.isEmpty { open[open.count - 1].isSeen = true }
                }
            } else if !open.isEmpty, start.contains(/\b(public|package|open)\b/) {
                open[open.count - 1].isSeen = true
            }
        }
        return inInterface ? found.indices.filter(seen.contains).map { found[$0] } : found
    }

    /// Returns a rewritten condition with `true` or `false` for the parts that are known.
    private static func evaluated(_ line: Substring) -> String {
        var text = line.replacing(" ", with: "")
        while true {
            let old = text
            for (part, value) in [
                ("(true||true)", "true"), ("(true||false)", "true"), ("(false||true)", "true"),
                ("(false||false)", "false"), ("!true", "false"), ("!false", "true"), ("(true)", "true"),
                ("(false)", "false"),
                ("true&&true", "true"), ("true&&false", "false"), ("false&&true", "false"), ("false&&false", "false"),
            ] { text = text.replacing(part, with: value) }
            if text == old, !text.contains("&&") {
                for (part, value) in [
                    ("true||true", "true"), ("true||false", "true"), ("false||true", "true"), ("false||false", "false"),
                ] { text = text.replacing(part, with: value) }
            }
            if text == old { return String(text) }
        }
    }

    /// The conditions, and the platforms where they are true. Modules of Apple's platforms need no entry because
    /// stand-ins are found for them.
    private static let conditions: [(text: String, platforms: [ApplePlatform])] = [
        ("os(Linux)", []), ("os(Windows)", []), ("os(Android)", []),
        ("os(macOS)", [.macOS]), ("os(OSX)", [.macOS]), ("os(iOS)", [.iOS]), ("os(tvOS)", [.tvOS]),
        ("os(watchOS)", [.watchOS]), ("os(visionOS)", [.visionOS]),
        ("canImport(Glibc)", []), ("canImport(Musl)", []), ("canImport(COpenSSL)", []), ("canImport(CSQLite)", []),
        ("canImport(CFileSystem)", []), ("canImport(SwiftCompilerPluginMessageHandling)", []),
        ("canImport(FoundationNetworking)", []), ("canImport(ObjectiveC)", ApplePlatform.allCases),
    ]
}
