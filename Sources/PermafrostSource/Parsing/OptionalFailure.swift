import SwiftSyntax

/// A reader for the reactions to a `try?` that returns nil or to a `Result` that contains a failure.
struct OptionalFailure {
    let reader: FailureReader
    let attempt: TryExprSyntax

    /// The reactions if the `try?` returns nil.
    var failures: [FailureReader.Failure] {
        var current = Syntax(attempt)
        while let parent = current.parent {
            if let sequence = parent.as(ExprListSyntax.self) {
                let elements = Array(sequence)
                let sign = elements.firstIndex { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
                if let sign { return reader.handled(in: elements[(sign + 1)...].map { Syntax($0) }) }
            }
            if let check = parent.as(GuardStmtSyntax.self) { return reader.handled(in: [Syntax(check.body)]) }
            if let check = parent.as(IfExprSyntax.self) { return failures(of: check) }
            if let binding = parent.as(PatternBindingSyntax.self), let name = binding.pattern.name {
                return Self.items(behind: binding).flatMap { failures(of: $0, about: name) }
            }
            if parent.is(CodeBlockItemSyntax.self) || parent.is(MemberBlockItemSyntax.self) { return [] }
            current = parent
        }
        return []
    }

    /// Returns the reactions in a statement after the attempt, such as `if container == nil { … }` or `guard let
    /// container else { … }`. The result is empty if the statement doesn't test the given variable.
    private func failures(of item: Syntax, about name: String) -> [FailureReader.Failure] {
        if let check = item.as(GuardStmtSyntax.self), check.conditions.mentions(name) {
            return reader.handled(in: [Syntax(check.body)])
        }
        if let check = item.conditional, check.conditions.mentions(name) {
            return failures(of: check)
        }
        return []
    }

    /// Returns the reactions in the branch that runs if the container is nil. For an `if let` without `else` that ends
    /// with `return` or `throw`, this is the code after the `if`.
    private func failures(of check: IfExprSyntax) -> [FailureReader.Failure] {
        let isForNil = check.conditions.trimmedDescription.contains("== nil")
        if isForNil { return reader.handled(in: [Syntax(check.body)]) }
        if let otherwise = check.elseBody { return reader.handled(in: [Syntax(otherwise)]) }
        // If the container is returned, the following code runs only without one.
        return check.body.statements.endsEarly ? reader.handled(in: Self.items(behind: check)) : []
    }

    /// Returns the statements after a node in the same block.
    static func items(behind node: some SyntaxProtocol) -> [Syntax] {
        var current = Syntax(node)
        while let parent = current.parent {
            if let list = parent.as(CodeBlockItemListSyntax.self) {
                // Filtering the list itself would detach its items from the file.
                return Array(list).filter { $0.position > current.position }.map { Syntax($0.item) }
            }
            current = parent
        }
        return []
    }

    // MARK: Results

    /// Returns the reactions if `Result { try … }` is a failure.
    static func failures(
        ofResult call: FunctionCallExprSyntax, reader: FailureReader
    ) -> [FailureReader.Failure] {
        if let choice = call.parent?.as(SwitchExprSyntax.self) { return failures(of: choice, reader) }
        guard let binding = call.parent?.parent?.as(PatternBindingSyntax.self), let name = binding.pattern.name else {
            return []
        }
        return items(behind: binding).flatMap { item -> [FailureReader.Failure] in
            let finder = ResultVisitor(name: name)
            finder.walk(item)
            let forced = finder.forced.map {
                FailureReader.Failure(kind: .endsApp, call: "try!", offset: $0.start)
            }
            return forced + finder.choices.flatMap { failures(of: $0, reader) }
                + finder.branches.flatMap { reader.handled(in: [Syntax($0)]) }
        }
    }

    private static func failures(of choice: SwitchExprSyntax, _ reader: FailureReader) -> [FailureReader.Failure] {
        choice.cases.compactMap { $0.as(SwitchCaseSyntax.self) }.filter { branch in
            let label = branch.label.trimmedDescription
            return label.contains(".failure") || label.hasPrefix("default")
        }.flatMap { reader.handled(in: [Syntax($0.statements)]) }
    }
}

/// A visitor that finds the code that handles the failure of a `Result` in a variable.
private final class ResultVisitor: SyntaxVisitor {
    private let name: String
    private(set) var choices: [SwitchExprSyntax] = []
    private(set) var branches: [CodeBlockSyntax] = []
    private(set) var forced: [TryExprSyntax] = []

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        if node.subject.namePath == [name] { choices.append(node) }
        return .visitChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        if node.conditions.mentions(name), node.conditions.mentions("failure") { branches.append(node.body) }
        return .visitChildren
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark?.text == "!", node.trimmedDescription.contains(name + ".get") {
            forced.append(node)
        }
        return .visitChildren
    }
}

extension SyntaxProtocol {
    /// Returns whether the node contains a token with the given name.
    fileprivate func mentions(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.plainText == name }
    }

    /// The statement as an `if` expression, or nil if it isn't one.
    fileprivate var conditional: IfExprSyntax? {
        self.as(IfExprSyntax.self) ?? self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    }
}
