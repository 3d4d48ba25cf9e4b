import PermafrostModel

/// Numbers that look random and depend on nothing but the seed: SplitMix64, started from a SHA-256.
struct SampleGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// A generator for one purpose of a store, named by the parts.
    init(seed: [UInt8], _ purpose: String...) {
        state = Self.number(from: Digest.sha256(seed + Array(purpose.joined(separator: "\0").utf8)))
    }

    /// A generator in the given state.
    init(state: UInt64) {
        self.state = state
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The given number of bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 24) }
    }

    /// A UUID of version 4.
    mutating func uuid() -> [UInt8] { Self.uuid(from: bytes(16)) }

    /// The first eight bytes of a digest as a number.
    static func number(from digest: [UInt8]) -> UInt64 {
        digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The first sixteen bytes of a digest as a UUID of version 4.
    static func uuid(from digest: [UInt8]) -> [UInt8] {
        var bytes = Array(digest.prefix(16))
        guard bytes.count == 16 else { return bytes }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    /// A UUID's text in capitals.
    static func text(ofUUID bytes: [UInt8]) -> String {
        let digits = Array(Digest.hex(bytes).uppercased().utf8)
        var text: [UInt8] = []
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
