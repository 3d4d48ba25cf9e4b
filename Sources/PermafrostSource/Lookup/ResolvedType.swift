import PermafrostModel

/// The result of resolving the names in a type.
indirect enum ResolvedType: Hashable {
    /// A type that the project declares or extends. The associated value is the index of its node.
    case node(Int)
    /// A generic type of the project with its arguments. Only ``TypeResolver/resolveGenerics(_:from:)`` returns it.
    case generic(Int, [ResolvedType])
    /// A type that `ScalarMapping` supports, or another simple value type of the standard library. The
    /// associated value is its unqualified name.
    case scalar(String)
    case optional(ResolvedType)
    case array(ResolvedType)
    case set(ResolvedType)
    case dictionary(ResolvedType, ResolvedType)
    case tuple(String)
    /// A type that isn't resolved, such as a type of another module, a generic parameter or an existential type. The
    /// associated value is the type as written, or ``SizeBound/excess`` for a type that is too large.
    case opaque(String)
    /// A name that several declarations match equally well. The associated values are the name and the declarations'
    /// scopes and offsets.
    case ambiguous(String, [LookupScope], [Int32])
    /// A typealias that refers to itself, directly or indirectly. The associated values are the typealias's name and a
    /// reference to its declaration.
    case circular(String, AliasReference)

    /// Returns the type with each type that has one of the given names replaced, such as a generic parameter.
    func substituting(_ types: [String: ResolvedType]) -> ResolvedType {
        types.isEmpty
            ? self
            : replacing { type in
                if case .opaque(let name) = type { types[name] } else { nil }
            }
    }

    /// The type without the arguments of the project's generic types.
    var withoutArguments: ResolvedType {
        replacing { type in
            if case .generic(let node, _) = type { .node(node) } else { nil }
        }
    }

    /// Returns the type with some of its parts replaced. Doesn't change a type of more than ``SizeBound/limit`` parts,
    /// which a few values in memory can make up.
    private func replacing(_ replacement: (ResolvedType) -> ResolvedType?) -> ResolvedType {
        var bound = SizeBound()
        var isReplaced = false
        guard visit(&bound, { isReplaced = isReplaced || replacement($0) != nil }), isReplaced else { return self }
        return replaced(replacement)
    }

    /// Calls a function for each part. Returns false, and stops, after ``SizeBound/limit`` parts.
    private func visit(_ bound: inout SizeBound, _ body: (ResolvedType) -> Void) -> Bool {
        guard bound.take(1) else { return false }
        body(self)
        switch self {
        case .optional(let inner), .array(let inner), .set(let inner): return inner.visit(&bound, body)
        case .dictionary(let key, let value): return key.visit(&bound, body) && value.visit(&bound, body)
        case .generic(_, let arguments): return arguments.allSatisfy { $0.visit(&bound, body) }
        case .node, .scalar, .tuple, .opaque, .ambiguous, .circular: return true
        }
    }

    private func replaced(_ replacement: (ResolvedType) -> ResolvedType?) -> ResolvedType {
        if let new = replacement(self) { return new }
        return switch self {
        case .optional(let inner): .optional(inner.replaced(replacement))
        case .array(let element): .array(element.replaced(replacement))
        case .set(let element): .set(element.replaced(replacement))
        case .dictionary(let key, let value): .dictionary(key.replaced(replacement), value.replaced(replacement))
        case .generic(let node, let arguments): .generic(node, arguments.map { $0.replaced(replacement) })
        case .node, .scalar, .tuple, .opaque, .ambiguous, .circular: self
        }
    }

    /// Whether the type isn't ambiguous. For an optional, an array or a set, this refers to the innermost type.
    var isUnambiguous: Bool {
        if case .ambiguous = core { false } else { true }
    }

    var unwrapped: (type: ResolvedType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }
}
