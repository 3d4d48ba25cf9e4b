/// A Swift type with aliases resolved, and with the project's own enums and structs expanded. It is read from source
/// code or from runtime metadata. ``AttributeMapping`` maps it to an attribute.
package indirect enum SwiftType: Sendable, Hashable {
    /// A type that ``ScalarMapping`` lists. The value is its unqualified name, such as `Int`, `UUID`,
    /// or `URL`.
    case scalar(String)
    case optional(SwiftType)
    case array(SwiftType)
    case set(SwiftType)
    case dictionary(key: SwiftType, value: SwiftType)
    case enumeration(Enumeration)
    case structure(Structure)
    /// A type inside itself, such as `Folder` in a struct `Folder` with a property of type `[Folder]`. The value is the
    /// type's name.
    case recursion(String)
    /// A type whose declaration isn't available, such as a type of another module, a tuple, or a protocol. The value is
    /// the type's source text.
    case opaque(String)

    /// The parts of an enum's declaration that affect storage.
    package struct Enumeration: Sendable, Hashable {
        /// The type's name, without enclosing types.
        package var name: String
        /// The raw type's unqualified name, or nil if the enum has no raw values or its raw values aren't scalars.
        package var rawType: String?
        /// Whether the enum defines its raw values with its own `RawRepresentable` conformance. The declaration then
        /// doesn't contain the raw values, and the cases may also have associated values.
        package var hasOwnRawValue: Bool
        /// The cases, in declaration order.
        package var cases: [Case]

        package struct Case: Sendable, Hashable {
            /// The case's name, without backticks.
            package var name: String
            /// The explicit or implied raw value without quotes, or nil if the declaration doesn't contain one.
            package var rawValue: String?
            /// The associated values, in order.
            package var associatedValues: [Member]

            package init(name: String, rawValue: String? = nil, associatedValues: [Member] = []) {
                self.name = name
                self.rawValue = rawValue
                self.associatedValues = associatedValues
            }
        }

        package init(name: String, rawType: String? = nil, hasOwnRawValue: Bool = false, cases: [Case]) {
            self.name = name
            self.rawType = rawType
            self.hasOwnRawValue = hasOwnRawValue
            self.cases = cases
        }
    }

    /// The parts of a struct's declaration that affect storage.
    package struct Structure: Sendable, Hashable {
        /// The type's name, without enclosing types.
        package var name: String
        /// The stored properties, in declaration order.
        package var members: [Member]

        package init(name: String, members: [Member]) {
            self.name = name
            self.members = members
        }
    }

    /// A stored property of a struct, or an associated value of a case.
    package struct Member: Sendable, Hashable {
        /// The name of the property, or the label of the associated value. A value without a label has its position as
        /// its label, such as `_0`.
        package var name: String
        package var type: SwiftType

        package init(name: String, type: SwiftType) {
            self.name = name
            self.type = type
        }
    }

    /// The type without its optionals, such as `Int` for `Int??`, and whether there were any.
    package var unwrapped: (type: SwiftType, isOptional: Bool) {
        guard case .optional(let inner) = self else { return (self, false) }
        return (inner.unwrapped.type, true)
    }

    /// The struct with its stored properties if the type is a framework's struct that Permafrost knows, such as
    /// `CGPoint`. Otherwise, the unchanged type.
    package var opened: SwiftType {
        guard case .opaque(let text) = self, let structure = FrameworkStructure.named(text) else {
            return self
        }
        return .structure(structure)
    }

    /// The type as printed by Swift, without enclosing types and with generics spelled out, such as `Array<String>`.
    /// For an opaque type, this is its source text.
    package var text: String {
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

extension ValueShape {
    /// Creates the shape of a type, including the enums and structs that it contains.
    package init(_ type: SwiftType) {
        self.init(type, enclosing: [])
    }

    /// Creates the shape of a value that is stored as an archive. Returns nil if the type contains no enum or struct of
    /// the project, as in `Array<String>`. The attribute's value class name then already describes the type.
    init?(stored type: SwiftType) {
        guard type.containsDeclaredType else { return nil }
        self.init(type)
    }

    private init(_ type: SwiftType, enclosing: [String]) {
        switch type {
        case .scalar(let name), .opaque(let name): self = .scalar(name)
        case .optional(let inner): self = .optional(ValueShape(inner, enclosing: enclosing))
        case .array(let element): self = .array(ValueShape(element, enclosing: enclosing))
        case .set(let element): self = .set(ValueShape(element, enclosing: enclosing))
        case .dictionary(let key, let value):
            self = .dictionary(
                key: ValueShape(key, enclosing: enclosing), value: ValueShape(value, enclosing: enclosing))
        case .enumeration(let enumeration):
            let inside = enclosing + [enumeration.name]
            let cases = enumeration.cases.map { enumCase in
                EnumerationCase(
                    name: enumCase.name, rawValue: enumCase.rawValue,
                    associatedValues: enumCase.associatedValues.map {
                        Field(name: $0.name, shape: ValueShape($0.type, enclosing: inside))
                    })
            }
            self = .enumeration(cases.sorted { CodeUnitOrder.isBefore($0.name, $1.name) })
        case .structure(let structure):
            let inside = enclosing + [structure.name]
            let fields = structure.members.map {
                Field(name: $0.name, shape: ValueShape($0.type, enclosing: inside))
            }
            self = .structure(fields.sorted { CodeUnitOrder.isBefore($0.name, $1.name) })
        case .recursion(let name):
            self = .recursion(Array(enclosing.reversed()).firstIndex(of: name) ?? 0)
        }
    }
}

extension SwiftType {
    /// Whether the type contains an enum or struct of the project.
    fileprivate var containsDeclaredType: Bool {
        switch self {
        case .scalar, .opaque: false
        case .enumeration, .structure, .recursion: true
        case .optional(let inner), .array(let inner), .set(let inner): inner.containsDeclaredType
        case .dictionary(let key, let value): key.containsDeclaredType || value.containsDeclaredType
        }
    }
}
