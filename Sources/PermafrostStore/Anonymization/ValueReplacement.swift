import PermafrostModel

/// The replacements of all kinds of values in one store.
struct ValueReplacement {
    let key: ReplacementKey
    let numbers: NumberReplacement
    let texts: TextReplacement

    /// The maximum number of archives that contain each other. Real values have one or two.
    private static let archiveDepthLimit = 16

    /// Creates a replacement for values.
    ///
    /// - Parameter originals: the first six bytes of each text in the store. A replacement avoids them.
    init(_ key: ReplacementKey, avoiding originals: Set<UInt64> = []) {
        self.key = key
        numbers = NumberReplacement(key)
        texts = TextReplacement(key, avoiding: originals)
    }

    /// The error for a value that can't be replaced by one with the same structure.
    struct Opaque: Error, Hashable {
        /// A noun phrase that describes the value, such as `an archive of the class UIColor`.
        let reason: String
    }

    /// Returns the replacement for bytes. JSON and keyed archives keep their structure. Any other bytes are replaced by
    /// the same number of random bytes.
    ///
    /// - Parameters:
    ///   - shape: the Swift type of the value, or nil if it isn't known.
    ///   - isEncoded: whether the value is known to be encoded.
    ///   - depth: the number of archives that contain the value.
    /// - Throws: ``Opaque`` if the bytes are encoded in a way that can't be decoded.
    func data(_ original: [UInt8], shape: ValueShape?, isEncoded: Bool, depth: Int = 0) throws(Opaque) -> [UInt8] {
        guard !original.isEmpty else { return [] }
        if BinaryPropertyListReader.recognizes(original) {
            guard depth < Self.archiveDepthLimit else { throw Opaque(reason: "archives with too many levels") }
            return try ArchiveReplacement(self, shape: shape, depth: depth).archive(original)
        }
        let isCollection = original[0] == UInt8(ascii: "[") || original[0] == UInt8(ascii: "{")
        if isEncoded || isCollection {
            let replaced = try JSONReplacement.json(original, shape: shape, self)
            if let replaced { return replaced }
        }
        guard !isEncoded else { throw Opaque(reason: "data that isn't JSON") }
        return key.data(original)
    }
}
