import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// Functions for SHA-2 hashes, HMAC, and git's SHA-1 hashes. They use CryptoKit on Apple's platforms, and OpenSSL on
/// other platforms.
package enum Digest {
    #if canImport(CryptoKit)
        /// Returns the 32-byte SHA-256 hash of bytes.
        package static func sha256(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            bytes.withBytes { Array(SHA256.hash(data: $0)) }
        }

        /// Returns the 64-byte SHA-512 hash of bytes.
        package static func sha512(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            bytes.withBytes { Array(SHA512.hash(data: $0)) }
        }

        /// Returns the 20-byte SHA-1 hash of the concatenated pieces. Use it only to identify git objects, not for
        /// security.
        package static func sha1(_ pieces: [some Digest.ContiguousBytesView]) -> [UInt8] {
            var hasher = Insecure.SHA1()
            for piece in pieces { piece.withBytes { hasher.update(bufferPointer: $0) } }
            return Array(hasher.finalize())
        }

        /// Returns the 32-byte HMAC-SHA256 of bytes with a key.
        package static func hmac256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
        }
    #else
        /// Returns the 32-byte SHA-256 hash of bytes.
        package static func sha256(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            let stream = DigestStream()
            bytes.withBytes { stream.update($0) }
            return stream.finish()
        }

        /// Returns the 64-byte SHA-512 hash of bytes.
        package static func sha512(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            var state = SHA512_CTX()
            SHA512_Init(&state)
            bytes.withBytes { _ = SHA512_Update(&state, $0.baseAddress, $0.count) }
            return hash(size: 64) { _ = SHA512_Final($0, &state) }
        }

        /// Returns the 20-byte SHA-1 hash of the concatenated pieces. Use it only to identify git objects, not for
        /// security.
        package static func sha1(_ pieces: [some Digest.ContiguousBytesView]) -> [UInt8] {
            var state = SHA_CTX()
            SHA1_Init(&state)
            for piece in pieces { piece.withBytes { _ = SHA1_Update(&state, $0.baseAddress, $0.count) } }
            return hash(size: 20) { _ = SHA1_Final($0, &state) }
        }

        /// Returns the 32-byte HMAC-SHA256 of bytes with a key, as RFC 2104 defines it.
        package static func hmac256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
            let blockSize = 64
            var block = key.count > blockSize ? sha256(key) : key
            block += [UInt8](repeating: 0, count: blockSize - block.count)
            return sha256(block.map { $0 ^ 0x5c } + sha256(block.map { $0 ^ 0x36 } + bytes))
        }

        /// Returns the bytes that a function of OpenSSL writes.
        static func hash(size: Int, _ write: (UnsafeMutablePointer<UInt8>?) -> Void) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                write(buffer.baseAddress)
                count = size
            }
        }
    #endif

    /// Returns the lowercase hexadecimal string for bytes.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension Array: Digest.ContiguousBytesView where Element == UInt8 {
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withUnsafeBytes(body)
    }
}

extension UnsafeRawBufferPointer: Digest.ContiguousBytesView {
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(self)
    }
}

extension Digest {
    /// Returns the bytes for a hexadecimal string. Returns nil if the string contains other characters, or has an odd
    /// number of digits.
    package static func bytes(hex text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(ofDigit: digits[index]), let low = value(ofDigit: digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Digest {
    /// Bytes that can be hashed without copying them.
    package protocol ContiguousBytesView {
        func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
    }
}
