import PermafrostModel

extension DeclarationTable {
    /// The declarations in one scope whose names are equal as strings, but not for Swift's compiler, because one has an
    /// é and another an e with an accent. A name may refer to the wrong one.
    var otherUnicodeForms: [SourceIssue] {
        var issues: [SourceIssue] = []
        func compare(_ declarations: [(name: String, place: SourceLocation)]) {
            guard declarations.count > 1, let first = declarations.first, !first.name.isASCII,
                let other = declarations.first(where: { $0.name.byteKey != first.name.byteKey })
            else { return }
            issues.append(SourceIssue(.otherUnicodeForm(first.name, other.place), at: first.place))
        }
        func place(_ value: ValueReference) -> SourceLocation { location(value.scope, self.value(value).offset) }
        func compare(
            _ types: [String: [Int]], _ aliases: [String: [AliasReference]], _ values: [String: [ValueReference]]
        ) {
            for name in Set(types.keys).union(aliases.keys).union(values.keys).sortedByCodeUnit() {
                compare(
                    (types[name] ?? []).compactMap { node in location(ofNode: node).map { (nodes[node].name, $0) } }
                        + (aliases[name] ?? []).map { (alias($0).name, location(of: $0)) }
                        + (values[name] ?? []).map { (value($0).name, place($0)) })
            }
        }
        compare(topLevel, topAliases, topValues)
        for node in nodes { compare(node.children, node.aliases, node.values) }
        return issues
    }
}
