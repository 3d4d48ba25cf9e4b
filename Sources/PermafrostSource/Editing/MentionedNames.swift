import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The names that code mentions. They decide which members of a version's classes the code may use.
struct MentionedNames {
    /// The first location that mentions each identifier or operator. String literals that consist of an identifier also
    /// count, because key-value coding uses them.
    private(set) var locations: [String: SourceLocation] = [:]
    /// The first location that calls each type or function, and the location of each type that a typealias refers to. If
    /// a class is among them, the code may create its instances.
    private(set) var calls: [String: SourceLocation] = [:]
    /// Whether the code mentions an initializer without its type, as in `.init(title: "")`.
    private(set) var mentionsInitializer = false

    func contains(_ name: String) -> Bool { locations[name] != nil }

    /// Adds the names in a node.
    mutating func add(_ node: Syntax, in file: SwiftFile) {
        if let token = node.as(TokenSyntax.self) { return add(token, in: file) }
        if let call = node.as(FunctionCallExprSyntax.self),
            let name = call.calledExpression.lastToken(viewMode: .sourceAccurate)
        {
            addCall(name, in: file)
        } else if let alias = node.as(TypeAliasDeclSyntax.self),
            let name = alias.initializer.value.lastToken(viewMode: .sourceAccurate)
        {
            addCall(name, in: file)
        }
        for child in node.children(viewMode: .sourceAccurate) { add(child, in: file) }
    }

    private mutating func addCall(_ token: TokenSyntax, in file: SwiftFile) {
        let name = Self.name(of: token)
        if calls[name] == nil { calls[name] = file.location(token.bounds.lowerBound) }
    }

    private mutating func add(_ token: TokenSyntax, in file: SwiftFile) {
        switch token.tokenKind {
        case .identifier, .binaryOperator, .prefixOperator, .postfixOperator, .stringSegment:
            let name = Self.name(of: token)
            if locations[name] == nil { locations[name] = file.location(token.bounds.lowerBound) }
        case .keyword(.`init`):
            if token.parent?.is(DeclReferenceExprSyntax.self) == true { mentionsInitializer = true }
        default: break
        }
    }

    /// Returns a token's text, without the backticks around an escaped identifier.
    static func name(of token: TokenSyntax) -> String {
        let text = token.text
        return text.hasPrefix("`") ? text.filter { $0 != "`" } : text
    }
}
