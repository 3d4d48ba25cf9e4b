import PermafrostModel
import PermafrostSource

/// The changes to the code that determines how a version's values are stored, for parts that both versions have.
struct CodeChanges {
    /// A change to an enum's or struct's keys or `Codable` code.
    struct Change {
        var change: ModelChange
        var type: ValueType
        /// The `#if` condition of the builds that have the change; nil for all others.
        var condition: String?
        /// The parts of the change that prevent, or may prevent, existing values from being decoded. Their paths are
        /// relative to `type`.
        var obstacles: [DecodingObstacle]
    }

    private(set) var changes: [Change] = []
    /// The declarations that gained or lost a macro of another module, so that they can't be compared.
    private(set) var issues: [SourceIssue] = []

    /// Compares the code of an earlier version with the code of the declared version. There are no changes if either
    /// isn't known.
    ///
    /// - Parameters:
    ///   - old: the model of the earlier version.
    ///   - new: the model of the declared version.
    init(_ earlier: SchemaVersion, _ declared: SchemaVersion, from old: SchemaModel, to new: SchemaModel) {
        guard let before = earlier.code, let after = declared.code, before != after else { return }
        for key in Set(before.parts.keys).union(after.parts.keys).sortedByCodeUnit() {
            let (was, isNow) = (before.part(key), after.part(key))
            let (path, condition) = StoredCode.split(key)
            guard was != isNow, condition == nil || was != before.part(path) || isNow != after.part(path) else {
                continue
            }
            guard path != StoredCode.version else {
                if was.settings != isNow.settings, condition == nil, let location = declared.location {
                    issues.append(
                        SourceIssue(
                            .settingsChanged(declared.schema ?? path, before: was.settings, after: isNow.settings),
                            at: location))
                }
                if was.macros != isNow.macros {
                    compareMacros(was, isNow, declared.schema ?? path, at: declared.location)
                }
                continue
            }
            var names = path.split(separator: ".").map(String.init)
            // A second type at one path, such as a dictionary's value.
            let number = names.last?.firstIndex(of: "[").flatMap { start in
                let number = names.last.flatMap { Int($0[start...].dropFirst().dropLast()) }
                names[names.count - 1] = String(names[names.count - 1][..<start])
                return number
            }
            // A fixture's paths aren't trusted.
            guard let name = names.first, let entity = new.entity(named: name), let older = old.entity(named: name)
            else { continue }
            // A macro of a property is recorded as `Tracked title`.
            let other = Set(was.macros).symmetricDifference(isNow.macros).sortedByCodeUnit().first
            let property = names.dropFirst().first ?? other?.split(separator: " ").dropFirst().first.map(String.init)
            let location = declared.place(entity: name, property: property)
            let subject = names.joined(separator: ".")
            if was.macros != isNow.macros { compareMacros(was, isNow, subject, at: location) }
            guard names.count > 1, case .attribute(let attribute)? = older.property(named: names[1]),
                case .attribute(let current)? = entity.property(named: names[1])
            else { continue }
            let inside = Array(names.dropFirst(2))
            let types = declared.valueTypes(entity: names[0], property: names[1]).filter { $0.path == inside }
            guard (1...max(1, types.count)).contains(number ?? 1), !types.isEmpty else { continue }
            let place = Place(
                entity: names[0], property: names[1], type: types[(number ?? 1) - 1],
                older: attribute.partNames(at: inside), current: current.partNames(at: inside),
                isComposite: current.isComposite(at: inside), condition: condition)
            compareKeys(was, isNow, place)
            compareCode(was, isNow, place)
        }
    }

    private struct Place {
        let entity: String
        let property: String
        let type: ValueType
        /// The names of the fields, or of the cases without raw values, that the type had. The associated values of
        /// the cases are included, as in `walk.length`.
        let older: Set<String>
        /// The names of the fields or cases that the type has now.
        let current: Set<String>
        /// Whether the fields have columns of their own. Whether their keys have an effect then isn't documented.
        let isComposite: Bool
        /// The `#if` condition of the builds that have the code; nil for all others.
        let condition: String?

        func change(_ name: String, _ aspect: ModelChange.Aspect, _ before: String?, _ after: String?) -> ModelChange {
            ModelChange(
                entity: entity, property: property,
                element: type.path + name.split(separator: ".").map(String.init), aspect: aspect, before: before,
                after: after, kind: .silent)
        }
    }

    private mutating func compareMacros(
        _ before: CodePart, _ after: CodePart, _ subject: String, at place: SourceLocation?
    ) {
        guard let place else { return }
        issues.append(SourceIssue(.macrosChanged(subject, before: before.macros, after: after.macros), at: place))
    }

