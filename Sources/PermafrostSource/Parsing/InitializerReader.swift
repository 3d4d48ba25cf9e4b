import SwiftSyntax

extension DeclarationReader {
    /// Returns ``ParsedInitializer/assignments``.
    func assignments(in node: InitializerDeclSyntax) -> [String: Expression]? {
        guard let body = node.body, node.optionalMark == nil, node.genericParameterClause == nil,
            node.signature.effectSpecifiers == nil
        else { return nil }
        let names = Set(node.signature.parameterClause.parameters.map { ($0.secondName ?? $0.firstName).plainText })
        var assignments: [String: Expression] = [:]
        for item in body.statements {
            guard case .expr(let expression) = item.item,
                let parts = expression.as(SequenceExprSyntax.self).map({ Array($0.elements) }), parts.count == 3,
                parts[1].is(AssignmentExprSyntax.self), let path = parts[0].namePath, let property = path.last,
                path.count == 1 && !names.contains(property) || path.count == 2 && path[0] == "self"
            else { return nil }
            let value = expressions.read(parts[2])
            var isOwn = true
            value.forEachName { isOwn = isOwn && !names.contains($0) }
            if !isOwn {
                guard case .name = value.kind else { return nil }
            }
            guard assignments.updateValue(value, forKey: property) == nil else { return nil }
        }
        return assignments
    }
}
