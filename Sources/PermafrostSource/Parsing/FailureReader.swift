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
        return reader.failures(of: Syntax(call), depth: 0, flag: MemoryFlag(of: call))
            .filter { seen.insert($0).inserted }
    }

    /// Returns the reactions to an error that a node throws, in the enclosing function and in its callers.
    ///
    /// - Parameter flag: the parameter of the enclosing function that decides whether the container is in memory.
    private func failures(of node: Syntax, depth: Int, flag: MemoryFlag?) -> [Failure] {
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
            if let name = parent.callableName {
                return (isUsed(current, flag) ? found : []) + failures(ofCallersOf: name, depth, flag)
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

    private func failures(ofCallersOf name: String, _ depth: Int, _ flag: MemoryFlag?) -> [Failure] {
        guard depth < Self.depthLimit else { return [] }
        return (code.calls[name] ?? []).filter { call in
            !call.isPreview && !call.isUnshipped && flag?.isInMemory(call) != true
        }.flatMap { failures(of: Syntax($0), depth: depth + 1, flag: flag?.passed(by: $0)) }
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
        var visited: Set<String> = []
        var handlesStore = false
        let found = handled(in: Syntax(body), &visited, &handlesStore)
        guard handlesStore else { return found }
        // Code that also handles the container's own file doesn't confuse that file with a different one.
        return found.filter { if case .handlesOtherFile = $0.kind { false } else { true } }
    }

    private func handled(
        in body: Syntax, _ visited: inout Set<String>, _ handlesStore: inout Bool
    ) -> [Failure] {
        let visitor = HandlerVisitor(address: address, files: files)
        visitor.walk(body)
        var found = visitor.failures
        if visitor.handlesStore { handlesStore = true }
        for name in visitor.called where visited.insert(name).inserted {
            for function in code.functions where function.name == name {
                found += handled(in: Syntax(function.body), &visited, &handlesStore)
            }
        }
        return found
    }
}

/// A visitor that finds an error handler's reactions to a failed container, such as deleting the store or ending the
/// app.
private final class HandlerVisitor: SyntaxVisitor {
    /// The names of functions that never return.
    private static let endings: Set<String> = ["fatalError", "preconditionFailure", "abort", "exit"]
    /// The names of methods that delete a store, regardless of their arguments.
    private static let deletions: Set<String> = ["deleteAllData", "erase", "destroyPersistentStore"]

    private let address: StoreAddress
    /// The names of the files that the container opens, or nil if they aren't known.
    private let files: Set<String>?
    /// Whether the code moves, copies, replaces or deletes a file that the container opens or may open.
    private(set) var handlesStore = false
    private(set) var failures: [FailureReader.Failure] = []
    /// The names of the functions that are called without a qualifier, or with `self` or `Self` at the start of the
    /// qualifier.
    private(set) var called: [String] = []

    init(address: StoreAddress, files: Set<String>?) {
        self.address = address
        self.files = files
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledName else { return .visitChildren }
        let isPlain = node.calledExpression.is(DeclReferenceExprSyntax.self)
        if isPlain, Self.endings.contains(name) {
            add(name, .endsApp, node)
        } else if !isPlain, Self.deletions.contains(name) {
            add(name, .deletesStore, node)
        } else if Self.fileMethods.contains(name), let first = node.arguments.first {
            handleFile(name, first.expression, node)
        } else if isPlain, name == "ModelContainer", opensWithoutPlan(node) {
            add(name, .retriesWithoutPlan, node)
        } else if isPlain || ["self", "Self"].contains(node.calledExpression.namePath?.first) {
            called.append(name)
        }
        return .visitChildren
    }

    /// The methods that move, copy, replace or delete the file that their first argument locates.
    private static let fileMethods: Set<String> = ["removeItem", "trashItem", "moveItem", "copyItem", "replaceItemAt"]
    /// Words in a file's name that identify the file as a copy. Code that handles a copy isn't reported.
    private static let copyWords: Set<String> = [
        "backup", "backups", "bak", "old", "legacy", "previous", "copy", "copies", "tmp", "temp", "temporary", "export",
        "exported", "exports", "import", "imported", "imports",
    ]

    /// Returns whether a word of a file name, such as `Backup` in `AppBackup-2.store`, identifies the file as a copy.
    private static func isCopy(_ file: String) -> Bool {
        var words = [""]
        var previous: Character = " "
        for character in file {
            // A word begins after a character that isn't a letter, and at an uppercase letter after a lowercase one.
            if !character.isLetter || character.isUppercase && previous.isLowercase { words.append("") }
            if character.isLetter { words[words.count - 1].append(character) }
            previous = character
        }
        return words.contains { copyWords.contains($0.lowercased()) }
    }

    private func handleFile(_ name: String, _ node: ExprSyntax, _ call: FunctionCallExprSyntax) {
        let target = call.value(of: "to") ?? call.value(of: "toPath") ?? call.value(of: "withItemAt")
        let isDeletion = name == "removeItem" || name == "trashItem"
        guard let file = StoreFileName.store(node), let files, !files.contains(file) else {
            let isOwn = files.flatMap { files in StoreFileName.store(node).map(files.contains) } ?? false
            let isStore = isOwn || address.isStore(node)
            if isStore { handlesStore = true }
            if isDeletion, isStore { add(name, .deletesStore, call) }
            return
        }
        // The code may restore a copy to the store's place.
        let isRestored = target.map { target in
            StoreFileName.store(target).map(files.contains)
                ?? (!target.is(FunctionCallExprSyntax.self) && address.isStore(target))
        }
        guard isRestored != true, !Self.isCopy(file) else { return }
        add(name, .handlesOtherFile(file, stores: files.sorted()), call)
    }

    /// Returns whether a call may open one of the container's files without a migration plan.
    private func opensWithoutPlan(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.first?.label?.text == "for",
            call.value(of: "migrationPlan")?.is(NilLiteralExprSyntax.self) ?? true
        else { return false }
        guard let files, let other = StoreFileName.configured(by: call) else { return true }
        return !files.isDisjoint(with: other)
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark?.text == "!", !node.makesContainer { add("try!", .endsApp, node) }
        return .visitChildren
    }

    /// Skips the `catch` clauses of a `do` whose body creates another container, because the reactions to that call are
    /// searched separately.
    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
        guard node.body.makesContainer else { return .visitChildren }
        walk(node.body)
        return .skipChildren
    }

    /// Skips code that no build for users compiles, such as a branch of `#if DEBUG`.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.isNeverShipped ? .skipChildren : .visitChildren
    }

    private func add(_ call: String, _ kind: ContainerDeclaration.Failure.Kind, _ node: some SyntaxProtocol) {
        let offset = node.as(FunctionCallExprSyntax.self)?.callStart ?? node.start
        failures.append(.init(kind: kind, call: call, offset: offset))
    }
}

extension SyntaxProtocol {
    /// Whether the node contains code that creates a container.
    fileprivate var makesContainer: Bool {
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
