import SwiftSyntax

/// A reader of an error handler's reactions to a failed container, such as deleting the store or ending the app. It also
/// reads the functions that the handler calls in the same file.
final class FailureHandlerReader: SyntaxVisitor {
    /// The maximum number of calls that lead to a function.
    private static let depthLimit = 6
    /// The maximum number of calls to follow.
    private static let callLimit = 200
    /// The names of methods that delete the store of a container, regardless of their arguments.
    private static let deletions: Set<String> = ["deleteAllData", "erase"]

    private let reader: FailureReader
    private let tracer: StoreTracer
    private var frame: CallFrame?
    private var callCount = 0
    private var found: [FailureReader.Failure] = []
    /// Whether the code moves, copies, replaces or deletes a file that the container opens or may open.
    private var handlesStore = false
    /// Whether the code copies or moves the store's file, or replaces it with a copy.
    private var keepsStore = false

    init(reader: FailureReader) {
        self.reader = reader
        tracer = StoreTracer(code: reader.code)
        super.init(viewMode: .sourceAccurate)
    }

    /// The reactions in the code that was read.
    var failures: [FailureReader.Failure] {
        found.filter { failure in
            switch failure.kind {
            // Code that also handles the container's own file doesn't confuse that file with a different one.
            case .handlesOtherFile: !handlesStore
            case .deletesStore, .mayDeleteStore: !keepsStore && !reader.isUnfinished
            case .endsApp, .retriesWithoutPlan, .continuesInMemory, .continuesWithoutStore: true
            }
        }
    }

    /// Reads code.
    ///
    /// - Parameter frame: the call of the function that contains the code, or nil for the handler itself.
    func read(_ node: Syntax, in frame: CallFrame?) {
        let outer = self.frame
        self.frame = frame
        walk(node)
        self.frame = outer
    }

    /// Reads the function that code calls. Several functions that a call may refer to are all read.
    private func follow(_ functions: [CodeVisitor.Function], _ made: (CodeVisitor.Function) -> CallFrame) {
        guard (frame?.depth ?? 0) < Self.depthLimit else { return }
        for function in functions where callCount < Self.callLimit {
            callCount += 1
            read(Syntax(function.body), in: made(function))
        }
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard let name = node.calledName else { return .visitChildren }
        let isPlain = node.calledExpression.is(DeclReferenceExprSyntax.self)
        if isPlain, FetchReader.endings.contains(name) {
            add(name, .endsApp, node)
        } else if !isPlain, Self.deletions.contains(name) {
            handleContainer(name, node)
        } else if Self.fileMethods.contains(name), let first = node.arguments.first {
            handleFile(name, first.expression, node)
        } else if isPlain, name == "ModelContainer", let isCertain = opensWithoutPlan(node) {
            add(name, .retriesWithoutPlan(isCertain: isCertain), node)
        } else if name == "forEach", let list = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
            let argument = node.arguments.first?.expression
        {
            if argument.trimmedDescription.contains("removeItem") { handleFile("removeItem", list, node) }
            follow(reader.code.functions(namedBy: argument)) {
                CallFrame($0, elementsOf: list, from: frame)
            }
        } else {
            let functions = reader.code.functions(calledBy: node)
            if functions.isEmpty { addPassing(node) }
            follow(functions) { CallFrame($0, calledBy: node, from: frame) }
            if let closure = reader.code.closure(calledBy: node), (frame?.depth ?? 0) < Self.depthLimit {
                read(Syntax(closure.statements), in: CallFrame(closure, calledBy: node, from: frame))
            }
        }
        return .visitChildren
    }

    /// The methods that move, copy, replace or delete the file that their first argument locates.
    private static let fileMethods: Set<String> = [
        "removeItem", "trashItem", "moveItem", "copyItem", "replaceItemAt", "replaceItem", "unlink",
        "destroyPersistentStore", "replacePersistentStore", "migratePersistentStore",
    ]
    private static let fileDeletions: Set<String> = ["removeItem", "trashItem", "unlink", "destroyPersistentStore"]
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

    /// Adds a possible deletion for a call that passes the store's file to a function of another file.
    private func addPassing(_ call: FunctionCallExprSyntax) {
        guard let path = reader.code.path(of: call) else { return }
        for (position, argument) in call.arguments.enumerated() {
            let traces = tracer.traces(of: FramedExpression(argument.expression, in: frame))
            guard traces.flatMap(relations).contains(.same) else { continue }
            found.append(
                .init(
                    kind: .deletesStore, call: path.joined(separator: "."), offset: call.callStart,
                    passing: .init(path: path, label: argument.label?.plainText, position: position)))
        }
    }

