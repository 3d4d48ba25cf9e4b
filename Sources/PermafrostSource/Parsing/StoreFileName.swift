import SwiftSyntax

/// Functions that determine file names in configurations and in code that handles files. They evaluate literals, and
/// constants in the same file.
enum StoreFileName {
    /// The maximum number of names and calls to follow in a chain.
    private static let depthLimit = 12
    /// The suffixes of store files.
    private static let endings = [".store", ".sqlite", ".sqlite3", ".sqlitedb", ".db"]
    /// The suffixes of the files next to a store, in the order that they are stripped from a name.
    private static let companions = ["-wal", "-shm", "_SUPPORT"]

    /// Returns the names of the store files that a call's container opens, such as `default.store`. Returns nil if one
    /// of the names isn't known.
    static func configured(by call: FunctionCallExprSyntax) -> Set<String>? {
        guard call.value(of: "configuration") == nil else { return nil }
        guard let start = call.arguments.firstIndex(where: { $0.label?.text == "configurations" }) else {
            return ["default.store"]
        }
        let arguments = call.arguments[start...]
        let given = [arguments.first].compactMap(\.self) + arguments.dropFirst().prefix { $0.label == nil }
        var names: Set<String> = []
        for argument in given {
            let value = following(argument.expression)
            for item in value.as(ArrayExprSyntax.self)?.elements.map({ following($0.expression) }) ?? [value] {
                guard let name = name(ofConfiguration: item) else { return nil }
                names.insert(name)
            }
        }
        return names
    }

    private static func name(ofConfiguration node: ExprSyntax) -> String? {
        guard let call = node.as(FunctionCallExprSyntax.self), ["ModelConfiguration", "init"].contains(call.calledName)
        else { return nil }
        if let url = call.value(of: "url") { return file(url) }
        guard let first = call.arguments.first, first.label == nil else { return "default.store" }
        return text(first.expression, depth: 0).map { $0 + ".store" }
    }

    /// Returns the name of the store file that a URL or path refers to, such as `App.store` for `App.store-wal`.
    /// Returns nil if the name isn't known, or if it isn't the name of a store.
    static func store(_ node: ExprSyntax) -> String? {
        guard var name = file(node) else { return nil }
        for suffix in companions where name.hasSuffix(suffix) { name.removeLast(suffix.count) }
        return endings.contains(where: name.hasSuffix) ? name : nil
    }

    /// Returns the last component of a URL or path, or nil if it isn't known.
    static func file(_ node: ExprSyntax) -> String? {
        guard let path = text(node, depth: 0), let last = path.split(separator: "/").last else { return nil }
        return String(last)
    }

    /// Returns the known end of a URL or path, such as `/App.store` for `"\(folder)/App.store"`. Ignores an unknown
    /// suffix, as in `"App.store\(suffix)"`. Returns nil if the file's name isn't known.
    private static func text(_ node: ExprSyntax, depth: Int) -> String? {
        guard depth < depthLimit else { return nil }
        if let literal = node.as(StringLiteralExprSyntax.self) { return text(literal, depth: depth) }
        if let attempt = node.as(TryExprSyntax.self) { return text(attempt.expression, depth: depth + 1) }
        if let forced = node.as(ForceUnwrapExprSyntax.self) { return text(forced.expression, depth: depth + 1) }
        if let optional = node.as(OptionalChainingExprSyntax.self) {
            return text(optional.expression, depth: depth + 1)
        }
        if let tuple = node.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return text(only.expression, depth: depth + 1)
        }
        if let sequence = node.as(SequenceExprSyntax.self) {
            let elements = Array(sequence.elements)
            let signs = elements.indices.filter { $0 % 2 == 1 }
            guard signs.allSatisfy({ elements[$0].as(BinaryOperatorExprSyntax.self)?.operator.text == "+" }) else {
                return nil
            }
            let parts = elements.indices.filter { $0 % 2 == 0 }
            return joined(parts.map { text(elements[$0], depth: depth + 1) })
        }
        // The value of a loop's variable or a closure's parameter is a list. Its elements differ in their suffixes.
        if let list = node.as(ArrayExprSyntax.self) {
            return list.elements.first.flatMap { text($0.expression, depth: depth + 1) }
        }
        if let call = node.as(FunctionCallExprSyntax.self) { return text(call, depth: depth) }
        if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
            ["path", "relativePath", "absoluteString", "lastPathComponent"].contains(member.declName.baseName.text)
        {
            return text(base, depth: depth + 1)
        }
        guard let path = node.namePath, let name = path.last else { return nil }
        let isOwn = path.count == 1 || path.count == 2 && isType(path[0], around: node)
        guard isOwn, let value = node.value(named: name), value != node else { return nil }
        return text(value, depth: depth + 1)
    }

    private static func text(_ literal: StringLiteralExprSyntax, depth: Int) -> String? {
        joined(
            literal.segments.map { segment in
                segment.as(StringSegmentSyntax.self)?.content.text
                    ?? segment.as(ExpressionSegmentSyntax.self)?.expressions.first
                    .flatMap { text($0.expression, depth: depth + 1) }
            })
    }

    /// Joins the parts of a path after its last unknown part, ignoring unknown parts at the end. Returns nil if no part
    /// is known, or if the part that follows an unknown part doesn't contain a `/`.
    private static func joined(_ parts: [String?]) -> String? {
        var text = ""
        var isKnown = true
        for part in parts.drop(while: { $0?.isEmpty == true }) {
            guard let part else {
                isKnown = false
                continue
            }
            if !isKnown, !part.isEmpty {
                guard part.contains("/") else { return nil }
                isKnown = true
                text = ""
            }
            text += part
        }
        return text.isEmpty ? nil : text
    }

    private static func text(_ call: FunctionCallExprSyntax, depth: Int) -> String? {
        let first = call.arguments.first?.expression
        switch call.calledName {
        case "appending", "appendingPathComponent", "URL", "NSURL":
            let label = call.arguments.first?.label?.text
            guard label != "queryItems", let first else { return nil }
            return text(first, depth: depth + 1)
        case "appendingPathExtension":
            let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            guard let base, let first, let front = text(base, depth: depth + 1),
                let ending = text(first, depth: depth + 1)
            else { return nil }
            return front + "." + ending
        case "path", "absoluteURL", "standardizedFileURL", "filter", "reversed":
            return call.calledExpression.as(MemberAccessExprSyntax.self)?.base.flatMap { text($0, depth: depth + 1) }
        case "map", "compactMap":
            let argument = call.trailingClosure ?? first?.as(ClosureExprSyntax.self)
            guard let items = argument?.statements, items.count == 1, let item = items.first?.item else { return nil }
            return (item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression)
                .flatMap { text($0, depth: depth + 1) }
        default: return nil
        }
    }

    private static func isType(_ name: String, around node: ExprSyntax) -> Bool {
        ["self", "Self"].contains(name) || node.enclosingType?.name == name
    }

    private static func following(_ node: ExprSyntax) -> ExprSyntax {
        var node = node
        for _ in 0..<4 {
            guard let path = node.namePath, let name = path.last,
                path.count == 1 || path.count == 2 && isType(path[0], around: node),
                let value = node.value(named: name)
            else { break }
            node = value
        }
        return node
    }
}
