import PermafrostModel

/// A type with its names looked up.
indirect enum ResolvedType: Hashable {
    /// A type of the project.
    case node(Int)
    /// A type that `AttributeMapping.ScalarMapping` knows, or another plain value type of the standard library, by its plain name.
    case scalar(String)
    case optional(ResolvedType)
    case array(ResolvedType)
    case set(ResolvedType)
    case dictionary(ResolvedType, ResolvedType)
    case tuple(String)
    /// A type whose declaration is out of reach, by its text.
    case opaque(String)
    /// A name that several declarations carry equally.
    case ambiguous(String, [DeclarationTable.Scope], [Int32])
    /// A typealias that leads back to itself: its name, and which one it is.
    case circular(String, DeclarationTable.AliasReference)

    /// Whether one declaration is meant by the type's name.
    var isTold: Bool {
        if case .ambiguous = core { false } else { true }
    }

    var unwrapped: (type: ResolvedType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }
}

extension ResolvedType {
    /// Counts the parts of one type while it is put together: a dictionary of dictionaries, or a struct with two of the next one
    /// in it, doubles with each line, and a few lines would take all time and memory.
    struct SizeBound {
        /// A type has at most this many parts; one that is written by people has a few hundred.
        static let limit = 10_000
        /// What stands in the place of the parts beyond.
        static let excess = "a type of more than 10,000 parts"

        /// The parts of the outermost type so far.
        private(set) var size = 0
        private var depth = 0

        /// Whether parts are missing.
        var isExceeded: Bool { size > Self.limit }

        /// Counts a part, which others may follow inside of it; false if it is one too many, and is not begun.
        mutating func enter() -> Bool {
            if depth == 0 { size = 0 }
            guard take(1) else { return false }
            depth += 1
            return true
        }

        /// Ends a part that was begun.
        mutating func leave() { depth -= 1 }

        /// Counts parts that are known already; false if they are too many.
        mutating func take(_ count: Int) -> Bool {
            size += count
            return !isExceeded
        }
    }
}
