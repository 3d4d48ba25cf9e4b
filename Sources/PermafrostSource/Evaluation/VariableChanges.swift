import PermafrostModel

/// The code that changes the variables that a list consists of, so that the list's value isn't known.
struct VariableChanges {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Returns the first change of a variable, or nil if it is a constant, or if no code changes it.
    func first(of constant: DeclaredConstant) -> (text: String, place: SourceLocation)? {
        let value = constant.value
        guard value.kind == .stored, !value.isConstant, value.initial != nil, let search = table.search else {
            return nil
        }
        let node = table.node(of: constant.reference.scope)
        return search.changes(of: value.name).first { found in
            isOf(found.change, node, seenFrom: constant.reference.scope)
                && found.change.method.map(Self.mutating.contains) != false
        }.map { (text: $0.change.text, place: $0.place) }
    }

    private func isOf(_ change: VariableChange, _ node: Int?, seenFrom scope: LookupScope) -> Bool {
        guard let node else {
            return change.owner.map { table.moduleNames.contains($0) } ?? true
        }
        let name = table.nodes[node].name
        guard let owner = change.owner else { return change.enclosing.contains(name) }
        return owner == name
            || resolver.lookup.node(named: [owner], from: LookupScope(file: scope.file, type: -1)) == node
    }

    /// The standard library's methods that change an array.
    private static let mutating: Set<String> = [
        "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "replaceSubrange",
        "popLast", "swapAt", "sort", "reverse", "shuffle", "partition", "withUnsafeMutableBufferPointer",
    ]
}
