import SwiftSyntax

/// An expression, with the calls that determine the values of parameters in it.
struct FramedExpression {
    var node: ExprSyntax
    var frame: CallFrame?

    init(_ node: ExprSyntax, in frame: CallFrame? = nil) {
        self.node = node
        self.frame = frame
    }

    /// Returns the identifier of a value that this expression refers to. Nil if the value may differ between the calls of
    /// a function.
    func origin(of value: ExprSyntax) -> SyntaxIdentifier? {
        guard let frame else { return value.id }
        var current = Syntax(value).parent
        while let node = current {
            if frame.innermost(of: node)?.hasArguments == true { return nil }
            current = node.parent
        }
        return value.id
    }
}
