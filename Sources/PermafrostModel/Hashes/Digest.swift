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

        /// Returns the 32-byte HMAC-SHA256 of bytes with a key, or nil if the system has no SHA-2.
        package static func hmac256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
            Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key)))
        }
    #else
        /// Returns the 32-byte SHA-256 hash of bytes.
        package static func sha256(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            bytes.withBytes { run(algorithm256, $0, count: 32) }
        }

        /// Returns the 64-byte SHA-512 hash of bytes.
        package static func sha512(_ bytes: some Digest.ContiguousBytesView) -> [UInt8] {
            bytes.withBytes { run(algorithm512, $0, count: 64) }
        }

        /// Returns the 20-byte SHA-1 hash of the concatenated pieces. Use it only to identify git objects, not for
        /// security.
        package static func sha1(_ pieces: [some Digest.ContiguousBytesView]) -> [UInt8] {
            let context = EVP_MD_CTX_new()
            defer { EVP_MD_CTX_free(context) }
            EVP_DigestInit_ex(context, EVP_sha1(), nil)
            for piece in pieces { piece.withBytes { _ = EVP_DigestUpdate(context, $0.baseAddress, $0.count) } }
            return [UInt8](unsafeUninitializedCapacity: 20) { buffer, count in
                // This fails only if OpenSSL was built without SHA-1. Zeros don't match any hash.
                if EVP_DigestFinal_ex(context, buffer.baseAddress, nil) != 1 { buffer.initialize(repeating: 0) }
                count = 20
            }
        }

        /// Returns the 32-byte HMAC-SHA256 of bytes with a key, or nil if the system has no SHA-2.
        package static func hmac256(_ bytes: [UInt8], key: [UInt8]) -> [UInt8]? {
            var code = [UInt8](repeating: 0, count: 32)
            let done = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, &code, nil)
            return done == nil ? nil : code
        }

        // Fetch the algorithms once, and never free them. This makes hashing a few bytes twice as fast. OpenSSL's
        // objects can be shared between threads. They are stored as addresses because pointers aren't Sendable.
        private static let algorithm256 = UInt(bitPattern: EVP_MD_fetch(nil, "SHA2-256", nil))
        private static let algorithm512 = UInt(bitPattern: EVP_MD_fetch(nil, "SHA2-512", nil))

        private static func run(_ algorithm: UInt, _ bytes: UnsafeRawBufferPointer, count: Int) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
                let done = EVP_Digest(
                    bytes.baseAddress, bytes.count, buffer.baseAddress, nil, OpaquePointer(bitPattern: algorithm), nil)
                // This fails only if OpenSSL was built without SHA-2. Zeros don't match any hash.
                if done != 1 { buffer.initialize(repeating: 0) }
                written = count
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
    /// Base64 as Core Data writes it to a store's metadata: the standard alphabet with padding.
    package enum Base64 {
        package static func encode(_ bytes: [UInt8]) -> String {
            Data(bytes).base64EncodedString()
        }
    }
}

extension Digest {
    /// Bytes that can be hashed without copying them.
    package protocol ContiguousBytesView {
        func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result
    }
}
