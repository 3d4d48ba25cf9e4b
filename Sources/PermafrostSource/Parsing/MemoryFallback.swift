import SwiftSyntax

/// A reader of the code that handles the failure of a container or a Core Data store. It finds code that continues with a
/// container in memory or without a store, and does nothing else but log the failure.
final class MemoryFallback: SyntaxVisitor {
    /// The maximum number of calls that lead to a function.
    private static let depthLimit = 3
    /// Functions that write to a log.
    private static let logs: Set<String> = [
        "print", "debugPrint", "dump", "NSLog", "os_log", "assert", "assertionFailure",
    ]
    /// Words in the name of a value that writes to a log, such as `logger.error(…)`.
    private static let logWords = ["log", "print"]
    /// Types whose values only describe a container.
    private static let parts: Set<String> = ["ModelConfiguration", "Schema"]

    private let reader: FailureReader
    private var call: FunctionCallExprSyntax?
    /// Whether the code has another effect, so that the failure may be shown.
    private var mayShowFailure = false
    private var log: FunctionCallExprSyntax?
    /// Whether the code ends the app, or returns a value that may show the failure.
    private var returnsFailure = false
    /// Whether the code opens a container that isn't known to be in memory.
    private var mayOpenFile = false
    /// The calls that lead to the function that is read.
    private var calls: [FunctionCallExprSyntax] = []

    init(reader: FailureReader) {
        self.reader = reader
        super.init(viewMode: .sourceAccurate)
    }

    /// The call that makes the container in memory. Nil if there is none, or if the code may show the failure.
    var silentCall: FunctionCallExprSyntax? { mayShowFailure || mayOpenFile ? nil : call }

    /// The call that logs the failure, if the code does nothing else.
    var onlyLog: FunctionCallExprSyntax? { mayShowFailure || returnsFailure || call != nil ? nil : log }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        guard !mayShowFailure else { return .skipChildren }
        guard let name = node.calledName else { return .visitChildren }
        if Self.writesLog(node, name) {
            log = log ?? node
            return .skipChildren
        }
        if FetchReader.endings.contains(name) { returnsFailure = true }
        if FetchReader.endings.contains(name) || Self.parts.contains(name) { return .skipChildren }
        if name == "ModelContainer" {
            call = call ?? node
            let flag = MemoryFlag(of: node)
            let isInMemory = calls.last.map { flag?.isInMemory($0) == true } ?? false
            if !isInMemory, !MemoryFlag.isInMemory(node) { mayOpenFile = true }
            return .skipChildren
        }
        let functions = reader.code.functions(calledBy: node).filter { reader.makesContainer($0.body) }
        guard functions.count == 1, let function = functions.first, calls.count < Self.depthLimit else {
            mayShowFailure = true
            return .skipChildren
        }
        call = call ?? node
        calls.append(node)
        walk(function.body)
        calls.removeLast()
        return .skipChildren
    }

    private static func writesLog(_ node: FunctionCallExprSyntax, _ name: String) -> Bool {
        guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base else { return logs.contains(name) }
        let words = base.trimmedDescription.lowercased()
        return logWords.contains { words.contains($0) }
    }

    /// Reads an assignment. If its value is the container, it has no other effect.
    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard !mayShowFailure else { return .skipChildren }
        let elements = Array(node.elements)
        guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else { return .visitChildren }
        let value = elements[2]
        let constant = value.namePath.flatMap { $0.count == 1 ? value.value(named: $0[0]) : nil }
        guard reader.makesContainer(value) || constant.map({ reader.makesContainer($0) }) == true else {
            mayShowFailure = true
            return .skipChildren
        }
        walk(value)
        return .skipChildren
    }

    /// Reads a use of the error, which may be passed on. Uses in calls that write to a log aren't read.
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        if node.baseName.plainText == "error" { mayShowFailure = true }
        return .visitChildren
    }

    override func visit(_ node: TupleExprSyntax) -> SyntaxVisitorContinueKind {
        if node.elements.count > 1 { mayShowFailure = true }
        return .visitChildren
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if node.expression != nil { returnsFailure = true }
        return .visitChildren
    }

    override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
        mayShowFailure = true
        return .skipChildren
    }

    /// Skips the `catch` clauses, because they handle the failure of another container.
    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
        walk(node.body)
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    /// Skips code that no build for users compiles, such as a branch of `#if DEBUG`.
    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
        node.isNeverShipped ? .skipChildren : .visitChildren
    }
}
