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
    /// Whether the code loads Core Data stores instead of creating a container.
    private var loadsCoreData = false
    /// The call that opens the container in another file. Nil if this file opens it.
    private var opening: SyntaxIdentifier?
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

    /// Returns the reactions to an error that a function of another file throws, at a call of this function.
    ///
    /// - Parameter flag: the function's parameter that decides whether the container is in memory.
    func failures(ofCaller call: FunctionCallExprSyntax, _ flag: MemoryFlag?) -> [Failure] {
        guard !call.isUnshipped, !call.isPreview, flag?.isInMemory(call) != true else { return [] }
        var reader = self
        reader.opening = call.id
        return reader.failures(
            of: Syntax(call), CallChain(container: call, isKnown: false), flag: flag?.passed(by: call))
    }

    /// Returns the reactions to the failure of a call that loads Core Data stores, if the call throws it.
    func failures(ofLoad call: FunctionCallExprSyntax, stores: [StoreTrace]) -> [Failure] {
        var reader = self
        reader.stores = stores
        reader.loadsCoreData = true
        let chain = CallChain(container: call, isKnown: false)
        reader.isUnfinished = UnfinishedStore(code: code, stores: stores).isMade(around: Syntax(call), chain)
        return reader.reactions(to: Syntax(call), chain, flag: nil)
    }

    /// Returns the reactions in code that runs if Core Data can't load stores.
    func failures(in code: [Syntax], stores: [StoreTrace]) -> [Failure] {
        var reader = self
        reader.stores = stores
        reader.loadsCoreData = true
        return reader.handled(in: code)
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
                found += block.catchClauses.flatMap { handled(in: [Syntax($0.body)] + items(after: block, $0)) }
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
        // The callers in other files are searched later.
        let thrown = Failure(
            kind: .endsApp, call: function.name, offset: function.declaration.start,
            thrower: .init(
                function: function.name, owner: function.declaration.enclosingType?.name,
                isInitializer: function.declaration.is(InitializerDeclSyntax.self), flag: flag))
        return [thrown]
            + code.callers(of: function).filter { call in
                !call.isPreview && !call.isUnshipped && flag?.isInMemory(call) != true
            }.flatMap { failures(of: Syntax($0), chain.adding(function, $0), flag: flag?.passed(by: $0)) }
    }

    /// Returns the code after a `do` statement that handles the error after one of its `catch` clauses: the statement's
    /// body ends with `return` or `throw`, and the clause doesn't.
    private func items(after block: DoStmtSyntax, _ clause: CatchClauseSyntax) -> [Syntax] {
        block.body.statements.endsEarly && !clause.body.statements.endsEarly
            ? OptionalFailure.items(behind: block) : []
    }

    /// Returns the reactions in code that handles an error, and in the functions that this code calls in the same file.
    func handled(in code: [Syntax]) -> [Failure] {
        let handler = FailureHandlerReader(reader: self)
        let fallback = MemoryFallback(reader: self)
        for node in code {
            handler.read(node, in: nil)
            fallback.walk(node)
        }
        let silent = loadsCoreData ? fallback.onlyLog : fallback.silentCall
        return handler.failures
            + [silent].compactMap(\.self).map { call in
                Failure(
                    kind: loadsCoreData ? .continuesWithoutStore : .continuesInMemory, call: call.calledName ?? "",
                    offset: call.callStart)
            }
    }

    /// Returns whether code creates a container, also in functions of the same file that it calls.
    func makesContainer(_ node: some SyntaxProtocol) -> Bool { makesContainer(Syntax(node), 0) }

    private func makesContainer(_ node: Syntax, _ depth: Int) -> Bool {
        if node.makesContainer { return true }
        guard depth < Self.depthLimit else { return false }
        let calls = CodeVisitor(viewMode: .sourceAccurate)
        calls.walk(node)
        return calls.calls.values.joined().contains { call in
            call.id == opening
                || code.functions(calledBy: call).contains { makesContainer(Syntax($0.body), depth + 1) }
        }
    }
}

extension FailureReader {
    /// Returns the calls in a function that delete the file that one of its parameters locates.
    func deletions(in function: CodeVisitor.Function) -> [ParsedFunction.Deletion] {
        function.parameters.enumerated().flatMap { position, parameter in
            var reader = self
            reader.stores = [StoreTrace(origins: [parameter.id])]
            let handler = FailureHandlerReader(reader: reader)
            handler.read(Syntax(function.body), in: nil)
            return handler.failures.filter { $0.kind == .deletesStore && $0.passing == nil }
                .map {
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
