/// A Swift type with its aliases resolved and the project's own enums and structs opened: what a reader hands to
/// ``AttributeMapping``, whether it found the type in source or by reflection.
public indirect enum SwiftType: Sendable, Hashable {
    /// A type that ``ScalarMapping`` knows, by its plain name: `Int`, `UUID`, `URL`.
    case scalar(String)
    case optional(SwiftType)
    case array(SwiftType)
    case set(SwiftType)
    case dictionary(key: SwiftType, value: SwiftType)
    case enumeration(Enumeration)
    case structure(Structure)
    /// A type that contains itself, met again inside; by name.
    case recursion(String)
    /// A type whose declaration is out of reach: another module's, a tuple, a protocol; by its source text.
    case opaque(String)

    /// An enum's stored facts.
    public struct Enumeration: Sendable, Hashable {
        /// The type's name without nesting.
        public var name: String
        /// The raw type's plain name, for an enum with raw values.
        public var rawType: String?
        /// Whether the enum says itself what its raw values are, by its own `RawRepresentable` conformance. Its cases may
        /// then have associated values too, and the declaration names no raw values.
        public var hasOwnRawValue: Bool
        /// The cases, in declaration order.
        public var cases: [Case]

        /// One case.
        public struct Case: Sendable, Hashable {
            /// The case's name, without backticks.
            public var name: String
            /// The raw value, explicit or implied, without quotes; nil for an enum without raw values.
            public var rawValue: String?
            /// The associated values, in order.
            public var associatedValues: [Member]

            /// A case.
            public init(name: String, rawValue: String? = nil, associatedValues: [Member] = []) {
                self.name = name
                self.rawValue = rawValue
                self.associatedValues = associatedValues
            }
        }

        /// The raw type of what is stored; nil where a case is.
        package func storedRawType(by rules: MappingRules) -> String? {
            rules == .former && hasOwnRawValue ? nil : rawType
        }

        /// An enum.
        public init(name: String, rawType: String? = nil, hasOwnRawValue: Bool = false, cases: [Case]) {
            self.name = name
            self.rawType = rawType
            self.hasOwnRawValue = hasOwnRawValue
            self.cases = cases
        }
    }

    /// A struct's stored facts.
    public struct Structure: Sendable, Hashable {
        /// The type's name without nesting.
        public var name: String
        /// The stored properties, in declaration order.
        public var members: [Member]

        /// A struct.
        public init(name: String, members: [Member]) {
            self.name = name
            self.members = members
        }
    }

    /// A stored property of a struct, or an associated value of a case.
    public struct Member: Sendable, Hashable {
        /// The property's name or the associated value's label (`_0` where it has none).
        public var name: String
        /// Its type.
        public var type: SwiftType

        /// A member.
        public init(name: String, type: SwiftType) {
            self.name = name
            self.type = type
        }
    }

    /// The type inside any number of optionals, and whether there was one.
    public var unwrapped: (type: SwiftType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }

    /// The type, with a framework's struct opened whose stored properties are known.
    package var opened: SwiftType {
        guard case .opaque(let text) = self, let structure = FrameworkStructure.named(text) else { return self }
        return .structure(structure)
    }

    /// The type as Swift prints it, generics spelled out and without nesting: `Array<String>`.
    public var text: String {
        switch self {
        case .scalar(let name), .recursion(let name), .opaque(let name): name
        case .optional(let inner): "Optional<\(inner.text)>"
        case .array(let element): "Array<\(element.text)>"
        case .set(let element): "Set<\(element.text)>"
        case .dictionary(let key, let value): "Dictionary<\(key.text), \(value.text)>"
        case .enumeration(let enumeration): enumeration.name
        case .structure(let structure): structure.name
        }
    }
}
