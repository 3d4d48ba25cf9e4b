/// A generator of pseudorandom numbers that depend only on the initial state, which comes from a digest. It uses
/// SplitMix64.
package struct DigestGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator for a purpose that the strings identify. For example, the names of an entity and an
    /// attribute identify the generator for the attribute's values. The initial state comes from a SHA-256 digest
    /// of the seed and the strings.
    package init(seed: [UInt8], _ purpose: String...) {
        state = Self.number(from: Digest.sha256(seed + Array(purpose.joined(separator: "\0").utf8)))
    }

    package init(state: UInt64) {
        self.state = state
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns the given number of random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
    }

    /// Returns a version 4 UUID.
    package mutating func uuid() -> [UInt8] { Self.uuid(from: bytes(16)) }

    /// Returns the first eight bytes of a digest as a number.
    package static func number(from digest: [UInt8]) -> UInt64 {
        digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the first sixteen bytes of a digest as a version 4 UUID.
    package static func uuid(from digest: [UInt8]) -> [UInt8] {
        var bytes = Array(digest.prefix(16))
        guard bytes.count == 16 else { return bytes }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    /// Returns a UUID as an uppercase string.
    package static func text(ofUUID bytes: [UInt8]) -> String {
        let digits = Array(Digest.hex(bytes).uppercased().utf8)
        var text: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
