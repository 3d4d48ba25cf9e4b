import SwiftSyntax

extension SyntaxProtocol {
    /// Returns whether a name refers to a generic parameter of an enclosing declaration, or to a type that enclosing
    /// code declares, such as a function's body. It then doesn't refer to a type of the project.
    func isLocalType(_ name: String) -> Bool {
        var next = parent
        while let current = next {
            let generics = current.genericParameters
            if let generics, generics.parameters.contains(where: { $0.name.plainText == name }) { return true }
            if let items = current.as(CodeBlockItemListSyntax.self), items.areStatements, items.declaresType(name) {
                return true
            }
            next = current.parent
        }
        return false
    }
}

extension SyntaxProtocol {
    /// Returns whether a name refers to a type or typealias that is declared in the body of a type around the node.
    ///
    /// - Parameter outer: the node where the search ends. A type that this node itself declares isn't searched.
    func isNestedType(_ name: String, in outer: Syntax?) -> Bool {
        var next = parent
        while let current = next, current.id != outer?.id {
            let members = current.as(DeclSyntax.self).flatMap { $0.typeMembers?.members } ?? []
            if members.contains(where: { $0.decl.typeName == name }) { return true }
            next = current.parent
        }
        return false
    }
}

extension CodeBlockItemListSyntax {
    /// Whether the items are statements of a body, and not declarations at the top level of a file.
    fileprivate var areStatements: Bool {
        guard let parent else { return false }
        return !parent.is(SourceFileSyntax.self) && !parent.is(IfConfigClauseSyntax.self)
    }

    /// Returns whether an item, or an item in a branch of an `#if`, declares a type with the given name.
    fileprivate func declaresType(_ name: String) -> Bool {
        contains { item in
            if let condition = item.item.as(IfConfigDeclSyntax.self) {
                return condition.clauses.contains { clause in
                    if case .statements(let items)? = clause.elements { items.declaresType(name) } else { false }
                }
            }
            guard let node = item.item.as(DeclSyntax.self), node.typeName != nil || node.is(ProtocolDeclSyntax.self)
            else { return false }
            return node.asProtocol((any NamedDeclSyntax).self)?.name.plainText == name
        }
    }
}
