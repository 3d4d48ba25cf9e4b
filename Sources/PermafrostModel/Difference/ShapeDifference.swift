/// Where the shapes of two values differ inside of enums and structs, and what of it keeps earlier values from being decoded.
package struct ShapeDifference: Sendable {
    /// One place that differs: a field, a case, or what a case holds.
    package struct Place: Sendable, Hashable {
        /// The fields and cases that lead to it. Collections and optionals are no part of a path.
        package let path: [String]
        /// `enumerationCase` of a case, `added`, `removed` or `swiftType` of a field.
        package let aspect: ModelChange.Aspect
        /// What it was; nil if it is new.
        package let before: String?
        /// What it is; nil if it is gone.
        package let after: String?
    }

    /// What differs inside of enums and structs.
    package private(set) var places: [Place] = []
    /// Whether the type around the enums and structs is another one, or none of them is left.
    package private(set) var isRetyped = false
    /// What keeps earlier values from being decoded.
    package private(set) var obstacles: [ShapeDifference.DecodingObstacle] = []

    /// Whether what metadata of types lacks is no difference.
    private let isOfMetadata: Bool

    /// Compares what the columns of an attribute do not show: enums with raw values and encoded values, in it and in its elements.
    /// Fields that are columns are left out: the version hash shows them.
    ///
    /// - Parameter isOfMetadata: whether the newer attribute was made of a type of the running process: metadata has the names of
    ///   other modules' types otherwise than source, and raw values where an enum's own code gives them.
    package init(from old: Attribute, to new: Attribute, isOfMetadata: Bool = false) {
        self.isOfMetadata = isOfMetadata
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
            // What another module's type is called says little of its values.
            let isKnown =
                AttributeMapping.ScalarMapping.named(before) != nil
                && AttributeMapping.ScalarMapping.named(after) != nil
            if isKnown || !isOfMetadata { differs(old, new, at: path, isInside) }
            if isKnown { retyped(old, new, at: path) }
        case (.scalar, _) where isOfMetadata, (_, .scalar) where isOfMetadata: return
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
            if isOfMetadata, before.rawValue == nil { named?.rawValue = nil }
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
    /// Something that keeps a stored value from being decoded.
    package struct DecodingObstacle: Sendable, Hashable {
        /// What is wrong.
        package enum Reason: Sendable, Hashable {
            /// No case has the raw value any more.
            case goneRawValue(String)
            /// The case is gone, by whose name the value is encoded.
            case goneCase
            /// The field is new and not optional: earlier values lack it.
            case addedField
            /// The type is another one.
            case retyped(before: String, after: String)
        }

        /// The field or case, from the property on.
        package let path: [String]
        package let reason: Reason

        package init(path: [String], reason: Reason) {
            self.path = path
            self.reason = reason
        }
    }
}