    /// Compares the keys of the fields and cases that the type had and still has.
    private mutating func compareKeys(_ before: CodePart, _ after: CodePart, _ place: Place) {
        guard before.hasUnreadKeys == after.hasUnreadKeys else {
            return changes.append(
                Change(
                    change: place.change("CodingKeys", .codableCode, "", ""), type: place.type,
                    condition: place.condition,
                    obstacles: [DecodingObstacle(path: [], reason: .changedCode, isCertain: false)]))
        }
        let decoding = place.type.decoding
        for name in place.older.intersection(place.current).sortedByCodeUnit() {
            let (key, newKey) = (before.key(of: name), after.key(of: name))
            guard key != newKey else { continue }
            // A type's own decoder may read the older key too.
            let isRead = decoding.isOwn ? decoding.isKnown && decoding.readings[name] == .required : true
            let reason: DecodingObstacle.Reason =
                place.isComposite ? .changedKeyOfColumn : key.map { .changedKey($0) } ?? .addedField
            changes.append(
                Change(
                    change: place.change(name, .codingKey, key.map { "\"\($0)\"" }, newKey.map { "\"\($0)\"" }),
                    type: place.type, condition: place.condition,
                    obstacles: [
                        DecodingObstacle(
                            path: place.isComposite ? [] : name.split(separator: ".").map(String.init), reason: reason,
                            isCertain: isRead && !place.isComposite)
                    ]))
        }
    }

    /// Compares the digests of the type's own code. Whether the earlier rows, and the rows that are written from now on,
    /// can be decoded isn't known, unless only a plain decoder changed.
    private mutating func compareCode(_ before: CodePart, _ after: CodePart, _ place: Place) {
        let functions = [
            ("encode(to:)", before.encoder, after.encoder, false),
            ("init(from:)", before.decoder, after.decoder, Self.decodes(before, after, place)),
            ("storedForm", before.representation, after.representation, false),
            // Without a condition, the shapes are compared as parts of the models.
            (
                "storedForm", place.condition.flatMap { _ in before.shape?.text },
                place.condition.flatMap { _ in after.shape?.text }, false
            ),
        ]
        for (name, was, isNow, decodes) in functions where was != isNow {
            changes.append(
                Change(
                    change: place.change(name, .codableCode, was, isNow), type: place.type,
                    condition: place.condition,
                    obstacles: decodes ? [] : [DecodingObstacle(path: [], reason: .changedCode, isCertain: false)]))
        }
    }

    /// Returns whether the type's current decoder is known to read what its earlier encoder wrote, apart from changed
    /// fields and keys, which have obstacles of their own.
    private static func decodes(_ before: CodePart, _ after: CodePart, _ place: Place) -> Bool {
        // What an encoder of the type's own wrote isn't known.
        guard before.encoder == nil, !before.hasUnreadKeys, before.representation == after.representation else {
            return false
        }
        let decoding = place.type.decoding
        guard decoding.isOwn else { return after.decoder == nil && before.keys == after.keys }
        guard decoding.isPlain, place.older.intersection(place.current).allSatisfy({ decoding.readings[$0] != nil })
        else { return false }
        let written = Set(place.older.compactMap(before.key(of:)))
        return decoding.isKnown
            && decoding.readings.allSatisfy { name, reading in
                switch reading {
                case .required: place.older.contains(name) && written.contains(decoding.encodedNames[name] ?? name)
                case .ifPresent, .tolerant, .ignored: true
                case .unknown: false
                }
            }
    }
}

extension Attribute {
    /// Returns the names of the fields, or of the cases without raw values and their associated values, of the enums and
    /// structs at a path in the attribute's values. A path consists of the names of fields, cases and associated values.
    fileprivate func partNames(at path: [String]) -> Set<String> {
        if let shape { return shape.partNames(at: path[...]) }
        guard let first = path.first else {
            return Set(elements.flatMap { part in [part.name] + part.elements.map { "\(part.name).\($0.name)" } })
        }
        return elements.first { $0.name == first }?.partNames(at: Array(path.dropFirst())) ?? []
    }
}

extension Attribute {
    /// Returns whether the struct or enum at a path in the attribute's values is stored in columns for its fields or
    /// cases.
    fileprivate func isComposite(at path: [String]) -> Bool {
        // An enum with associated values has columns and a shape.
        guard let first = path.first, shape == nil else { return type == .composite }
        return elements.first { $0.name == first }?.isComposite(at: Array(path.dropFirst())) ?? false
    }
}

extension ValueShape {
    fileprivate func partNames(at path: ArraySlice<String>) -> Set<String> {
        switch self {
        case .optional(let inner), .array(let inner), .set(let inner): return inner.partNames(at: path)
        case .dictionary(let key, let value): return key.partNames(at: path).union(value.partNames(at: path))
        case .structure(let fields):
            guard let first = path.first else { return Set(fields.map(\.name)) }
            return fields.first { $0.name == first }?.shape.partNames(at: path.dropFirst()) ?? []
        case .enumeration(let cases):
            guard let first = path.first else {
                return Set(
                    cases.filter { $0.rawValue == nil }.flatMap { one in
                        [one.name] + one.associatedValues.map { "\(one.name).\($0.name)" }
                    })
            }
            let values = cases.first { $0.name == first }?.associatedValues ?? []
            return values.first { $0.name == path.dropFirst().first }?.shape.partNames(at: path.dropFirst(2)) ?? []
        case .scalar, .recursion: return []
        }
    }
}
