import SwiftSyntax

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
