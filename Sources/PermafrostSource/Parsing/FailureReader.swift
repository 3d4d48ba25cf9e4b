import SwiftSyntax

/// A reader that finds a file's reactions to the failure to create a container. A reaction is a `try!`, or code that
/// handles the error in a `catch`, the nil of a `try?` or the failure of a `Result`. The reader examines the code
/// around the call that creates the container, and the callers of the enclosing function.
struct FailureReader {
    typealias Failure = ParsedContainerCall.Failure

    /// The maximum length of a chain of callers.
    private static let depthLimit = 3

    let code: CodeVisitor
    let address: StoreAddress

    /// The names of the files that the container opens, or nil if they aren't known.
    var files: Set<String>?
    /// The container's stores, as the code that handles the failure refers to them.
    private(set) var stores: [StoreTrace] = []
    /// Whether the container's file is a copy or a new store that the same code makes, so that deleting it loses
    /// nothing.
    private(set) var isUnfinished = false

    init(code: CodeVisitor, address: StoreAddress) {
        self.code = code
        self.address = address
    }

    /// Returns the reactions to an error that a call throws. Omits code that no build for users compiles, such as a
    /// branch of `#if DEBUG`.
    func failures(of call: FunctionCallExprSyntax) -> [Failure] {
        guard !call.isUnshipped else { return [] }
        var reader = self
        reader.files = StoreFileName.configured(by: call)
        var seen: Set<Failure> = []
        return reader.failures(of: Syntax(call), CallChain(container: call), flag: MemoryFlag(of: call))
            .filter { seen.insert($0).inserted }
    }

    /// Returns the reactions to an error that a node throws, in the enclosing function and in its callers.
    ///
    /// - Parameters:
    ///   - chain: the calls from the enclosing function to the container.
    ///   - flag: the parameter of the enclosing function that decides whether the container is in memory.
    private func failures(of node: Syntax, _ chain: CallChain, flag: MemoryFlag?) -> [Failure] {
        var reader = self
        reader.stores = chain.stores(in: code)
        reader.isUnfinished = UnfinishedStore(code: code, stores: reader.stores).isMade(around: node, chain)
        return reader.reactions(to: node, chain, flag: flag)
    }

    private func reactions(to node: Syntax, _ chain: CallChain, flag: MemoryFlag?) -> [Failure] {
        var found: [Failure] = []
        var current = node
        while let parent = current.parent {
            if let attempt = parent.as(TryExprSyntax.self), let mark = attempt.questionOrExclamationMark?.text {
                found +=
                    mark == "?"
                    ? OptionalFailure(reader: self, attempt: attempt).failures
                    : [Failure(kind: .endsApp, call: "try!", offset: attempt.start)]
                return isUsed(current, flag) ? found : []
            }
            if let block = parent.as(DoStmtSyntax.self), current == Syntax(block.body), !block.catchClauses.isEmpty {
                found += block.catchClauses.flatMap { handled(in: $0.body) } + failures(after: block)
                if block.catchClauses.contains(where: { $0.catchItems.isEmpty }) {
                    return isUsed(current, flag) ? found : []
                }
            }
            if let closure = current.as(ClosureExprSyntax.self), let call = parent.as(FunctionCallExprSyntax.self),
                call.calledExpression != ExprSyntax(closure)
            {
                let isResult = call.calledName == "Result"
                found += isResult ? OptionalFailure.failures(ofResult: call, reader: self) : []
                return isUsed(current, flag) ? found : []
            }
            if let function = code.functions.first(where: { $0.declaration == parent }) {
                return (isUsed(current, flag) ? found : []) + failures(ofCallersOf: function, chain, flag)
            }
            if parent.is(InitializerDeclSyntax.self) || parent.is(MemberBlockItemSyntax.self) { return found }
            current = parent
        }
        return found
    }

    /// Returns whether the function around a node can create a container on disk. If all of its calls create containers
    /// in memory, its reactions don't matter.
    private func isUsed(_ node: Syntax, _ flag: MemoryFlag?) -> Bool {
        guard let flag, flag.isInMemoryByDefault else { return true }
        var current: Syntax? = node
        while let inner = current {
            if let name = inner.callableName { return !(code.calls[name] ?? []).allSatisfy(flag.isInMemory) }
            current = inner.parent
        }
        return true
    }

    private func failures(
        ofCallersOf function: CodeVisitor.Function, _ chain: CallChain, _ flag: MemoryFlag?
    ) -> [Failure] {
        guard chain.calls.count < Self.depthLimit else { return [] }
        return code.callers(of: function).filter { call in
            !call.isPreview && !call.isUnshipped && flag?.isInMemory(call) != true
        }.flatMap { failures(of: Syntax($0), chain.adding(function, $0), flag: flag?.passed(by: $0)) }
    }

    /// Returns the reactions in the code after a `do` statement. This code handles the error if the statement's body
    /// ends with `return` or `throw`, and at least one of its `catch` clauses doesn't. Otherwise, returns an empty
    /// array.
    private func failures(after block: DoStmtSyntax) -> [Failure] {
        guard block.body.statements.endsEarly, block.catchClauses.contains(where: { !$0.body.statements.endsEarly })
        else { return [] }
        return OptionalFailure.items(behind: block).flatMap { handled(in: $0) }
    }

    /// Returns the reactions in code that handles an error, and in the functions that this code calls in the same file.
    func handled(in body: some SyntaxProtocol) -> [Failure] {
        let handler = FailureHandlerReader(reader: self)
        handler.read(Syntax(body), in: nil)
        return handler.failures
    }
}

extension FailureReader {
    /// Returns the calls in a function that delete the file that one of its parameters locates.
    func deletions(in function: CodeVisitor.Function) -> [ParsedFunction.Deletion] {
        function.parameters.enumerated().flatMap { position, parameter in
            var reader = self
            reader.stores = [StoreTrace(origins: [parameter.id])]
            return reader.handled(in: function.body).filter { $0.kind == .deletesStore && $0.passing == nil }.map {
                ParsedFunction.Deletion(
                    label: parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName.plainText,
                    position: position, call: $0.call, offset: $0.offset)
            }
        }
    }
}

extension SyntaxProtocol {
    /// Whether the node contains code that creates a container.
    var makesContainer: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text == "ModelContainer" || $0.text == "SafeModelContainer" }
    }
}

extension SyntaxProtocol {
    /// The name that callers use for a function or initializer, which is the type's name for an initializer. Nil for
    /// any other node.
    fileprivate var callableName: String? {
        if let function = self.as(FunctionDeclSyntax.self) { return function.name.plainText }
        return self.is(InitializerDeclSyntax.self) ? enclosingType?.name : nil
    }
}

extension CodeBlockItemListSyntax {
    /// Whether the last statement is a `return` or `throw`.
    var endsEarly: Bool {
        guard let last = last?.item else { return false }
        return last.is(ReturnStmtSyntax.self) || last.is(ThrowStmtSyntax.self)
    }
}
