import SwiftSyntax

// Code in functions and initial values.
extension DeclarationReader {
    /// Reads the calls that create containers, anywhere in the file.
    mutating func readContainerCalls(in tree: SourceFileSyntax) {
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        readContainerCalls(of: visitor, failures: nil)
    }

    /// Reads the code that affects stores, anywhere in the file: calls that create containers, store copies, batch
    /// deletes, and the fetches and calls in functions.
    mutating func readCode(in tree: SourceFileSyntax) {
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let types = typeIndices
        let configured = (visitor.calls["ModelConfiguration"] ?? []).compactMap { $0.value(of: "url")?.namePath?.last }
        let address = StoreAddress(configured: Set(configured))
        let failures = FailureReader(code: visitor, address: address)
        let deletesFiles = ["removeItem", "destroyPersistentStore"].contains { visitor.calls[$0] != nil }
        file.functions = visitor.functions.map { function in
            let code = HookReader.read(function.body, types: TypeReader(bytes: bytes))
            return ParsedFunction(
                name: function.name, scope: Self.scope(of: function.body, types), isolation: function.isolation,
                deletions: deletesFiles ? failures.deletions(in: function) : [],
                takesContext: function.parameters.contains { $0.type.trimmedDescription.contains("ModelContext") },
                types: code.types.filter { $0.path.first?.first?.isUppercase == true }, body: code.body)
        }
        readContainerCalls(of: visitor, failures: failures)
        if !isOfTests {
            file.coreDataContainers = CoreDataContainerReader(code: visitor, tree: tree).containers
            let loads = CoreDataFailureReader(code: visitor, address: address)
            (file.coreDataFailures, file.coreDataPlaces) = (loads.failures, loads.places(in: tree))
        }
        file.storeCopies = StoreCopyReader(code: visitor, address: address).copies
        file.batchDeletes =
            isOfTests ? [] : BatchDeleteReader(code: visitor) { Self.scope(of: $0, types) }.deletes
    }

    private mutating func readContainerCalls(of visitor: CodeVisitor, failures: FailureReader?) {
        let types = typeIndices
        let reader = ContainerCallReader(
            expressions: expressions, conditions: ConditionReader(bytes: bytes), failures: failures)
        for name in ContainerCallReader.names {
            for node in visitor.calls[name] ?? [] {
                guard var call = reader.call(node) else { continue }
                call.scope = Self.scope(of: node, types)
                if isOfTests, !call.isPreview, failures != nil {
                    let stores = UnfinishedStore(
                        code: visitor, stores: StoreTracer(code: visitor).stores(of: node))
                    call.opensCopy = stores.isCopied(before: node)
                    call.earlierCalls = stores.earlierContainers(before: node).map(\.callStart)
                }
                call.isPreview = call.isPreview || isOfTests
                file.containerCalls.append(call)
            }
        }
    }

    private var isOfTests: Bool { file.imports.contains { $0 == "XCTest" || $0 == "Testing" } }

    /// The indices of the file's types, keyed by the offset of the type's name.
    private var typeIndices: [Int32: Int32] {
        Dictionary(
            file.types.enumerated().map { ($1.offset, Int32($0)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func scope(of node: some SyntaxProtocol, _ types: [Int32: Int32]) -> Int32 {
        node.enclosingType.flatMap { types[$0.offset] } ?? -1
    }
}
