import SwiftSyntax

/// Finds copies of a store's file that leave its write-ahead log behind.
struct StoreCopyReader {
    /// What says that the log is copied too, or has nothing that the file lacks.
    private static let safeWords = [
        "-wal", "wal_checkpoint", "sqlite3_backup", "VACUUM INTO", "journal_mode", "replacePersistentStore",
        "migratePersistentStore",
    ]

    let code: CodeVisitor
    let address: StoreAddress

    /// The copies, by their places.
    var copies: [ParsedFile.StoreCopy] {
        let calls = ["copyItem", "moveItem", "Data"].flatMap { name in (code.calls[name] ?? []).map { (name, $0) } }
        return calls.compactMap { name, node -> ParsedFile.StoreCopy? in
            guard let first = node.arguments.first,
                name == "Data" ? first.label?.text == "contentsOf" : first.label?.text.hasPrefix("at") == true,
                address.isStore(first.expression)
            else { return nil }
            let texts = texts(around: node)
            guard !texts.contains(where: { text in Self.safeWords.contains { text.contains($0) } }) else { return nil }
            // Data that is only read is no backup.
            if name == "Data", !(texts.first?.contains("write") ?? false) { return nil }
            return ParsedFile.StoreCopy(call: name, offset: node.start)
        }.sorted { $0.offset < $1.offset }
    }

    /// The function around a call, the values that it names, and the functions that call it.
    private func texts(around node: FunctionCallExprSyntax) -> [String] {
        guard let body = Self.body(around: Syntax(node)) else { return [] }
        var texts = [body.trimmedDescription]
        let names = Set(
            body.tokens(viewMode: .sourceAccurate).filter { $0.parent?.is(DeclReferenceExprSyntax.self) == true }
                .map(\.plainText))
        texts += names.sorted().compactMap { body.value(named: $0)?.trimmedDescription }
        for function in code.functions where Syntax(function.body) == body {
            texts += (code.calls[function.name] ?? []).compactMap { Self.body(around: Syntax($0))?.trimmedDescription }
        }
        return texts
    }

    /// The body of the function, initialiser or accessor around a node; of code outside any, the file.
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
