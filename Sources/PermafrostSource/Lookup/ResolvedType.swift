import PermafrostModel

/// The result of resolving the names in a type.
indirect enum ResolvedType: Hashable {
    /// A type that the project declares or extends. The associated value is the index of its node.
    case node(Int)
    /// A type that `AttributeMapping.ScalarMapping` supports, or another simple value type of the standard library. The
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
    case ambiguous(String, [DeclarationTable.Scope], [Int32])
    /// A typealias that refers to itself, directly or indirectly. The associated values are the typealias's name and a
    /// reference to its declaration.
    case circular(String, DeclarationTable.AliasReference)

    /// Whether the type isn't ambiguous. For an optional, an array or a set, this refers to the innermost type.
    var isUnambiguous: Bool {
        if case .ambiguous = core { false } else { true }
    }

    var unwrapped: (type: ResolvedType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }
}

extension ResolvedType {
    /// A counter that limits the number of a type's parts while the type is resolved or expanded.
    ///
    /// In nested dictionaries, or in structs that each contain the next struct twice, the number doubles with each
    /// level. Without the limit, a few lines of source could exhaust time and memory.
    struct SizeBound {
        /// The maximum number of parts. Types in real projects have a few hundred parts.
        static let limit = 10_000
        /// The name that replaces the parts that exceed the limit.
        static let excess = "a type of more than 10,000 parts"

        /// The number of the outermost type's parts that have been counted so far.
        private(set) var size = 0
        private var depth = 0

        /// Whether more than ``limit`` parts have been counted. If so, the resolved or expanded type is incomplete.
        var isExceeded: Bool { size > Self.limit }

        /// Counts a part that may contain other parts, such as an array. Restarts the count for the outermost part.
        /// Returns false if the limit is exceeded. If it returns true, call ``leave()`` at the end of the part.
        mutating func enter() -> Bool {
            if depth == 0 { size = 0 }
            guard take(1) else { return false }
            depth += 1
            return true
        }

        /// Ends a part that ``enter()`` started.
        mutating func leave() { depth -= 1 }

        /// Counts the given number of parts. Returns false if the limit is exceeded.
        mutating func take(_ count: Int) -> Bool {
            size += count
            return !isExceeded
        }
    }
}
