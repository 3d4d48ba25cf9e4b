#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// A SHA-256 hash that is computed piece by piece.
package final class DigestStream {
    #if canImport(CryptoKit)
        private var hasher = SHA256()

        package init() {}

        /// Adds bytes to the input of the hash.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            hasher.update(bufferPointer: bytes)
        }

        /// Returns the 32-byte hash of all bytes. Don't add more bytes afterward.
        package func finish() -> [UInt8] { Array(hasher.finalize()) }
    #else
        private var state = SHA256_CTX()

        package init() {
            SHA256_Init(&state)
        }

        /// Adds bytes to the input of the hash.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            SHA256_Update(&state, bytes.baseAddress, bytes.count)
        }

        /// Returns the 32-byte hash of all bytes. Don't add more bytes afterward.
        package func finish() -> [UInt8] {
            Digest.hash(size: 32) { _ = SHA256_Final($0, &state) }
        }
    #endif
}
