import SwiftSyntax

/// A reader for code that copies or moves a store's file without the write-ahead log.
struct StoreCopyReader {
    /// Strings that indicate that code also copies the write-ahead log, or that a store's file is complete without it.
    private static let safeWords = [
        "-wal", "\"wal\"", "wal_checkpoint", "sqlite3_backup", "vacuum into", "journal_mode", "replacepersistentstore",
        "migratepersistentstore", "contentsofdirectory", "enumerator(at",
    ]
    /// The maximum number of functions and variables that are searched for ``safeWords``, for each copy.
    private static let textLimit = 64

    let code: CodeVisitor
    let address: StoreCopyReader.StoreAddress

    /// The copies, in source order.
    var copies: [ParsedFile.StoreCopy] {
        let calls = ["copyItem", "moveItem", "Data"].flatMap { name in (code.calls[name] ?? []).map { (name, $0) } }
        return calls.compactMap { name, node -> ParsedFile.StoreCopy? in
            guard let first = node.arguments.first,
                name == "Data" ? first.label?.text == "contentsOf" : first.label?.text.hasPrefix("at") == true,
                address.isStore(first.expression)
            else { return nil }
            let texts = texts(around: node)
            guard !texts.contains(where: { text in Self.safeWords.contains { text.contains($0) } }) else { return nil }
            // Data that isn't written to a file doesn't make a backup.
            if name == "Data", !(texts.first?.contains("write") ?? false) { return nil }
            return ParsedFile.StoreCopy(call: name, offset: node.callStart)
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

extension StoreCopyReader {
    /// Rules that determine whether an expression is a store's URL or path.
    struct StoreAddress {
        /// The maximum number of variables to follow in a chain.
        private static let depthLimit = 4
        /// The file extensions of stores. A store's write-ahead log is in a separate file.
        private static let endings = [".store", ".sqlite", ".sqlite3"]

        /// The names of the variables that the file passes to `ModelConfiguration(url:)`.
        let configured: Set<String>

        /// Returns whether an expression is a store's URL or path. A file in the app's bundle isn't a user's store. A
        /// folder isn't a store either, because copying it copies all of a store's files.
        func isStore(_ node: ExprSyntax) -> Bool {
            let use = use(at: node, depth: 0)
            return use.isStore && !use.isSpared
        }

        private struct StoreUse {
            var isStore = false
            var isSpared = false
        }

        private func use(at node: ExprSyntax, depth: Int) -> StoreUse {
            var result = StoreUse()
            for token in node.tokens(viewMode: .sourceAccurate) {
                switch token.tokenKind {
                case .stringSegment(let text):
                    if Self.endings.contains(where: text.hasSuffix) { result.isStore = true }
                case .identifier(let name), .dollarIdentifier(let name):
                    if name == "Bundle" || name == "deletingLastPathComponent" { result.isSpared = true }
                    if isStoreName(name) { result.isStore = true }
                    let member = token.parent?.parent?.as(MemberAccessExprSyntax.self)
                    if let member, member.declName.baseName.text == name, let base = member.base {
                        // For example, `configuration.url` or `container.configurations.first?.url`.
                        if name == "url", base.trimmedDescription.contains("onfig") { result.isStore = true }
                        let isOwn = base.namePath == ["self"] || base.namePath == ["Self"]
                        guard isOwn else { continue }
                    }
                    guard depth < Self.depthLimit, token.parent?.is(DeclReferenceExprSyntax.self) == true,
                        let value = token.value(named: name)
                    else { continue }
                    let inner = use(at: value, depth: depth + 1)
                    result.isStore = result.isStore || inner.isStore
                    result.isSpared = result.isSpared || inner.isSpared
                default: break
                }
            }
            return result
        }

        private func isStoreName(_ name: String) -> Bool {
            if configured.contains(name) { return true }
            let plain = name.lowercased()
            return ["storeurl", "storepath", "storefile", "databaseurl", "sqliteurl"].contains { plain.hasSuffix($0) }
        }
    }
}