    /// Reads a call of a method that deletes all data of a container.
    private func handleContainer(_ name: String, _ call: FunctionCallExprSyntax) {
        guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base else { return }
        let relations = tracer.traces(of: FramedExpression(base, in: frame)).flatMap(relations)
        if relations.contains(.same) {
            add(name, .deletesStore, call)
        } else if base.trimmedDescription.lowercased().contains("container") {
            add(name, .mayDeleteStore(base.trimmedDescription), call)
        }
    }

    private func relations(to trace: StoreTrace) -> [StoreTrace.Relation] {
        reader.stores.map { trace.relation(to: $0) }
    }

    private func handleFile(_ name: String, _ node: ExprSyntax, _ call: FunctionCallExprSyntax) {
        let target = call.value(of: "to") ?? call.value(of: "toPath") ?? call.value(of: "withItemAt")
        let isDeletion = Self.fileDeletions.contains(name)
        let traces = tracer.traces(of: FramedExpression(node, in: frame))
        let relations = traces.flatMap(relations)
        if relations.contains(.same) || relations.contains(.sameName) {
            handlesStore = true
            guard isDeletion else {
                keepsStore = true
                return
            }
            let isCertain = relations.contains(.same)
            add(name, isCertain ? .deletesStore : .mayDeleteStore(node.trimmedDescription), call)
            return
        }
        if let target, !isDeletion {
            let relations = tracer.traces(of: FramedExpression(target, in: frame)).flatMap(self.relations)
            if relations.contains(where: { $0 != .different }) {
                keepsStore = true
                handlesStore = true
                return
            }
        }
        guard let file = StoreFileName.store(node), let files = reader.files, !files.contains(file) else {
            // A file whose name is known isn't the container's.
            let isKnown = traces.contains { $0.name != nil } && reader.stores.contains { $0.name != nil }
            guard !isKnown, reader.address.isStore(node) else { return }
            handlesStore = true
            if isDeletion { add(name, .mayDeleteStore(node.trimmedDescription), call) } else { keepsStore = true }
            return
        }
        // The code may restore a copy to the store's place.
        let isRestored = target.map { target in
            StoreFileName.store(target).map(files.contains)
                ?? (!target.is(FunctionCallExprSyntax.self) && reader.address.isStore(target))
        }
        guard isRestored != true, !Self.isCopy(file) else { return }
        add(name, .handlesOtherFile(file, stores: files.sorted()), call)
    }

    /// Returns whether a call certainly opens one of the container's files without a migration plan. Returns nil if it
    /// opens other files, or has a plan.
    private func opensWithoutPlan(_ call: FunctionCallExprSyntax) -> Bool? {
        guard call.arguments.first?.label?.text == "for",
            call.value(of: "migrationPlan")?.is(NilLiteralExprSyntax.self) ?? true
        else { return nil }
        let relations = tracer.stores(of: call, in: frame).flatMap(relations)
        if relations.contains(.same) { return true }
        guard let files = reader.files, let other = StoreFileName.configured(by: call) else { return false }
        return files.isDisjoint(with: other) ? nil : false
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if node.questionOrExclamationMark?.text == "!", !reader.makesContainer(node) { add("try!", .endsApp, node) }
        return .visitChildren
    }

    // The reactions to the failure of another container are searched separately.

    /// Skips the `catch` clauses of a `do` whose body creates another container.
    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
        guard reader.makesContainer(node.body) else { return .visitChildren }
        walk(node.body)
        return .skipChildren
    }

    /// Skips the `else` of a `guard` whose condition creates another container.
    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        guard makesContainer(node.conditions) else { return .visitChildren }
        walk(node.conditions)
        return .skipChildren
    }

    /// Skips the code that runs if the attempt to create another container fails: the `else` of `if let`, or the
    /// statements after it.
    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        for item in node {
            walk(item)
            if let check = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
                check.body.statements.endsEarly, makesContainer(check.conditions)
            {
                break
            }
        }
        return .skipChildren
    }

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        guard makesContainer(node.conditions) else { return .visitChildren }
        walk(node.conditions)
        walk(node.body)
        return .skipChildren
    }

    /// Returns whether conditions create a container, or test a constant whose value does.
    private func makesContainer(_ conditions: ConditionElementListSyntax) -> Bool {
        if reader.makesContainer(conditions) { return true }
        return conditions.contains { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                let name = binding.pattern.name,
                binding.initializer == nil || binding.initializer?.value.namePath == [name]
            else { return false }
            return Syntax(conditions).value(named: name).map { reader.makesContainer($0) } ?? false
        }
    }

    /// Skips code that no build for users compiles, such as a branch of `#if DEBUG`.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.isNeverShipped ? .skipChildren : .visitChildren
    }

    private func add(_ call: String, _ kind: ContainerDeclaration.Failure.Kind, _ node: some SyntaxProtocol) {
        let offset = node.as(FunctionCallExprSyntax.self)?.callStart ?? node.start
        found.append(.init(kind: kind, call: call, offset: offset))
    }
}
