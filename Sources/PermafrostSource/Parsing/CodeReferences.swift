import PermafrostModel
import SwiftSyntax

/// A reader for the names that code refers to.
final class CodeReferences: SyntaxVisitor {
    private var found: Set<ParsedCode.Reference> = []

    static func found(in node: some SyntaxProtocol) -> Set<ParsedCode.Reference> {
        let reader = CodeReferences(viewMode: .sourceAccurate)
        reader.walk(node)
        return reader.found
    }

    /// Returns a digest of the tokens in code, without white space and comments.
    static func digest(of code: some SyntaxProtocol) -> String { digest(of: [Syntax(code)]) }

    static func digest(of code: [Syntax]) -> String {
        let tokens = code.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) }.joined(separator: " ")
        return Digest.hex(Digest.sha256(Array(tokens.utf8)).prefix(8))
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard case .identifier = node.baseName.tokenKind else { return .visitChildren }
        if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
            guard let base = member.base else { return .visitChildren }
            found.insert(.init(base: base.namePath?.last ?? "", name: node.baseName.plainText))
        } else {
            found.insert(.init(base: nil, name: node.baseName.plainText))
        }
        return .visitChildren
    }

    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        found.insert(.init(base: nil, name: node.name.plainText))
        return .visitChildren
    }

    override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
        found.insert(.init(base: nil, name: node.name.plainText))
        return .visitChildren
    }
}
