/// The modules that a file imports.
enum ImportedModules {
    /// Returns the names of the imported modules, in the order of the imports. Ignores imports in comments and in string
    /// literals with several lines.
    static func names(in text: String) -> [String] {
        var isInLiteral = false
        return text.split(separator: "\n").compactMap { line in
            let wasInLiteral = isInLiteral
            if !line.ranges(of: "\"\"\"").count.isMultiple(of: 2) { isInLiteral.toggle() }
            guard !wasInLiteral else { return nil }
            let words = line.prefix { $0 != ";" }.split(separator: " ")
            let start = words.prefix { $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0) }
            guard words.dropFirst(start.count).first == "import" else { return nil }
            let kinds = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
            let name = words.dropFirst(start.count + 1).first { !kinds.contains(String($0)) }
            return name?.split(separator: ".").first.map(String.init)
        }
    }
}
