import SwiftSyntax

/// A reader for code that copies or moves a store's file without the write-ahead log, or without the folder of external
/// values.
struct StoreCopyReader {
    /// Strings that indicate that code also copies the write-ahead log, or that a store's file is complete without it.
    private static let safeWords = [
        "-wal", "\"wal\"", "wal_checkpoint", "sqlite3_backup", "vacuum into", "journal_mode", "replacepersistentstore",
        "migratepersistentstore", "contentsofdirectory", "enumerator(at",
    ]
    /// Strings that indicate that code also copies the folder of external values.
    private static let safeWordsOfValues = [
        "_support", "contentsofdirectory", "enumerator(at", "replacepersistentstore", "migratepersistentstore",
    ]
    /// The maximum number of functions and variables that are searched for ``safeWords``, for each copy.
    private static let textLimit = 64

    let code: CodeVisitor
    let address: StoreAddress

    /// The copies, in source order.
    var copies: [ParsedStoreCopy] {
        let calls = ["copyItem", "moveItem", "Data"].flatMap { name in (code.calls[name] ?? []).map { (name, $0) } }
        return calls.compactMap { name, node -> ParsedStoreCopy? in
            guard let first = node.arguments.first,
                name == "Data" ? first.label?.text == "contentsOf" : first.label?.text.hasPrefix("at") == true,
                address.isStore(first.expression)
            else { return nil }
            let texts = texts(around: node)
            func mentions(_ words: [String]) -> Bool {
                texts.contains { text in words.contains { text.contains($0) } }
            }
            if mentions(Self.safeWords) {
                guard name != "Data", texts.contains(where: { $0.contains("wal") }), !mentions(Self.safeWordsOfValues)
                else { return nil }
                return ParsedStoreCopy(call: name, omission: .externalValues, offset: node.callStart)
            }
            // Data that isn't written to a file doesn't make a backup.
            if name == "Data", !(texts.first?.contains("write") ?? false) { return nil }
            return ParsedStoreCopy(call: name, offset: node.callStart)
        }.sorted { $0.offset < $1.offset }
    }

    /// Returns the lowercase source of the enclosing function, of the functions that call it, and of the code that
    /// these functions refer to directly or indirectly.
    private func texts(around node: FunctionCallExprSyntax) -> [String] {
        guard let body = Self.body(around: Syntax(node)) else { return [] }
        var open = [body]
        for function in code.functions where Syntax(function.body) == body {
            open += (code.calls[function.name] ?? []).compactMap { Self.body(around: Syntax($0)) }
        }
        var texts: [String] = []
        var seen: Set<String> = []
        while texts.count < Self.textLimit, texts.count < open.count {
            let next = open[texts.count]
            texts.append(next.trimmedDescription.lowercased())
            let names = next.tokens(viewMode: .sourceAccurate).filter { token in
                token.parent?.is(DeclReferenceExprSyntax.self) == true
            }.map(\.plainText)
            for name in names where seen.insert(name).inserted {
                open += next.value(named: name).map { [Syntax($0)] } ?? []
                open += (code.accessors[name] ?? []).map { Syntax($0) }
                open += code.functions.filter { $0.name == name }.map { Syntax($0.body) }
            }
        }
        return texts
    }

    /// Returns the body of the enclosing function, initializer or accessor. If there is none, returns the file.
    private static func body(around node: Syntax) -> Syntax? {
        var current = node
        while let parent = current.parent {
            let isBody =
                parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self)
                || parent.is(AccessorDeclSyntax.self) || parent.is(PatternBindingSyntax.self)
            if isBody, current.is(CodeBlockSyntax.self) || current.is(AccessorBlockSyntax.self) { return current }
            current = parent
        }
        return current
    }
}
