import SwiftSyntax

/// A reader for a file's reactions to a container that can't be created. The reactions are in a `catch`, after `try?`
/// or `try!`, or in the handling of a `Result`. The reader examines the call, and the callers of the function that
/// creates the container.
struct FailureReader {
    typealias Failure = ParsedFile.ContainerCall.Failure

    /// The maximum length of a chain of callers.
    private static let depthLimit = 3

    let code: CodeVisitor
    let address: StoreCopyReader.StoreAddress

    /// Returns the reactions if a call throws an error.
    func failures(of call: FunctionCallExprSyntax) -> [Failure] {
        var seen: Set<Failure> = []
        return failures(of: Syntax(call), depth: 0).filter { seen.insert($0).inserted }
    }

    private func failures(of node: Syntax, depth: Int) -> [Failure] {
        var found: [Failure] = []
        var current = node
        while let parent = current.parent {
            if let attempt = parent.as(TryExprSyntax.self), let mark = attempt.questionOrExclamationMark?.text {
                if mark == "?" { return found + OptionalFailure(reader: self, attempt: attempt).failures }
                return found + [Failure(deletesStore: false, call: "try!", offset: attempt.start)]
            }
            if let block = parent.as(DoStmtSyntax.self), current == Syntax(block.body), !block.catchClauses.isEmpty {
                found += block.catchClauses.flatMap { handled(in: $0.body) }
                if block.catchClauses.contains(where: { $0.catchItems.isEmpty }) { return found }
            }
            if let closure = current.as(ClosureExprSyntax.self), let call = parent.as(FunctionCallExprSyntax.self),
                call.calledExpression != ExprSyntax(closure)
            {
                let isResult = call.calledName == "Result"
                return found + (isResult ? OptionalFailure.failures(ofResult: call, reader: self) : [])
            }
            if let function = parent.as(FunctionDeclSyntax.self) {
                return found + failures(ofCallersOf: function.name.plainText, depth)
            }
            if parent.is(InitializerDeclSyntax.self) {
                return found + (parent.enclosingType.map { failures(ofCallersOf: $0.name, depth) } ?? [])
            }
            if parent.is(MemberBlockItemSyntax.self) { return found }
            current = parent
        }
        return found
    }

    private func failures(ofCallersOf name: String, _ depth: Int) -> [Failure] {
        guard depth < Self.depthLimit else { return [] }
        return (code.calls[name] ?? []).filter { !$0.isPreview }.flatMap { failures(of: Syntax($0), depth: depth + 1) }
    }

    /// Returns the reactions in code that handles an error.
    func handled(in body: some SyntaxProtocol) -> [Failure] {
        var visited: Set<String> = []
        return handled(in: Syntax(body), &visited)
    }

    private func handled(in body: Syntax, _ visited: inout Set<String>) -> [Failure] {
        let visitor = HandlerVisitor(address: address)
        visitor.walk(body)
        var found = visitor.failures
        for name in visitor.called where visited.insert(name).inserted {
            for function in code.functions where function.name == name {
                found += handled(in: Syntax(function.body), &visited)
            }
        }
        return found
    }
}

/// A visitor that finds code that deletes a store or ends the app.
private final class HandlerVisitor: SyntaxVisitor {
    /// The names of functions that never return.
    private static let endings: Set<String> = ["fatalError", "preconditionFailure", "abort", "exit"]
    /// The names of methods that delete a store, whatever their arguments are.
    private static let deletions: Set<String> = ["deleteAllData", "erase", "destroyPersistentStore"]

    private let address: StoreCopyReader.StoreAddress
    private(set) var failures: [FailureReader.Failure] = []
    /// The names of the functions that are called without a qualifier.
    private(set) var called: [String] = []

    init(address: StoreCopyReader.StoreAddress) {
        self.address = address
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledName else { return .visitChildren }
        let isPlain = node.calledExpression.is(DeclReferenceExprSyntax.self)
        if isPlain, Self.endings.contains(name) {
            add(name, deletesStore: false, node)
        } else if !isPlain, Self.deletions.contains(name) {
            add(name, deletesStore: true, node)
        } else if name == "removeItem" {
            if let first = node.arguments.first, address.isStore(first.expression) {
                add(name, deletesStore: true, node)
            }
        } else if isPlain || ["self", "Self"].contains(node.calledExpression.namePath?.first) {
            called.append(name)
        }
        return .visitChildren
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark?.text == "!", !node.makesContainer { add("try!", deletesStore: false, node) }
        return .visitChildren
    }

    /// Skips the `catch` clauses of a different attempt to create a container. That attempt is examined separately.
    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
        guard node.body.makesContainer else { return .visitChildren }
        walk(node.body)
        return .skipChildren
    }

    /// Skips code that runs only in debug builds, because users don't run it.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.condition?.trimmedDescription == "DEBUG" ? .skipChildren : .visitChildren
    }

    private func add(_ call: String, deletesStore: Bool, _ node: some SyntaxProtocol) {
        failures.append(.init(deletesStore: deletesStore, call: call, offset: node.start))
    }
}

extension SyntaxProtocol {
    /// Whether the node contains code that creates a container.
    fileprivate var makesContainer: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text == "ModelContainer" || $0.text == "SafeModelContainer" }
    }
}
