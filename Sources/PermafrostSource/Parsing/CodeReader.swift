import SwiftSyntax

extension DeclarationReader {
    /// Reads what code does to stores, wherever it stands: containers, copies of stores, and what functions fetch.
    mutating func readCode(in tree: SourceFileSyntax) {
        let visitor = CodeVisitor(viewMode: .sourceAccurate)
        visitor.walk(tree)
        let indices = Dictionary(
            file.types.enumerated().map { ($1.offset, Int32($0)) }, uniquingKeysWith: { first, _ in first })
        func scope(of node: some SyntaxProtocol) -> Int32 {
            node.enclosingType.flatMap { indices[$0.offset] } ?? -1
        }
        file.functions = visitor.functions.map { function in
            ParsedBody.Function(
                name: function.name, scope: scope(of: function.body), body: FetchReader.read(function.body))
        }
        let configured = (visitor.calls["ModelConfiguration"] ?? []).compactMap { $0.value(of: "url")?.namePath?.last }
        let address = StoreAddress(configured: Set(configured))
        let isOfTests = file.imports.contains { $0 == "XCTest" || $0 == "Testing" }
        let reader = ContainerCallReader(
            expressions: expressions, failures: FailureReader(code: visitor, address: address))
        for name in ContainerCallReader.names {
            for node in visitor.calls[name] ?? [] {
                guard var call = reader.call(node) else { continue }
                call.scope = scope(of: node)
                call.isPreview = call.isPreview || isOfTests
                file.containerCalls.append(call)
            }
        }
        file.storeCopies = StoreCopyReader(code: visitor, address: address).copies
    }
}
