/// The differences between the enums and structs in two value shapes. Some of these changes prevent older values from
/// being decoded.
package struct ShapeDifference: Sendable {
    /// A part that differs: a field, a case, or the contents of a case.
    package struct Place: Sendable, Hashable {
        /// The path of the part, as names of fields and cases. Collections and optionals don't add a name.
        package let path: [String]
        /// The aspect that changed: `enumerationCase` for a case, and `added`, `removed` or `swiftType` for a field.
        package let aspect: ModelChange.Aspect
        /// A description of the old part, or nil if the part is new.
        package let before: String?
        /// A description of the new part, or nil if the part was removed.
        package let after: String?
    }

    /// The differences inside enums and structs.
    package private(set) var places: [Place] = []
    /// Whether the type changed outside of enums and structs, such as from `[Mode]` to `Set<Mode>`.
    package private(set) var isRetyped = false
    /// The changes that prevent older values from being decoded.
    package private(set) var obstacles: [ShapeDifference.DecodingObstacle] = []

    /// Whether to ignore differences that exist only because type metadata lacks information.
    private let usesTypeMetadata: Bool

    /// Compares the shapes of two attributes and of their elements. A shape describes what columns don't show, such as
    /// an enum's raw values or the type of an encoded value. Fields with their own columns aren't compared, because the
    /// version hash includes them.
    ///
    /// - Parameter usesTypeMetadata: whether the newer attribute comes from type metadata. In metadata, types of other
    ///   modules have different names than in source. Raw values are available only if the enum's own code provides
    ///   them.
    package init(from old: Attribute, to new: Attribute, usesTypeMetadata: Bool = false) {
        self.usesTypeMetadata = usesTypeMetadata
        compare(old, new, at: [])
    }

    private mutating func compare(_ old: Attribute, _ new: Attribute, at path: [String]) {
        if let before = old.shape, let after = new.shape {
            compare(before, after, at: path, isInside: !path.isEmpty)
        } else if old.type == .composite, new.type == .composite {
            for element in old.elements {
                guard let later = new.elements.first(where: { $0.name == element.name }) else { continue }
                compare(element, later, at: path + [element.name])
            }
        }
    }

    private mutating func compare(_ old: ValueShape, _ new: ValueShape, at path: [String], isInside: Bool) {
        guard old != new else { return }
        switch (old, new) {
        case (.optional(let before), .optional(let after)), (.array(let before), .array(let after)),
            (.set(let before), .set(let after)):
            compare(before, after, at: path, isInside: isInside)
        case (.dictionary(let key, let before), .dictionary(let newKey, let after)):
            compare(key, newKey, at: path, isInside: isInside)
            compare(before, after, at: path, isInside: isInside)
        case (.enumeration(let before), .enumeration(let after)): compare(cases: before, after, at: path)
        case (.structure(let before), .structure(let after)): compare(fields: before, after, at: path)
        case (let before, .optional(let after)):
            differs(old, new, at: path, isInside)
            compare(before, after, at: path, isInside: isInside)
        case (.scalar(let before), .scalar(let after)):
            // The name of another module's type says little about its values.
            let isKnown =
                AttributeMapping.ScalarMapping.named(before) != nil
                && AttributeMapping.ScalarMapping.named(after) != nil
            if isKnown || !usesTypeMetadata { differs(old, new, at: path, isInside) }
            if isKnown { retyped(old, new, at: path) }
        case (.scalar, _) where usesTypeMetadata, (_, .scalar) where usesTypeMetadata: return
        default:
            differs(old, new, at: path, isInside)
            retyped(old, new, at: path)
        }
    }

    private mutating func compare(
        cases old: [ValueShape.EnumerationCase], _ new: [ValueShape.EnumerationCase], at path: [String]
    ) {
        for before in old {
            let inside = path + [before.name]
            var named = new.first { $0.name == before.name }
            if usesTypeMetadata, before.rawValue == nil { named?.rawValue = nil }
            if let raw = before.rawValue {
                if before != named { add(inside, .enumerationCase, before.text, named?.text) }
                if !new.contains(where: { $0.rawValue == raw }) {
                    obstacles.append(.init(path: inside, reason: .goneRawValue(raw)))
                }
            } else if let named {
                compare(fields: before.associatedValues, named.associatedValues, at: inside)
            } else {
                add(inside, .enumerationCase, before.text, nil)
                obstacles.append(.init(path: inside, reason: .goneCase))
            }
        }
        for after in new where !old.contains(where: { $0.name == after.name }) {
            add(path + [after.name], .enumerationCase, nil, after.text)
        }
    }

    private mutating func compare(fields old: [ValueShape.Field], _ new: [ValueShape.Field], at path: [String]) {
        for before in old {
            if let after = new.first(where: { $0.name == before.name }) {
                compare(before.shape, after.shape, at: path + [before.name], isInside: true)
            } else {
                add(path + [before.name], .removed, before.shape.text, nil)
            }
        }
        for after in new where !old.contains(where: { $0.name == after.name }) {
            add(path + [after.name], .added, nil, after.shape.text)
            if case .optional = after.shape { continue }
            obstacles.append(.init(path: path + [after.name], reason: .addedField))
        }
    }

    private mutating func differs(_ old: ValueShape, _ new: ValueShape, at path: [String], _ isInside: Bool) {
        if isInside { add(path, .swiftType, old.text, new.text) } else { isRetyped = true }
    }

    private mutating func add(_ path: [String], _ aspect: ModelChange.Aspect, _ before: String?, _ after: String?) {
        places.append(Place(path: path, aspect: aspect, before: before, after: after))
    }

    private mutating func retyped(_ old: ValueShape, _ new: ValueShape, at path: [String]) {
        obstacles.append(.init(path: path, reason: .retyped(before: old.text, after: new.text)))
    }
}

extension ShapeDifference {
    /// A change that prevents a stored value from being decoded.
    package struct DecodingObstacle: Sendable, Hashable {
        /// The reason a stored value can't be decoded.
        package enum Reason: Sendable, Hashable {
            /// No case has this raw value anymore. Older values may contain it.
            case goneRawValue(String)
            /// The case was removed. Older values may contain its name.
            case goneCase
            /// The field is new and isn't optional. Older values don't contain it.
            case addedField
            /// The type of the value changed. The strings describe the old and the new type.
            case retyped(before: String, after: String)
        }

        /// The path from the property to the field or case, as names of fields and cases.
        package let path: [String]
        package let reason: Reason

        package init(path: [String], reason: Reason) {
            self.path = path
            self.reason = reason
        }
    }
}
