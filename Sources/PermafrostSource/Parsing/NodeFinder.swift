import SwiftSyntax

/// A visitor that finds all nodes of one type.
final class NodeFinder<Node: SyntaxProtocol>: SyntaxAnyVisitor {
    private var found: [Node] = []

    private let isOmitted: (Syntax) -> Bool

    private init(besides isOmitted: @escaping (Syntax) -> Bool) {
        self.isOmitted = isOmitted
        super.init(viewMode: .sourceAccurate)
    }

    /// Returns all nodes of the type in a syntax tree, in source order.
    ///
    /// - Parameter isOmitted: returns true for a node to omit, together with everything in the node.
    static func all(in root: Syntax, besides isOmitted: @escaping (Syntax) -> Bool = { _ in false }) -> [Node] {
        let finder = NodeFinder(besides: isOmitted)
        finder.walk(root)
        return finder.found
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        guard !isOmitted(node) else { return .skipChildren }
        if let match = node.as(Node.self) { found.append(match) }
        return .visitChildren
    }
}
