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
        guard !types.isEmpty else { return self }
        return switch self {
        case .opaque(let name): types[name] ?? self
        case .optional(let inner): .optional(inner.substituting(types))
        case .array(let element): .array(element.substituting(types))
        case .set(let element): .set(element.substituting(types))
        case .dictionary(let key, let value): .dictionary(key.substituting(types), value.substituting(types))
        case .generic(let node, let arguments): .generic(node, arguments.map { $0.substituting(types) })
        case .node, .scalar, .tuple, .ambiguous, .circular: self
        }
    }

    /// The type without the arguments of the project's generic types.
    var withoutArguments: ResolvedType {
        switch self {
        case .generic(let node, _): .node(node)
        case .optional(let inner): .optional(inner.withoutArguments)
        case .array(let element): .array(element.withoutArguments)
        case .set(let element): .set(element.withoutArguments)
        case .dictionary(let key, let value): .dictionary(key.withoutArguments, value.withoutArguments)
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
