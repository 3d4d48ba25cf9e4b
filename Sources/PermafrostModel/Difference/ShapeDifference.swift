/// The differences between the enums and structs in an older and a newer attribute's values, such as a removed case.
/// Some of the differences prevent older values from being decoded.
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
        /// Whether the part is a case that has a new name and its old raw value, so that values of the case still
        /// decode.
        package var isRenamed = false
    }

    /// The differences inside enums and structs.
    package private(set) var places: [Place] = []
    /// Whether the type changed outside of enums and structs, such as from `[Mode]` to `Set<Mode>`.
    package private(set) var isRetyped = false
    /// The changes that prevent, or may prevent, older values from being decoded.
    package private(set) var obstacles: [DecodingObstacle] = []

    /// Whether the newer attribute was read from runtime metadata, which has less information than source. If so,
    /// differences that may be due to the missing information are ignored.
    private let usesTypeMetadata: Bool
    /// The decoding of the newer value's enums and structs, keyed by their path in the value. A type without an entry
    /// uses the decoder that the compiler synthesizes.
    private let decodings: [[String]: ValueDecoding]

    /// The effects on decoding the complete value if one of its parts differs.
    private struct Reach {
        /// The effect if the part has a different type.
        var retyped = DecodingEffect.failure
        /// The effect if something inside the part can't be decoded.
        var inside = DecodingEffect.failure
    }

    /// Compares the shapes of two attributes and of their elements. A shape describes details that columns don't show,
    /// such as an enum's raw values or the type of an encoded value. Fields with their own columns aren't compared,
    /// because the version hash includes them.
    ///
    /// - Parameter usesTypeMetadata: whether the newer attribute comes from type metadata. If so, two scalar types are
    ///   compared only if Permafrost knows both, because metadata has different names than source for types of other
    ///   modules. A raw value that only the newer case has is ignored.
    /// - Parameter decodings: the decoding of the newer value's enums and structs, keyed by path. Types with the
    ///   synthesized decoder can be left out.
    package init(
        from old: Attribute, to new: Attribute, usesTypeMetadata: Bool = false,
        decodings: [[String]: ValueDecoding] = [:]
    ) {
        self.usesTypeMetadata = usesTypeMetadata
        self.decodings = decodings
        compare(old, new, at: [], Reach())
    }

    /// Returns whether the part at a path is a case that was renamed and kept its raw value.
    package func isRenamedCase(at path: [String]) -> Bool { places.contains { $0.isRenamed && $0.path == path } }

    /// Returns the obstacles for the part at a path, and for the parts inside it.
    package func obstacles(in path: [String]) -> [DecodingObstacle] {
        obstacles.filter { $0.path.starts(with: path) }
    }

    private mutating func compare(_ old: Attribute, _ new: Attribute, at path: [String], _ reach: Reach) {
        if let before = old.shape, let after = new.shape {
            compare(before, after, at: path, isInside: !path.isEmpty, reach)
        } else if old.type == .composite, new.type == .composite {
            let fields = Set((old.elements + new.elements).map(\.name))
            for element in old.elements {
                guard let later = new.elements.first(where: { $0.name == element.name }) else { continue }
                compare(
                    element, later, at: path + [element.name], self.reach(of: element.name, at: path, reach, fields))
            }
        }
    }

    /// Returns the effects on decoding the complete value if a field of the struct at `path` differs. `reach` contains
    /// the effects if the struct itself differs.
    private func reach(of field: String, at path: [String], _ reach: Reach, _ fields: Set<String>) -> Reach {
        guard let decoding = decodings[path] else { return Reach(retyped: reach.inside, inside: reach.inside) }
        let effects = decoding.effects(ofFailureIn: field, reach.inside, fields: fields)
        return Reach(retyped: effects.retyped, inside: effects.inside)
    }

    private mutating func compare(
        _ old: ValueShape, _ new: ValueShape, at path: [String], isInside: Bool, _ reach: Reach
    ) {
        guard old != new else { return }
        switch (old, new) {
        case (.optional(let before), .optional(let after)), (.array(let before), .array(let after)),
            (.set(let before), .set(let after)):
            compare(before, after, at: path, isInside: isInside, reach)
        case (.dictionary(let key, let before), .dictionary(let newKey, let after)):
            compare(key, newKey, at: path, isInside: isInside, reach)
            compare(before, after, at: path, isInside: isInside, reach)
        case (.enumeration(let before), .enumeration(let after)): compare(cases: before, after, at: path, reach)
        case (.structure(let before), .structure(let after)): compare(fields: before, after, at: path, reach)
        case (let before, .optional(let after)):
            differs(old, new, at: path, isInside)
            compare(before, after, at: path, isInside: isInside, reach)
        case (.scalar(let before), .scalar(let after)):
            // Type metadata has different names than source for types of other modules, so ignore unknown names there.
            let isKnown =
                ScalarMapping.named(before) != nil
                && ScalarMapping.named(after) != nil
            guard isKnown || !usesTypeMetadata else { return }
            differs(old, new, at: path, isInside)
            retyped(old, new, at: path, isKnown ? reach.retyped : min(reach.retyped, .possibleFailure))
        case (.scalar, _) where usesTypeMetadata, (_, .scalar) where usesTypeMetadata: return
        default:
            differs(old, new, at: path, isInside)
            retyped(old, new, at: path, reach.retyped)
        }
    }

    private mutating func compare(
        cases old: [ValueShape.EnumerationCase], _ new: [ValueShape.EnumerationCase], at path: [String], _ reach: Reach
    ) {
        // The type's own decoder may map old cases to new ones.
        let effect = decodings[path]?.isOwn == true ? min(reach.inside, .possibleFailure) : reach.inside
        for before in old {
            let inside = path + [before.name]
            var named = new.first { $0.name == before.name }
            if usesTypeMetadata, before.rawValue == nil { named?.rawValue = nil }
            // The enum's own code determines a raw value that isn't a literal.
            if decodings[path]?.isOwn == true, named?.rawValue == nil { named?.rawValue = before.rawValue }
            if let raw = before.rawValue {
                if before != named {
                    let isRenamed =
                        named == nil
                        && new.contains { later in
                            later.rawValue == raw && !old.contains { $0.name == later.name }
                        }
                    add(inside, .enumerationCase, before.text, named?.text, isRenamed: isRenamed)
                }
                if named?.rawValue != raw, !new.contains(where: { $0.rawValue == raw }) {
                    block(inside, .goneRawValue(raw), effect)
                }
            } else if let named {
                compare(
                    fields: before.associatedValues, named.associatedValues, at: inside,
                    Reach(retyped: effect, inside: effect))
            } else {
                add(inside, .enumerationCase, before.text, nil)
                // If only the new cases have raw values, the old ones aren't known.
                let isKnown = !new.contains { $0.rawValue != nil }
                block(inside, .goneCase, isKnown ? effect : min(effect, .possibleFailure))
            }
        }
        for after in new where !old.contains(where: { $0.name == after.name }) {
            add(path + [after.name], .enumerationCase, nil, after.text)
        }
    }

    private mutating func compare(
        fields old: [ValueShape.Field], _ new: [ValueShape.Field], at path: [String], _ reach: Reach
    ) {
        let decoding = decodings[path] ?? ValueDecoding()
        let (olderNames, newerNames) = (Set(old.map(\.name)), Set(new.map(\.name)))
        let names = olderNames.union(newerNames)
        // A field with a new name may keep the key of its older name.
        func isSameKey(_ older: ValueShape.Field, _ newer: ValueShape.Field) -> Bool {
            decoding.encodedNames[newer.name] == older.name && !olderNames.contains(newer.name)
                && !newerNames.contains(older.name)
        }
        for before in old {
            if let after = new.first(where: { $0.name == before.name }) {
                compare(
                    before.shape, after.shape, at: path + [before.name], isInside: true,
                    self.reach(of: before.name, at: path, reach, names))
            } else if !new.contains(where: { isSameKey(before, $0) }) {
                add(path + [before.name], .removed, before.shape.text, nil)
            }
        }
        for after in new where !olderNames.contains(after.name) {
            let place = path + [after.name]
            add(place, .added, nil, after.shape.text)
            if let before = old.first(where: { isSameKey($0, after) }) {
                compare(
                    before.shape, after.shape, at: place, isInside: true,
                    self.reach(of: after.name, at: path, reach, names))
                continue
            }
            let isOptional = if case .optional = after.shape { true } else { false }
            block(
                place, .addedField,
                decoding.effect(ofMissing: after.name, isOptional: isOptional, reach.inside, fields: names))
        }
    }

    private mutating func differs(_ old: ValueShape, _ new: ValueShape, at path: [String], _ isInside: Bool) {
        if isInside { add(path, .swiftType, old.text, new.text) } else { isRetyped = true }
    }

    private mutating func add(
        _ path: [String], _ aspect: ModelChange.Aspect, _ before: String?, _ after: String?, isRenamed: Bool = false
    ) {
        places.append(Place(path: path, aspect: aspect, before: before, after: after, isRenamed: isRenamed))
    }

    private mutating func retyped(
        _ old: ValueShape, _ new: ValueShape, at path: [String], _ effect: DecodingEffect
    ) {
        block(path, .retyped(before: old.text, after: new.text), effect)
    }

    private mutating func block(
        _ path: [String], _ reason: DecodingObstacle.Reason, _ effect: DecodingEffect
    ) {
        guard effect != .none else { return }
        obstacles.append(DecodingObstacle(path: path, reason: reason, isCertain: effect == .failure))
    }
}
