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
        private let context = EVP_MD_CTX_new()

        package init() {
            EVP_DigestInit_ex(context, EVP_sha256(), nil)
        }

        deinit {
            EVP_MD_CTX_free(context)
        }

        /// Adds bytes to the input of the hash.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }

        /// Returns the 32-byte hash of all bytes. Don't add more bytes afterward.
        package func finish() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                // This fails only if OpenSSL was built without SHA-2. Zeros don't match any hash.
                if EVP_DigestFinal_ex(context, buffer.baseAddress, nil) != 1 { buffer.initialize(repeating: 0) }
                count = 32
            }
        }
    #endif
}
