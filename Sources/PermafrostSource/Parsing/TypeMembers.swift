import SwiftSyntax

extension DeclSyntax {
    /// The members of a type or an extension. Nil for any other declaration, and for a protocol.
    var typeMembers: MemberBlockSyntax? {
        switch self.as(DeclSyntaxEnum.self) {
        case .enumDecl(let node): node.memberBlock
        case .structDecl(let node): node.memberBlock
        case .classDecl(let node): node.memberBlock
        case .actorDecl(let node): node.memberBlock
        case .extensionDecl(let node): node.memberBlock
        default: nil
        }
    }
}
