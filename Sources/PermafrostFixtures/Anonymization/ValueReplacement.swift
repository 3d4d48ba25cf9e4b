import PermafrostModel
import PermafrostStore

/// The replacements of all kinds of values in one store.
struct ValueReplacement {
    let key: ReplacementKey
    let numbers: NumberReplacement
    let texts: TextReplacement

    /// Creates a replacement for values.
    ///
    /// - Parameter originals: the first six bytes of each text in the store. A replacement avoids them.
    init(_ key: ReplacementKey, avoiding originals: Set<UInt64> = []) {
        self.key = key
        numbers = NumberReplacement(key)
        texts = TextReplacement(key, avoiding: originals)
    }

    /// The error for a value that doesn't belong to its column.
    struct Foreign: Error, Hashable {
        /// A noun phrase that describes the value, such as `a value that isn't a key`.
        let reason: String
    }

    /// Returns the replacement for data whose type isn't declared: as many random bytes. Only for data that an app may
    /// decode, it is an empty value of the same kind: `{}`, `[]`, or an empty archive.
    func data(_ original: [UInt8]) -> [UInt8] {
        if BinaryPropertyListReader.recognizes(original) { return EncodedValueArchive.archive(of: []) }
        return switch (original.first, original.last) {
        case (UInt8(ascii: "{"), UInt8(ascii: "}")): Array("{}".utf8)
        case (UInt8(ascii: "["), UInt8(ascii: "]")): Array("[]".utf8)
        default: key.data(original)
        }
    }

    /// Returns the replacement for an encoded value: a sample of the attribute's declared type, as in the rows of a
    /// fixture. Equal values have equal samples.
    func sample(of attribute: Attribute, insteadOf original: [UInt8]) -> [UInt8] {
        guard !original.isEmpty else { return [] }
        let number = DigestGenerator.number(from: key.digest(.data, original))
        // Only the first eight rows have unusual values.
        var sample = SampleCase(
            row: 8, place: Int(number % 1_000_000), start: 0, attempt: 0, seed: number)
        if case .blob(let bytes) = SampleScalar.value(of: attribute, sample) { return bytes }
        return attribute.shape.map { Array(SampleJSON.text(of: $0, &sample).utf8) } ?? []
    }
}
