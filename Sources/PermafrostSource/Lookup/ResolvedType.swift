import PermafrostModel

/// A type with resolved names.
indirect enum ResolvedType: Hashable {
    /// A type of the project, by its node.
    case node(Int)
    /// A type that `AttributeMapping.ScalarMapping` supports, or a different simple value type of the standard library,
    /// by its unqualified name.
    case scalar(String)
    case optional(ResolvedType)
    case array(ResolvedType)
    case set(ResolvedType)
    case dictionary(ResolvedType, ResolvedType)
    case tuple(String)
    /// A type whose declaration isn't available, as written.
    case opaque(String)
    /// A name that several declarations match equally well.
    case ambiguous(String, [DeclarationTable.Scope], [Int32])
    /// A typealias that refers to itself: its name and reference.
    case circular(String, DeclarationTable.AliasReference)

    /// Whether the type's name refers to a single declaration.
    var isTold: Bool {
        if case .ambiguous = core { false } else { true }
    }

    var unwrapped: (type: ResolvedType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }
}

extension ResolvedType {
    /// A limit on the number of parts of a type while it is resolved. In nested dictionaries, or structs that contain
    /// the next struct twice, each line doubles the number of parts. A few lines would exhaust time and memory.
    struct SizeBound {
        /// The maximum number of parts. Types in real projects have a few hundred.
        static let limit = 10_000
        /// The name that replaces the parts beyond the limit.
        static let excess = "a type of more than 10,000 parts"

        /// The number of parts of the outermost type counted so far.
        private(set) var size = 0
        private var depth = 0

        /// Whether the limit is exceeded, so that parts are missing.
        var isExceeded: Bool { size > Self.limit }

        /// Begins counting a part that may contain other parts. Returns false if the limit is exceeded, and then
        /// ``leave()`` must not be called.
        mutating func enter() -> Bool {
            if depth == 0 { size = 0 }
            guard take(1) else { return false }
            depth += 1
            return true
        }

        /// Ends a part that was begun with ``enter()``.
        mutating func leave() { depth -= 1 }

        /// Counts parts of a known size. Returns false if they exceed the limit.
        mutating func take(_ count: Int) -> Bool {
            size += count
            return !isExceeded
        }
    }
}
