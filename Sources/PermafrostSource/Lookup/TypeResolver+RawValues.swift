extension TypeResolver {
    /// Returns an enum's raw type, and whether the enum implements `RawRepresentable` itself.
    ///
    /// In `enum Mode: String`, the first inherited type is the raw type. If that type can't have literals, the raw type
    /// is determined from the enum's own `RawRepresentable` code, such as `var rawValue: Int`.
    func rawValues(of node: Int) -> TypeResolver.RawValues {
        guard let part = lookup.activeDeclaration(of: node) else { return TypeResolver.RawValues() }
        if let first = table.type(part).inherited.first,
            let type = literalRawType(resolve(first, from: lookup.surroundings(of: part)))
        {
            let own = TypeCoding.rawLiterals(of: node, self)
            return TypeResolver.RawValues(type: type, isOwn: own != nil, literals: own ?? [:])
        }
        guard Conformance(to: "RawRepresentable", of: "Swift", lookup: lookup).includes(node) else {
            return TypeResolver.RawValues()
        }
        let type = rawValueTypes(of: node).lazy.compactMap { type, scope -> String? in
            guard case .scalar(let name) = self.resolve(type, from: scope) else { return nil }
            return name
        }.first
        return TypeResolver.RawValues(
            type: type, isOwn: true, literals: TypeCoding.rawLiterals(of: node, self) ?? [:])
    }

    private func literalRawType(_ type: ResolvedType) -> String? {
        switch type {
        case .scalar(let name): Self.literalRawTypes.contains(name) ? name : nil
        case .opaque(let name): name == "Character" ? name : nil
        default: nil
        }
    }

    private static let literalRawTypes: Set<String> = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "CGFloat",
    ]

    /// Returns the types of an enum's `RawValue`, `rawValue` and `init(rawValue:)`, as written, with their scopes.
    /// Searches the enum, its extensions, and the project's protocols that the enum conforms to.
    private func rawValueTypes(of node: Int) -> [(TypeExpression, LookupScope)] {
        var found: [(TypeExpression, LookupScope)] = []
        for node in [node] + ancestors(of: node) {
            for part in lookup.activeParts(of: node) {
                recorder.noteFile(part.file, of: table)
                let type = table.type(part)
                let scope = LookupScope(file: part.file, type: part.type)
                let alias = type.aliases.first {
                    $0.name == "RawValue" && lookup.isActive($0.conditions, in: part.file)
                }
                let value = type.values.first {
                    $0.name == "rawValue" && !$0.isStatic && lookup.isActive($0.conditions, in: part.file)
                }
                found += [alias?.target, value?.type, type.rawValueParameter].compactMap { $0.map { ($0, scope) } }
            }
        }
        return found
    }

    /// Returns the project's protocols and classes that a type inherits from, starting with the closest.
    func ancestors(of node: Int) -> [Int] {
        var found: [Int] = []
        var next = [node]
        while let current = next.popLast(), found.count < 64 {
            for part in lookup.activeParts(of: current) {
                for inherited in table.type(part).inherited.flatMap(\.parts) {
                    guard let ancestor = lookup.node(of: inherited, from: lookup.surroundings(of: part)),
                        ancestor != node, !found.contains(ancestor)
                    else { continue }
                    found.append(ancestor)
                    next.insert(ancestor, at: 0)
                }
            }
        }
        return found
    }
}

extension TypeResolver {
    struct RawValues {
        /// The raw type's unqualified name. Nil if the enum has no raw type, or if the type isn't supported.
        var type: String?
        /// Whether the enum itself implements `RawRepresentable`, so that only ``literals`` are known.
        var isOwn = false
        /// The raw values that the enum's own code returns as literals, keyed by case name.
        var literals: [String: String] = [:]
    }
}
