import PermafrostModel
import PermafrostStore

/// The random key that determines all replacements in one anonymized store. It is never written, so nobody can verify a
/// guess by computing its replacement.
package struct ReplacementKey: Sendable {
    /// The kinds of values that are replaced independently of each other.
    enum Purpose: UInt8 {
        case text, number, uuid, data, date, choice
    }

    private let bytes: [UInt8]
    private let mixers: (UInt64, UInt64)

    /// Creates a random key.
    package init() {
        var generator = SystemRandomNumberGenerator()
        self.init(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Creates a key from bytes. Use this only in tests, because replacements with a known key can be reversed.
    package init(bytes: [UInt8]) {
        self.bytes = bytes
        let digest = Digest.sha256(bytes + [0xFF])
        mixers = (
            DigestGenerator.number(from: digest),
            DigestGenerator.number(from: Array(digest.dropFirst(8)))
        )
    }

    /// Returns the 32-byte digest of a value and this key.
    func digest(_ purpose: Purpose, _ content: [UInt8]) -> [UInt8] {
        content.withUnsafeBytes { digest(purpose, $0) }
    }

    /// Returns the 32-byte digest of a value and this key.
    func digest(_ purpose: Purpose, _ content: UnsafeRawBufferPointer) -> [UInt8] {
        let stream = DigestStream()
        (bytes + [purpose.rawValue]).withUnsafeBytes { stream.update($0) }
        stream.update(content)
        return stream.finish()
    }

    /// Returns a random number generator that depends only on the value and this key.
    func generator(_ purpose: Purpose, _ content: [UInt8]) -> DigestGenerator {
        DigestGenerator(state: DigestGenerator.number(from: digest(purpose, content)))
    }

    /// Returns a number below a size that replaces another one. Different values have different results. The result
    /// depends only on the value, the size, the tweak and this key, and differs from the value.
    ///
    /// The result is the preimage, under a permutation, of the successor of the value's image. So all numbers are on
    /// one cycle, and no number is its own replacement.
    func permuted(_ value: UInt64, below size: UInt64, tweak: UInt64) -> UInt64 {
        guard size > 1, value < size else { return value }
        let next = (image(of: value, below: size, tweak, isInverse: false) + 1) % size
        return image(of: next, below: size, tweak, isInverse: true)
    }

    /// Returns the image of a number under a permutation, or its preimage. This is a Feistel network. A result that
    /// isn't below the size is permuted again.
    private func image(of value: UInt64, below size: UInt64, _ tweak: UInt64, isInverse: Bool) -> UInt64 {
        let bits = UInt64.bitWidth - (size - 1).leadingZeroBitCount
        let half = UInt64((bits + 1) / 2)
        let mask = (UInt64(1) << half) - 1
        var current = value
        repeat {
            var (left, right) = (current >> half, current & mask)
            if isInverse { swap(&left, &right) }
            for round in UInt64(0)..<8 {
                (left, right) = (right, (left ^ mix(right, isInverse ? 7 - round : round, tweak)) & mask)
            }
            if isInverse { swap(&left, &right) }
            current = left << half | right
        } while current >= size
        return current
    }

    private func mix(_ value: UInt64, _ round: UInt64, _ tweak: UInt64) -> UInt64 {
        var mixed = value &+ mixers.0 &+ round &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30) ^ tweak) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27) ^ mixers.1) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns the replacement for a UUID, which has the same version and variant. The UUID of zeros isn't replaced.
    func uuid(_ original: [UInt8]) -> [UInt8] {
        guard original.count == 16, Set(original) != [0] else { return original }
        var uuid = Array(digest(.uuid, original).prefix(16))
        uuid[6] = uuid[6] & 0x0F | original[6] & 0xF0
        uuid[8] = uuid[8] & 0x3F | original[8] & 0xC0
        return uuid
    }

    /// Returns random bytes with the length of the original. Equal originals have equal replacements.
    func data(_ original: [UInt8]) -> [UInt8] {
        guard !original.isEmpty else { return [] }
        var generator = generator(.data, original)
        return Self.bytes(original.count, &generator)
    }

    /// Returns the given number of random bytes.
    static func bytes(_ count: Int, _ generator: inout DigestGenerator) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var index = 0
            while index < count {
                var bits = generator.next()
                for _ in 0..<min(8, count - index) {
                    buffer[index] = UInt8(truncatingIfNeeded: bits)
                    bits >>= 8
                    index += 1
                }
            }
            initialized = count
        }
    }
}
