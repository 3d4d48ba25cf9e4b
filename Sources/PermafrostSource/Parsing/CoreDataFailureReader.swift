import SwiftSyntax

/// A reader of the reactions to a Core Data store that can't be loaded: code that deletes the store, or that only logs
/// the failure.
struct CoreDataFailureReader {
    let code: CodeVisitor
    let address: StoreAddress

    /// The calls that load a store. Omits previews and code that no build for users compiles.
    private var loads: [FunctionCallExprSyntax] {
        let calls = (code.calls["loadPersistentStores"] ?? []) + (code.calls["addPersistentStore"] ?? [])
        return calls.filter { !$0.isPreview && !$0.isUnshipped && !isInMemory($0) }
    }

    /// The reactions to the failures of all calls that load a store.
    var failures: [FailureReader.Failure] {
        var seen: Set<FailureReader.Failure> = []
        return loads.flatMap(failures).filter {
            failure in
            switch failure.kind {
            case .deletesStore, .mayDeleteStore, .continuesWithoutStore: seen.insert(failure).inserted
            case .endsApp, .handlesOtherFile, .retriesWithoutPlan, .continuesInMemory: false
            }
        }
    }

    /// The files of the stores that the calls load. Empty if one of them isn't known.
    ///
    /// - Parameter tree: the file, whose assignments may change the URLs of store descriptions.
    func places(in tree: SourceFileSyntax) -> [ParsedFile.CoreDataPlace] {
        let loads = loads
        guard !loads.isEmpty else { return [] }
        let tracer = StoreTracer(code: code)
        let visitor = DescriptionURLVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let descriptions =
            (code.calls["NSPersistentStoreDescription"] ?? []).compactMap { $0.value(of: "url") } + visitor.urls
        let found = loads.map { call -> [ParsedFile.CoreDataPlace]? in
            let container = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
            let urls =
                (call.value(of: "at") ?? call.value(of: "with")).map { [$0] }
                ?? (descriptions.isEmpty ? [container].compactMap(\.self) : descriptions)
            let places = urls.map { url -> [ParsedFile.CoreDataPlace]? in
                let traces = tracer.traces(of: FramedExpression(url))
                let known = traces.compactMap { trace in
                    trace.name.flatMap { name in
                        trace.folder.map { .init(folder: $0, name: name, offset: call.callStart) }
                    } as ParsedFile.CoreDataPlace?
                }
                return known.isEmpty || known.count < traces.count ? nil : known
            }
            return places.contains { $0 == nil } ? nil : places.compactMap(\.self).flatMap(\.self)
        }
        return found.contains { $0 == nil } ? [] : found.compactMap(\.self).flatMap(\.self)
    }

    private func isInMemory(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { $0.expression.trimmedDescription.lowercased().contains("inmemory") }
    }

    private func failures(of call: FunctionCallExprSyntax) -> [FailureReader.Failure] {
        let closure =
            call.trailingClosure
            ?? call.arguments.lazy.compactMap { $0.expression.as(ClosureExprSyntax.self) }.first
        let reader = FailureReader(code: code, address: address)
        guard let closure else {
            return call.calledName == "addPersistentStore"
                ? reader.failures(ofLoad: call, stores: stores(of: call)) : []
        }
        // The closure's parameters are the store's description and the error.
        guard let error = closure.loadError else { return [] }
        let path = closure.statements.failurePath(error)
        let own = StoreTrace(origins: [closure.id])
        return path.isEmpty ? [] : reader.failures(in: path, stores: stores(of: call) + [own])
    }

    /// Returns the files that a call loads: the file at its URL, or those of the container and of the descriptions that
    /// the file's code makes.
    private func stores(of call: FunctionCallExprSyntax) -> [StoreTrace] {
        let tracer = StoreTracer(code: code)
        if let url = call.value(of: "at") ?? call.value(of: "with") {
            return tracer.traces(of: FramedExpression(url))
        }
        let container = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
        let descriptions = (code.calls["NSPersistentStoreDescription"] ?? []).compactMap { $0.value(of: "url") }
        return ([container].compactMap(\.self) + descriptions).flatMap { tracer.traces(of: FramedExpression($0)) }
    }
}

/// A visitor that finds the URLs that code assigns to store descriptions.
private final class DescriptionURLVisitor: SyntaxVisitor {
    private(set) var urls: [ExprSyntax] = []

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        if elements.count == 3, elements[1].is(AssignmentExprSyntax.self), !node.isPreview, !node.isUnshipped,
            let member = elements[0].as(MemberAccessExprSyntax.self), member.declName.baseName.text == "url",
            member.base?.trimmedDescription.contains("escription") == true,
            !elements[2].trimmedDescription.contains("/dev/null")
        {
            urls.append(elements[2])
        }
        return .visitChildren
    }
}

extension ClosureExprSyntax {
    /// The name of the second parameter, which is the error of a load. Nil if the closure ignores it.
    fileprivate var loadError: String? {
        guard let clause = signature?.parameterClause else { return "$1" }
        let names =
            clause.as(ClosureShorthandParameterListSyntax.self)?.map(\.name.plainText)
            ?? clause.as(ClosureParameterClauseSyntax.self)?.parameters.map {
                ($0.secondName ?? $0.firstName).plainText
            }
        return names?.dropFirst().first.flatMap { $0 == "_" ? nil : $0 }
    }
}

extension CodeBlockItemListSyntax {
    /// Returns the code that runs only if the error in a variable isn't nil. Empty if the code doesn't test it.
    fileprivate func failurePath(_ error: String) -> [Syntax] {
        for (index, item) in enumerated() {
            if let check = item.item.as(GuardStmtSyntax.self) {
                switch check.conditions.isFailure(error) {
                case true?: return dropFirst(index + 1).map { Syntax($0.item) }
                case false?: return [Syntax(check.body)]
                case nil: continue
                }
            }
            guard let check = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self),
                let isFailure = check.conditions.isFailure(error)
            else { continue }
            return isFailure ? [Syntax(check.body)] : [check.elseBody.map { Syntax($0) }].compactMap(\.self)
        }
        return []
    }
}

extension ConditionElementListSyntax {
    /// Returns whether the conditions are satisfied only with an error, or only without one. Nil if they don't test it.
    fileprivate func isFailure(_ error: String) -> Bool? {
        for element in self {
            if let binding = element.condition.as(OptionalBindingConditionSyntax.self) {
                let value = binding.initializer?.value
                let tested = value.map { $0.namePath ?? $0.unwrapped?.namePath } ?? [binding.pattern.name ?? ""]
                if tested == [error] { return true }
            }
            let text = element.condition.trimmedDescription.filter { $0 != " " }
            if text == error + "!=nil" { return true }
            if text == error + "==nil" { return false }
        }
        return nil
    }
}
