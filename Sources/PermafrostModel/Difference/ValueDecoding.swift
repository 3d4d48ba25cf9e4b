/// The way that an enum or struct of the project decodes values, including values that were encoded before its
/// declaration changed.
///
/// The default is the decoder that the compiler synthesizes. It ignores the defaults of properties, requires the key of
/// every field that isn't optional, and skips keys that no field has.
package struct ValueDecoding: Sendable, Hashable {
    /// The way a decoder reads a key or field.
    package enum Reading: String, Sendable, Hashable, CaseIterable {
        /// The key must exist.
        case required
        /// The key may be missing.
        case ifPresent
        /// The key may be missing, and a value that can't be decoded is ignored.
        case tolerant
        /// The key is never read.
        case ignored
        /// The reading depends on code that Permafrost doesn't analyze.
        case unknown
    }

    /// Whether the type implements its own decoder.
    package var isOwn: Bool
    /// Whether ``readings`` contains every key that the type's own decoder reads.
    package var isKnown: Bool
    /// Whether the type's own decoder only assigns each value that it reads to the property of the same name and type.
    package var isPlain = false
    /// The way that each key or field is read. If ``isOwn`` is true, this contains the keys that the decoder reads,
    /// keyed by the case names of the coding keys. Otherwise, it contains only exceptions, keyed by field name, such as
    /// a field that isn't encoded or that has a property wrapper.
    package var readings: [String: Reading]
    /// The names of fields in encoded values, keyed by field name. Contains only fields whose encoded name differs.
    package var encodedNames: [String: String]

    package init(
        isOwn: Bool = false, isKnown: Bool = true, readings: [String: Reading] = [:],
        encodedNames: [String: String] = [:]
    ) {
        self.isOwn = isOwn
        self.isKnown = isKnown
        self.readings = readings
        self.encodedNames = encodedNames
    }

    /// The decoding of a type whose code can't be analyzed.
    package static let unknown = ValueDecoding(isOwn: true, isKnown: false)
}

extension ValueDecoding {
    /// Returns the effects on the complete value if a field's encoded value has a different type, or if something
    /// inside the field's value can't be decoded.
    ///
    /// - Parameters:
    ///   - effect: the effect on the complete value if this type's value can't be decoded.
    ///   - fields: the names of the type's older and newer fields.
    func effects(
        ofFailureIn field: String, _ effect: DecodingEffect, fields: Set<String>
    ) -> (retyped: DecodingEffect, inside: DecodingEffect) {
        guard isOwn else {
            switch readings[field] {
            case .ignored: return (.none, .none)
            case .unknown: return (min(effect, .possibleFailure), min(effect, .possibleFailure))
            case .required, .ifPresent, .tolerant, nil: return (effect, effect)
            }
        }
        let possible = min(effect, .possibleFailure)
        switch readings[field] {
        // The decoder may read the older type on purpose.
        case .required, .ifPresent: return (possible, effect)
        case .tolerant: return (.none, .none)
        case .ignored, nil: return isKnown && !readsForeignKeys(fields) ? (.none, .none) : (possible, possible)
        case .unknown: return (possible, possible)
        }
    }

    /// Returns the effect on the complete value if an older value doesn't have a field.
    ///
    /// - Parameters:
    ///   - effect: the effect on the complete value if this type's value can't be decoded.
    ///   - fields: the names of the type's older and newer fields.
    func effect(ofMissing field: String, isOptional: Bool, _ effect: DecodingEffect, fields: Set<String>)
        -> DecodingEffect
    {
        let possible = min(effect, .possibleFailure)
        guard isOwn else {
            switch readings[field] {
            case .ignored: return .none
            case .unknown: return isOptional ? .none : possible
            case .required, .ifPresent, .tolerant, nil: return isOptional ? .none : effect
            }
        }
        guard isKnown else { return possible }
        switch readings[field] {
        case .required: return effect
        case .unknown: return possible
        case .ifPresent, .tolerant, .ignored: return .none
        case nil: return readsForeignKeys(fields) ? possible : .none
        }
    }

    /// Returns whether the decoder requires, or may require, a key that doesn't belong to any of the given fields.
    private func readsForeignKeys(_ fields: Set<String>) -> Bool {
        readings.contains { key, reading in
            (reading == .required || reading == .unknown) && !fields.contains(key)
                && !fields.contains(encodedNames[key] ?? key)
        }
    }
}
